/* See work.h. */
#include "work.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINE = 0, INVALID = 1, TROUBLE = 2 };

/* One run: what it was asked for, what comes of it, and what it needs on the way. */
typedef struct run {
    const work *w;
    outcome *o;
    nt_context *context;
    size_t at, reads, writes;
    nt_output *out;
    nt_replay *replay;
    nt_writer *writer;
    const nt_format *writing;
} run;

/* ---- streams ---- */

static ptrdiff_t read_part(void *user, void *buffer, size_t size) {
    run *r = user;
    if (++r->reads == r->w->read_fails) {
        r->o->faulted = true;
        errno = EIO;
        return -1;
    }
    size_t left = r->w->size - r->at, part = size < left ? size : left;
    if (r->w->chunk != 0 && part > r->w->chunk) part = r->w->chunk;
    if (part > 0) memcpy(buffer, r->w->input + r->at, part);
    r->at += part;
    return (ptrdiff_t)part;
}

static ptrdiff_t write_part(void *user, const void *at, size_t size) {
    run *r = user;
    if (++r->writes == r->w->write_fails) {
        r->o->faulted = true;
        errno = ENOSPC;
        return -1;
    }
    if (r->w->short_writes && size > 1) size = 1;
    bytes_add(&r->o->out, at, size);
    return (ptrdiff_t)size;
}

