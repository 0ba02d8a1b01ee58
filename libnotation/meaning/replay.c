/* Replays a game: walks its items in their order and keeps the position of the line that is open. Lines are a stack, so
 * that nesting costs no recursion: a variation takes back the move it replaces, and that move is played again at its
 * end. */
#include "meaning/replay.h"

nt_replay *nt_replay_new(nt_context *context, const nt_replay_settings *settings) {
    nt_replay *r = nt_new(context, sizeof *r);
    if (!r) return NULL;
    r->context = context;
    if (settings) r->settings = *settings;
    return r;
}

void nt_replay_free(nt_replay *r) {
    if (!r) return;
    for (unsigned i = 0; i < NT_REPLAY_ENTRIES; i++) nt_position_free(r->entry[i].position);
    nt_ungrow(r->context, &r->states, &r->state_capacity, sizeof *r->states);
    nt_ungrow(r->context, &r->moves, &r->move_capacity, sizeof *r->moves);
    nt_ungrow(r->context, &r->outer, &r->outer_capacity, sizeof *r->outer);
    nt_ungrow(r->context, &r->seen, &r->seen_capacity, sizeof *r->seen);
    nt_delete(r->context, r, sizeof *r);
}

void nt_replay_report(nt_replay *r, size_t at, size_t ply, nt_diag_id id, const char *format, ...) {
    nt_severity severity = nt_diag_severity(id);
    bool is_error = severity == NT_ERROR || (severity == NT_WARNING && r->context->mode == NT_STRICT);
    if (r->findings >= NT_REPLAY_FINDINGS && (r->has_error || !is_error)) {
        r->hidden++;
        return;
    }
    r->findings++;
    r->has_error |= is_error;
    nt_place place = nt_game_place(r->game, at);
    const nt_position *p = r->position;
    if (ply != SIZE_MAX && p) {
        unsigned player = ply < p->plies ? p->undo[ply].state.player : p->state.player;
        place.ply = (uint32_t)(ply + 1);
        place.move_number = nt_number_at(p, ply);
        place.player = r->variant->player_name[player];
        place.is_second = player != 0 || r->variant->players > 2;
    }
    va_list arguments;
    va_start(arguments, format);
    nt_report_list(r->context, &place, id, format, arguments);
    va_end(arguments);
}

/* ---- lines ---- */

static nt_status open_line(nt_replay *r, bool abandoned) {
    if (!nt_grow(r->context, &r->outer, &r->outer_capacity, r->depth + 1, sizeof *r->outer)) return NT_NO_MEMORY;
    nt_position *p = r->position;
    nt_replay_line line = {.stopped = r->line.stopped};
    if (!abandoned && r->line.last == NT_LAST_MADE) {
        line.replaced = p->undo[p->plies - 1].move;
        line.has_replaced = true;
        nt_unmake(p);
    }
    /* the alternative to an illegal move starts from the position before it, which is the current one */
    if (!abandoned && r->line.last == NT_LAST_ILLEGAL) line.stopped = false;
    line.base = p->plies;
    r->outer[r->depth++] = r->line;
    r->line = line;
    return NT_OK;
}

static void close_line(nt_replay *r) {
    if (!r->depth) return;
    nt_position *p = r->position;
    while (p->plies > r->line.base) nt_unmake(p);
    if (r->line.has_replaced) nt_make(p, r->line.replaced);
    r->line = r->outer[--r->depth];
}

/* ---- the walk ---- */

/* What the value of a command should be like. */
static const char *wanted_value(nt_text name) {
    if (!name.length) return "has no name";
    if (nt_text_is(name, "eval")) return "wants pawns like 0.17 or a mate like #-3";
    bool marks = nt_text_is(name, "csl") || nt_text_is(name, "cal");
    return marks ? "wants marks of the cells of the board, like Ge4,Rd1h5" : "wants a time like 1:23:45";
}

/* Whether all marks, Ge4,Rd1h5, are of one or two cells of the board. */
static bool has_cells(const nt_replay *r, nt_text marks) {
    while (marks.length > 0) {
        const unsigned char *comma = memchr(marks.at, ',', marks.length);
        size_t length = comma ? (size_t)(comma - marks.at) : marks.length, cells = 0, size;
        nt_text mark = nt_text_cut(nt_text_trim((nt_text){marks.at, length}), 1);
        marks = nt_text_cut(marks, length + (comma != NULL));
        while (mark.length > 0 && nt_scheme_match(&r->variant->scheme, mark, &size) != NT_NO_CELL) {
            mark = nt_text_cut(mark, size);
            cells++;
        }
        if (mark.length > 0 || cells > 2) return false;
    }
    return true;
}

static bool is_wrong(const nt_replay *r, const nt_command *command) {
    bool has_marks = command->kind == NT_COMMAND_MARKS;
    return command->kind == NT_COMMAND_WRONG || (has_marks && !has_cells(r, nt_game_text(r->game, command->value)));
}

/* Commands in comments: what is wrong with them. */
static void check_comment(nt_replay *r, const nt_item *item) {
    const nt_game *game = r->game;
    nt_command command;
    for (size_t at = 0; nt_game_command(game, item, &at, &command);) {
        if (!is_wrong(r, &command)) continue;
        char quoted[NT_QUOTE_SIZE];
        nt_text whole = nt_game_text(game, command.whole);
        bool is_closed = whole.at[whole.length - 1] == ']';
        size_t plies = r->position->plies;
        nt_replay_report(r, game->text == game->raw ? command.whole.offset : item->place,
                         plies && !r->line.stopped ? plies - 1 : SIZE_MAX, NT_DIAG_COMMENT_COMMAND, "%s: the command %s",
                         nt_quote(whole, quoted),
                         is_closed ? wanted_value(nt_game_text(game, command.name)) : "has no ] at its end");
    }
}