void work_sink(void *user, const nt_diagnostic *d) {
    outcome *o = *(outcome **)user;
    char line[1600];
    if (o == NULL) return;
    int length = snprintf(line, sizeof line, "%llu:%llu: %llu: game %llu %u %s: %s: %s [%s]\n", (unsigned long long)d->line,
                          (unsigned long long)d->column, (unsigned long long)d->offset, (unsigned long long)d->game, d->ply,
                          nt_severity_name(d->severity), d->where, d->text, d->id);
    bytes_add(&o->findings, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
    o->errors += d->severity == NT_ERROR;
}

/* Whether a status is trouble, which ends the run. */
static bool failed(run *r, nt_status status) {
    if (status == NT_OK || status == NT_END || status == NT_INVALID || status == NT_USAGE) return false;
    r->o->status = TROUBLE;
    return true;
}

static void put_text(run *r, const char *text) { nt_output_string(r->out, text); }

/* ---- one game ---- */

static nt_status check_game(run *r, const nt_game *game) {
    nt_status status = nt_replay_game(r->replay, game);
    nt_result result = {.known = false};
    nt_output_number(r->out, nt_replay_plies(r->replay));
    put_text(r, " ");
    put_text(r, nt_ending_name(nt_replay_ending(r->replay, &result)));
    put_text(r, status == NT_OK ? " valid\n" : " invalid\n");
    return status;
}

static nt_status write_game(run *r, nt_reader *reader, const nt_game *game) {
    const nt_format *to = r->w->kind == WORK_PARSE  ? nt_format_find("json")
                          : r->w->kind == WORK_COPY ? nt_reader_format(reader)
                                                    : nt_format_at(r->w->choice);
    if (r->writing != to) {
        nt_writer_free(r->writer);
        r->writer = nt_writer_new(r->context, r->out, to, &r->w->write);
        if (r->writer == NULL) return NT_NO_MEMORY;
        r->writing = to;
    }
    if (r->w->kind == WORK_COPY) nt_writer_copy(r->writer, game);
    if (r->w->kind == WORK_PARSE) return nt_writer_game(r->writer, game, NULL);
    if (r->w->kind != WORK_CONVERT) return NT_OK;
    nt_status status = nt_replay_game(r->replay, game);
    if (status != NT_OK && status != NT_INVALID && status != NT_USAGE) return status;
    return nt_writer_game(r->writer, game, r->replay);
}

static void write_position(run *r, const nt_position *p, const nt_move *last) {
    if (r->w->choice > NT_CODE_TEXT) nt_position_svg(p, last, NULL, r->out);
    else nt_position_write(p, (nt_code)r->w->choice, NULL, r->out);
    put_text(r, "\n");
}

/* The first move of the main line at item i or after it; item_count: none. */
static size_t main_move(const nt_game *game, size_t i) {
    for (size_t depth = 0; i < game->item_count; i++) {
        if (game->items[i].kind == NT_ITEM_LINE_OPEN) depth++;
        else if (game->items[i].kind == NT_ITEM_LINE_CLOSE) depth--;
        else if (game->items[i].kind == NT_ITEM_MOVE && depth == 0) break;
    }
    return i;
}

static nt_status replay_game(run *r, const nt_game *game) {
    nt_status status = nt_replay_game(r->replay, game);
    if (status != NT_OK && status != NT_INVALID) return status;
    nt_position *p = nt_replay_start(r->replay);
    if (p == NULL || !nt_replay_is_judged(r->replay)) return status;
    bool each = r->w->kind == WORK_REPLAY;
    if (each) write_position(r, p, NULL);
    for (size_t i = 0; (i = main_move(game, i)) < game->item_count; i++) {
        nt_move move;
        nt_ply_state state = nt_replay_move(r->replay, i, &move);
        if (state == NT_PLY_NONE) continue;
        if (state != NT_PLY_OK) break;
        nt_status made = nt_position_make(p, move);
        if (made != NT_OK) return made;
        if (each) write_position(r, p, &move);
    }
    size_t length;
    bool is_bare = nt_replay_plies(r->replay) == 0 && nt_game_tag(game, "FEN", &length) == NULL; /* may look like nothing */
    if (each || is_bare) return status;
    char line[80];
    snprintf(line, sizeof line, "%zu %016llx\n", nt_replay_plies(r->replay), (unsigned long long)nt_position_key(p));
    put_text(r, line);
    return status;
}

static nt_status do_game(run *r, nt_reader *reader, const nt_game *game) {
    switch (r->w->kind) {
    case WORK_CHECK: return check_game(r, game);
    case WORK_REPLAY:
    case WORK_PLAYS: return replay_game(r, game);
    default: return write_game(r, reader, game);
    }
}

static void do_games(run *r, nt_input *input) {
    nt_replay_settings settings = {.variant = r->w->variant};
    r->replay = nt_replay_new(r->context, &settings);
    nt_reader *reader = nt_reader_new(r->context, input, r->w->from);
    const nt_game *game;
    nt_status status = r->replay == NULL || reader == NULL ? NT_NO_MEMORY : NT_OK, done = NT_OK;
    while (status == NT_OK && !failed(r, done) && (status = nt_game_next(reader, &game)) == NT_OK) done = do_game(r, reader, game);
    failed(r, status);
    if (r->writer != NULL && r->o->status != TROUBLE) failed(r, nt_writer_end(r->writer));
    nt_writer_free(r->writer);
    nt_reader_free(reader);
    nt_replay_free(r->replay);
}

/* ---- variants, codes, patterns ---- */

static void draw_kinds(run *r, const nt_variant *v) {
    bool is_wide = nt_variant_kinds(v) > 4;
    for (size_t kind = 1; kind <= nt_variant_kinds(v); kind += is_wide ? nt_variant_kinds(v) / 3 : 1) {
        size_t home = nt_kind_home(v, kind);
        if (failed(r, nt_kind_draw(v, kind, home, r->out)) || failed(r, nt_kind_svg(v, kind, home, NULL, r->out))) return;
    }
}

static nt_status try_variant(run *r, const char *name) {
    const nt_variant *v = NULL;
    nt_status status = nt_variant_lint(r->context, name);
    if (status == NT_OK || status == NT_INVALID) status = nt_variant_load(r->context, name, &v);
    if (status != NT_OK) return status;
    nt_position *p = nt_position_new(r->context, v);
    if (p == NULL) return NT_NO_MEMORY;
    uint64_t nodes = 0;
    status = nt_perft(p, 1, &nodes);
    nt_output_number(r->out, nodes);
    for (unsigned code = NT_CODE_FEN; code <= NT_CODE_TEXT; code++) nt_position_write(p, (nt_code)code, NULL, r->out);
    draw_kinds(r, v);
    nt_position_free(p);
    return status;
}

static void do_variants(run *r, nt_input *input) {
    enum { MOST = 4 };
    if (failed(r, nt_variants_add(r->context, input))) return;
    for (size_t i = 0; i < MOST; i++) {
        const char *id = nt_variant_at(r->context, i), *file = nt_variant_file(r->context, i);
        if (id == NULL) r->o->status = TROUBLE; /* the built-in ones could not be read */
        if (id == NULL || file == NULL || strcmp(file, "input") != 0) return;
        char name[200];
        snprintf(name, sizeof name, "%s", id);
        if (failed(r, try_variant(r, name))) return;
    }
}

static void write_moves(run *r, nt_position *p) {
    enum { MOST = 40 };
    size_t room = nt_variant_move_bound(nt_position_variant(p)) + 1;
    nt_move *moves = malloc(room * sizeof *moves);
    if (moves == NULL) abort();
    size_t count = nt_position_moves(p, moves);
    for (size_t i = 0; i < count && i < MOST; i++) {
        for (size_t f = 0; nt_format_at(f) != NULL; f++) {
            nt_move_write(p, moves[i], nt_format_at(f), r->out);
            put_text(r, " ");
        }
        if (failed(r, nt_position_make(p, moves[i]))) break;
        nt_position_unmake(p);
    }
    free(moves);
}

static void do_code(run *r, const nt_variant *v) {
    nt_position *p = nt_position_new(r->context, v);
    nt_status status = p == NULL ? NT_NO_MEMORY
                                 : nt_position_set(p, (nt_code)r->w->choice, (const char *)r->w->input, r->w->size);
    if (!failed(r, status) && status == NT_OK) {
        for (unsigned code = NT_CODE_FEN; code <= NT_CODE_TEXT; code++) {
            nt_position_write(p, (nt_code)code, &(nt_fen_style){.castling_files = code == 0}, r->out);
            put_text(r, "\n");
        }
        nt_position_svg(p, NULL, NULL, r->out);
        write_moves(r, p);
    }
    nt_position_free(p);
}

static void do_pattern(run *r, const nt_variant *v) {
    nt_status status = NT_OK;
    nt_pattern *pattern = nt_pattern_new(r->context, v, (nt_pattern_form)r->w->choice, (const char *)r->w->input,
                                         r->w->size, &status);
    nt_position *p = nt_position_new(r->context, v);
    if (!failed(r, p == NULL ? NT_NO_MEMORY : status) && pattern != NULL)
        put_text(r, nt_pattern_fits(pattern, p) ? "fits\n" : "does not fit\n");
    nt_position_free(p);
    nt_pattern_free(pattern);
}

/* ---- the run ---- */

/* path NULL: there is none. */
static bool add_file(run *r, const char *path, nt_status (*add)(nt_context *, nt_input *)) {
    if (path == NULL) return true;
    nt_status status = NT_OK;
    nt_input *input = nt_input_open(r->context, path, &status);
    if (input != NULL) status = add(r->context, input);
    nt_input_free(input);
    return !failed(r, status);
}

static void do_input(run *r) {
    bool is_memory = r->w->chunk == 0 && r->w->read_fails == 0;
    nt_input *input = is_memory ? nt_input_memory(r->context, r->w->input, r->w->size, "input")
                                : nt_input_function(r->context, read_part, r, "input");
    if (input == NULL) r->o->status = TROUBLE;
    else if (r->w->kind == WORK_VARIANT) do_variants(r, input);
    else do_games(r, input);
    nt_input_free(input);
}

static void do_work(run *r) {
    if (!add_file(r, r->w->variant_file, nt_variants_add) || !add_file(r, r->w->html_map, nt_html_map)) return;
    if (r->w->kind != WORK_CODE && r->w->kind != WORK_PATTERN) {
        do_input(r);
        return;
    }
    const nt_variant *v = NULL;
    nt_status status = nt_variant_load(r->context, r->w->variant == NULL ? "chess" : r->w->variant, &v);
    if (failed(r, status) || status != NT_OK) return;
    if (r->w->kind == WORK_CODE) do_code(r, v);
    else do_pattern(r, v);
}

void work_run(const work *w, memory *m, outcome *o) {
    run r = {.w = w, .o = o, .context = w->context};
    o->status = FINE;
    o->faulted = false;
    o->errors = 0;
    o->out.size = o->findings.size = 0;
    nt_settings settings = w->settings;
    if (m != NULL) settings.allocator = memory_allocator(m);
    settings.sink = work_sink;
    settings.sink_user = &o;
    if (r.context == NULL) r.context = nt_context_new(&settings);
    if (r.context != NULL) r.out = nt_output_function(r.context, write_part, &r);
    if (r.out == NULL) o->status = TROUBLE;
    else do_work(&r);
    if (nt_output_free(r.out) != NT_OK) o->status = TROUBLE;
    if (w->context == NULL) nt_context_free(r.context);
    if (o->status == FINE && o->errors > 0) o->status = INVALID;
    if (!w->no_findings) bytes_add(&o->out, o->findings.at, o->findings.size);
}

void outcome_free(outcome *o) {
    bytes_free(&o->out);
    bytes_free(&o->findings);
}