static nt_status walk_item(nt_replay *r, size_t i) {
    const nt_item *item = &r->game->items[i];
    switch (item->kind) {
    case NT_ITEM_MOVE: return nt_replay_play(r, i);
    case NT_ITEM_NUMBER: nt_replay_number(r, item); break;
    case NT_ITEM_LINE_OPEN: return open_line(r, item->flags & NT_LINE_ABANDONED);
    case NT_ITEM_LINE_CLOSE: close_line(r); break;
    case NT_ITEM_COMMENT: check_comment(r, item); break;
    default: break;
    }
    return NT_OK;
}

static nt_status walk(nt_replay *r) {
    nt_status status = NT_OK;
    for (size_t i = nt_replay_run(r, 0); i < r->game->item_count && status == NT_OK; i = nt_replay_run(r, i + 1))
        status = walk_item(r, i);
    while (r->depth) close_line(r);
    r->plies = r->position->plies;
    return status;
}

/* No move of the game can be judged. */
static void mark_all(nt_replay *r) {
    for (size_t i = 0; i < r->game->item_count; i++) {
        if (r->game->items[i].kind == NT_ITEM_MOVE) r->states[i] = NT_PLY_AFTER;
    }
}

static nt_status begin(nt_replay *r, const nt_game *game) {
    r->game = game;
    r->variant = NULL;
    r->position = NULL;
    r->named = r->own_start = r->has_error = false;
    r->line = (nt_replay_line){0};
    r->depth = r->findings = r->hidden = r->plies = 0;
    r->numbers = (nt_replay_numbers){0};
    r->repetition_item = r->rule_item = SIZE_MAX;
    r->ending = NT_ENDING_NONE;
    r->board = r->result = (nt_result){0};
    size_t count = game->item_count;
    if (!nt_grow(r->context, &r->states, &r->state_capacity, count, sizeof *r->states)) return NT_NO_MEMORY;
    if (!nt_grow(r->context, &r->moves, &r->move_capacity, count, sizeof *r->moves)) return NT_NO_MEMORY;
    if (count) memset(r->states, NT_PLY_NONE, count);
    return NT_OK;
}

/* Replays once the variant and the start are known. */
static nt_status replay(nt_replay *r) {
    bool is_hot = r->variant->is_simple && nt_has_plain_words(r->variant) && !r->context->language;
    is_hot &= r->context->mode != NT_STRICT;
    nt_status status = nt_replay_begin_seen(r);
    r->read_plain = is_hot ? r->game->format->read_plain : NULL;
    return status == NT_OK ? walk(r) : status;
}

nt_status nt_replay_game(nt_replay *r, const nt_game *game) {
    nt_status status = begin(r, game);
    if (status != NT_OK) return status;
    r->judged = false;
    status = nt_replay_set_up(r);
    bool judged = r->judged = status == NT_OK;
    if (judged) {
        status = replay(r);
    } else {
        mark_all(r);
    }
    nt_replay_finish(r, judged && status == NT_OK);
    if (r->hidden) {
        nt_place place = nt_game_place(game, 0);
        nt_report(r->context, &place, NT_DIAG_LIMIT_MESSAGES, "%zu more findings in this game are not shown",
                  r->hidden);
    }
    return nt_context_settle(r->context, status == NT_OK && r->has_error ? NT_INVALID : status);
}

/* ---- what came out ---- */

bool nt_replay_is_judged(const nt_replay *r) { return r->judged; }

const nt_variant *nt_replay_variant(const nt_replay *r) { return r->variant; }

nt_position *nt_replay_start(nt_replay *r) {
    nt_position *p = r->position;
    if (p && p->plies && !r->own_start && !r->settings.start) { /* cheaper than taking a whole game back */
        uint32_t number = p->start_number;
        nt_position_reset(p);
        p->start_number = number;
    }
    while (p && p->plies) nt_unmake(p);
    if (p) p->variant = r->written;
    return p;
}

nt_ply_state nt_replay_move(const nt_replay *r, size_t item, nt_move *move) {
    bool is_item = r->game && item < r->game->item_count;
    nt_ply_state state = is_item ? (nt_ply_state)(r->states[item] & NT_PLY_STATE) : NT_PLY_NONE;
    if (state == NT_PLY_OK) *move = r->moves[item];
    return state;
}

void nt_replay_work_out_marks(nt_replay *r) { r->marks = true; }

bool nt_replay_is_canonical(const nt_replay *r, size_t item, int *mark) {
    unsigned due = NT_PLY_OK | NT_PLY_CANONICAL | NT_PLY_MARKED, state = r->states[item];
    if ((state & (NT_PLY_STATE | NT_PLY_CANONICAL | NT_PLY_MARKED)) != due || r->written != r->variant) return false;
    *mark = (int)(state >> NT_PLY_MARK_SHIFT);
    return true;
}

size_t nt_replay_plies(const nt_replay *r) { return r->plies; }

nt_ending nt_replay_ending(const nt_replay *r, nt_result *result) {
    if (result) *result = r->board;
    return r->ending;
}

nt_result nt_replay_result(const nt_replay *r) { return r->result; }
