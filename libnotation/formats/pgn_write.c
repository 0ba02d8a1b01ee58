/* Writing PGN in the export format of the standard: the order in which things stand, lines of play, moves. For pgn.c.
 *
 * A line that was taken back stands before the moves that were played instead; PGN has it behind the first of these, as
 * a variation that begins with {taken back}. Where nothing was played instead it becomes a comment, and so does the
 * rest of a line from its first illegal move on: nothing of a game is lost. */
#include "formats/pgn_writer.h"

static const uint32_t no_item = UINT32_MAX;
static const uint32_t never_replaced = UINT32_C(1) << 31; /* beside the link of a LINE_OPEN */

static const nt_item *item_at(const nt_pgn_writer *w, size_t i) { return &w->game->items[i]; }

/* ---- the order of the items ---- */

static bool is_abandoned(const nt_item *item) {
    return item->kind == NT_ITEM_LINE_OPEN && item->flags & NT_LINE_ABANDONED;
}

static void append(uint32_t *links, nt_pgn_level *level, uint32_t first, uint32_t last) {
    links[level->tail] = first | (links[level->tail] & never_replaced);
    level->tail = last;
}

/* Puts the lines that wait behind what stands in the line so far. */
static void flush_waiting(uint32_t *links, nt_pgn_level *level) {
    if (level->waiting != no_item) append(links, level, level->waiting, level->waiting_tail);
    level->waiting = no_item;
    level->is_replaced = false;
}

/* At the end of a line: what still waits was replaced by nothing. */
static void end_level(nt_pgn_writer *w, nt_pgn_level *level) {
    uint32_t *links = w->buffers->links;
    size_t depth = 0;
    for (uint32_t i = level->waiting; i != no_item && !level->is_replaced; i = links[i] & ~never_replaced) {
        if (depth == 0) links[i] |= never_replaced;
        depth += item_at(w, i)->kind == NT_ITEM_LINE_OPEN;
        depth -= item_at(w, i)->kind == NT_ITEM_LINE_CLOSE;
        if (i == level->waiting_tail) break;
    }
    flush_waiting(links, level);
}

static void close_level(nt_pgn_writer *w, nt_pgn_level *level, uint32_t close) {
    uint32_t *links = w->buffers->links;
    nt_pgn_level *outer = level - 1;
    end_level(w, level);
    append(links, level, close, close);
    if (!is_abandoned(item_at(w, level->open))) {
        append(links, outer, level->open, close);
    } else if (outer->waiting == no_item) {
        outer->waiting = level->open;
        outer->waiting_tail = close;
    } else {
        links[outer->waiting_tail] = level->open;
        outer->waiting_tail = close;
    }
}

/* Links each item to the one that is written after it. links[item_count] begins the list; no_item ends it. Linear. */
static nt_status link_items(nt_pgn_writer *w) {
    nt_pgn_buffers *b = w->buffers;
    nt_context *context = w->writer->context;
    uint32_t count = (uint32_t)w->game->item_count;
    size_t depth = 0;
    if (!nt_grow(context, &b->links, &b->link_capacity, (size_t)count + 1, sizeof *b->links)) return NT_NO_MEMORY;
    if (!nt_grow(context, &b->levels, &b->level_capacity, 1, sizeof *b->levels)) return NT_NO_MEMORY;
    b->levels[0] = (nt_pgn_level){.tail = count, .open = no_item, .waiting = no_item};
    for (uint32_t i = 0; i <= count; i++) b->links[i] = 0;
    for (uint32_t i = 0; i < count; i++) {
        nt_pgn_level *level = &b->levels[depth];
        unsigned kind = item_at(w, i)->kind;
        if (level->is_replaced && kind != NT_ITEM_NAG && kind != NT_ITEM_COMMENT) flush_waiting(b->links, level);
        if (kind == NT_ITEM_LINE_OPEN) {
            if (!nt_grow(context, &b->levels, &b->level_capacity, ++depth + 1, sizeof *b->levels)) return NT_NO_MEMORY;
            b->levels[depth] = (nt_pgn_level){.tail = i, .open = i, .waiting = no_item};
        } else if (kind == NT_ITEM_LINE_CLOSE) {
            close_level(w, level, i);
            depth--;
        } else {
            append(b->links, level, i, i);
            if (kind == NT_ITEM_MOVE) level->is_replaced = level->waiting != no_item;
        }
    }
    end_level(w, &b->levels[0]);
    b->links[b->levels[0].tail] |= ~never_replaced;
    w->has_links = true;
    return NT_OK;
}

static size_t first_item(const nt_pgn_writer *w) {
    size_t count = w->game->item_count;
    return w->has_links ? w->buffers->links[count] & ~never_replaced : 0;
}

static size_t next_item(const nt_pgn_writer *w, size_t i) {
    return w->has_links ? w->buffers->links[i] & ~never_replaced : i + 1;
}

/* Ends a walk: both ~never_replaced, the end of the links, and the count of the items are past the last one. */
static bool is_item(const nt_pgn_writer *w, size_t i) { return i < w->game->item_count; }

/* The item behind the end of the line that item i opens. */
static size_t skip_line(const nt_pgn_writer *w, size_t i) {
    size_t depth = 0;
    do {
        depth += item_at(w, i)->kind == NT_ITEM_LINE_OPEN;
        depth -= item_at(w, i)->kind == NT_ITEM_LINE_CLOSE;
        i = next_item(w, i);
    } while (depth > 0 && is_item(w, i));
    return i;
}

/* ---- lines of play ---- */

static nt_status push_line(nt_pgn_writer *w) {
    nt_pgn_buffers *b = w->buffers;
    nt_position *p = w->position;
    if (!nt_grow(w->writer->context, &b->lines, &b->line_capacity, w->depth + 1, sizeof *b->lines)) return NT_NO_MEMORY;
    size_t start = w->depth > 0 ? b->lines[w->depth - 1].plies : w->first_ply;
    nt_pgn_line *line = &b->lines[w->depth++];
    *line = (nt_pgn_line){.plies = 0};
    if (!p) return NT_OK;
    if (p->plies > start) {
        line->replaced = p->undo[p->plies - 1].move;
        line->replaces = true;
        nt_position_unmake(p);
    }
    line->plies = p->plies;
    return NT_OK;
}

static nt_status pop_line(nt_pgn_writer *w) {
    nt_pgn_line line = w->buffers->lines[--w->depth];
    w->number_due = true;
    if (!w->position) return NT_OK;
    while (w->position->plies > line.plies) nt_position_unmake(w->position);
    return line.replaces ? nt_position_make(w->position, line.replaced) : NT_OK;
}

/* ---- what is written as text inside a comment ---- */

static void put_as_text(nt_pgn_writer *w, const nt_item *item) {
    unsigned char number[32];
    nt_text text = nt_game_text(w->game, item->text);
    switch ((nt_item_kind)item->kind) {
    case NT_ITEM_LINE_OPEN: nt_pgn_put_next(w, NT_TEXT("(")); return;
    case NT_ITEM_LINE_CLOSE: nt_pgn_put_next(w, NT_TEXT(")")); return;
    case NT_ITEM_NUMBER:
        if (text.length + 3 > sizeof number) break;
        memcpy(number, text.at, text.length);
        memcpy(number + text.length, "...", 3);
        nt_pgn_put_next(w, (nt_text){number, text.length + (item->value < 3 ? item->value : 3)});
        return;
    case NT_ITEM_COMMENT:
    case NT_ITEM_ESCAPE:
        nt_pgn_put_next(w, NT_TEXT("\""));
        nt_pgn_put_inside(w, text);
        nt_pgn_put_inside(w, NT_TEXT("\""));
        return;
    case NT_ITEM_MOVE:
    case NT_ITEM_NAG:
    case NT_ITEM_RESULT: break;
    }
    nt_pgn_put_next(w, text);
}

/* From item i to the end of its line, or, where i opens a line, to the end of that one. *next: what is to be written
 * after it. */
static void put_text_of_line(nt_pgn_writer *w, size_t i, nt_text title, size_t *next) {
    size_t depth = 0;
    bool is_whole = item_at(w, i)->kind == NT_ITEM_LINE_OPEN, is_muted = w->writer->settings.no_comments;
    if (is_whole) *next = skip_line(w, i);
    if (is_whole) i = next_item(w, i);
    if (!is_muted) nt_pgn_put_open(w, '{');
    if (!is_muted) nt_pgn_put_inside(w, title);
    for (; is_item(w, i); i = next_item(w, i)) {
        const nt_item *item = item_at(w, i);
        if (item->kind == NT_ITEM_LINE_CLOSE && depth == 0) break;
        depth += item->kind == NT_ITEM_LINE_OPEN;
        depth -= item->kind == NT_ITEM_LINE_CLOSE;
        if (!is_muted && i != w->game->result_item) put_as_text(w, item);
    }
    if (!is_muted) nt_pgn_close_comment(w);
    w->number_due = true;
    if (!is_whole) *next = i;
}

/* ---- items ---- */

/* Makes the moves that were copied. */
static nt_status catch_up(nt_pgn_writer *w) {
    nt_status status = NT_OK;
    nt_move move;
    for (size_t i = w->behind_at; w->behind > 0 && status == NT_OK; i = next_item(w, i)) {
        if (item_at(w, i)->kind != NT_ITEM_MOVE || nt_replay_move(w->replay, i, &move) != NT_PLY_OK) continue;
        status = nt_position_make(w->position, move);
        w->behind--;
    }
    return status;
}

/* A move whose text is what would be written is copied, and not made until the position is asked for. Measured: without it
 * nt-conv takes half as many instructions again. False: it must be written by the board. */
static bool copy_move(nt_pgn_writer *w, size_t i) {
    int mark;
    nt_text text = nt_game_text(w->game, item_at(w, i)->text);
    if (!w->copies || w->depth > 0 || !nt_replay_is_canonical(w->replay, i, &mark)) return false;
    while (text.length && (text.at[text.length - 1] == '+' || text.at[text.length - 1] == '#')) text.length--;
    nt_pgn_put_copy(w, text, mark);
    if (w->behind++ == 0) w->behind_at = i;
    return true;
}

/* Whether PGN reads something else in the text of a move: the end of the game, a comment, a tag pair, an escaped line. */
static bool is_sign(nt_text move) {
    for (size_t i = 0; i < move.length; i++)
        if (memchr("*{};[%", move.at[i], 6)) return true;
    return false;
}

/* A move of a game that has not been replayed. */
static void write_as_it_is(nt_pgn_writer *w, size_t i, size_t *next) {
    nt_text text = nt_game_text(w->game, item_at(w, i)->text);
    if (is_sign(text)) put_text_of_line(w, i, NT_TEXT("no move:"), next);
    else nt_pgn_put_move_as(w, text);
}

static nt_status write_move(nt_pgn_writer *w, size_t i, size_t *next) {
    nt_move move;
    if (w->position && copy_move(w, i)) return NT_OK;
    nt_status caught = catch_up(w);
    if (caught != NT_OK) return caught;
    if (!w->position) {
        write_as_it_is(w, i, next);
        return NT_OK;
    }
    nt_ply_state state = nt_replay_move(w->replay, i, &move);
    if (state == NT_PLY_NONE) return NT_OK; /* a number without its dot */
    if (state != NT_PLY_OK) {
        put_text_of_line(w, i, NT_TEXT("illegal:"), next);
        return NT_OK;
    }
    nt_pgn_put_move(w, move);
    return nt_position_make(w->position, move);
}

static nt_status open_line(nt_pgn_writer *w, size_t i, size_t *next) {
    bool was_taken_back = is_abandoned(item_at(w, i));
    if (w->writer->settings.no_variations) {
        *next = skip_line(w, i);
        return NT_OK;
    }
    if (w->has_links && w->buffers->links[i] & never_replaced) {
        put_text_of_line(w, i, NT_TEXT("taken back:"), next);
        return NT_OK;
    }
    nt_pgn_put_open(w, '(');
    w->number_due = true;
    if (was_taken_back && !w->writer->settings.no_comments) nt_pgn_put_comment(w, NT_TEXT("taken back"));
    nt_status status = catch_up(w);
    return status == NT_OK ? push_line(w) : status;
}

static nt_status write_comment(nt_pgn_writer *w, nt_text written) {
    nt_text text;
    bool is_kept;
    nt_status status = nt_writer_comment(w->writer, written, &text, &is_kept);
    if (status == NT_OK && is_kept) nt_pgn_put_comment(w, text);
    return status;
}

/* The result of a variation, as the standard spells it; what it has no spelling for, resign and 0-0, as a comment. */
static void put_end(nt_pgn_writer *w, nt_text text) {
    nt_result result = {.known = false};
    char standard[32];
    unsigned points = nt_text_is(text, "*");
    (void)nt_result_end(text, &result);
    for (unsigned i = 0; i < result.players; i++) points += result.twelfths[i];
    if (points) nt_pgn_put_word(w, (nt_text){(unsigned char *)standard, nt_result_text(&result, standard)});
    else if (!w->writer->settings.no_comments) nt_pgn_put_comment(w, text);
}

static nt_status write_item(nt_pgn_writer *w, size_t i, size_t *next) {
    const nt_item *item = item_at(w, i);
    const nt_write_settings *settings = &w->writer->settings;
    nt_text text = nt_game_text(w->game, item->text);
    *next = next_item(w, i);
    switch ((nt_item_kind)item->kind) {
    case NT_ITEM_MOVE: return write_move(w, i, next);
    case NT_ITEM_NUMBER:
        if (!w->position && !settings->no_numbers) nt_pgn_put_number_as(w, text, item->value);
        return NT_OK;
    case NT_ITEM_COMMENT: return write_comment(w, text);
    case NT_ITEM_ESCAPE:
        if (!settings->no_comments) nt_pgn_put_escape(w, text);
        return NT_OK;
    case NT_ITEM_NAG:
        if (!settings->no_nags) nt_pgn_put_nag(w, item->value);
        return NT_OK;
    case NT_ITEM_LINE_OPEN: return open_line(w, i, next);
    case NT_ITEM_LINE_CLOSE: nt_pgn_put_close(w, ')'); return pop_line(w);
    case NT_ITEM_RESULT:
        if (w->depth > 0) put_end(w, text);
        return NT_OK;
    }
    return NT_OK;
}

/* ---- games ---- */

/* The result to be written: as the replay understands it, else the terminator, else the Result tag. What is not known yields
 * to what is. */
static nt_result find_result(const nt_game *game, nt_replay *replay) {
    nt_result result = {.known = false};
    size_t length;
    bool is_exact;
    if (replay) result = nt_replay_result(replay);
    if (!result.known && game->result_item != SIZE_MAX) result = game->result;
    if (result.known) return result;
    const char *value = nt_game_tag(game, "Result", &length);
    if (value) (void)nt_result_read((nt_text){(const unsigned char *)value, length}, &result, &is_exact);
    return result;
}

/* Whether the replay could judge the moves at all. */
static bool is_judged(const nt_game *game, nt_replay *replay) {
    nt_move move;
    if (!replay || !nt_replay_is_judged(replay) || !nt_replay_start(replay)) return false;
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].kind == NT_ITEM_MOVE) return nt_replay_move(replay, i, &move) != NT_PLY_AFTER;
    return true;
}

/* The terminator. Where all have lost there is none: 0-0 is castling. */
static void put_result(nt_pgn_writer *w) {
    const nt_game *game = w->game;
    char text[32];
    bool has_points = !w->result.known;
    for (unsigned i = 0; i < w->result.players; i++) has_points |= w->result.twelfths[i] > 0;
    const nt_item *end = game->result_item != SIZE_MAX ? &game->items[game->result_item] : NULL;
    if (end && w->result.known && nt_text_is(nt_game_text(game, end->text), "*"))
        nt_pgn_report_repair(w, end->place, "the moves are ended with the result of the Result tag, not with *");
    if (!has_points) nt_pgn_report_repair(w, 0, "the result 0-0 is written as *: PGN has no terminator for it");
    size_t length = has_points ? nt_result_text(&w->result, text) : 1;
    if (!has_points) text[0] = '*';
    nt_pgn_put_word(w, (nt_text){(unsigned char *)text, length});
    nt_pgn_end_line(w);
}

static nt_status check_resolved(const nt_writer *writer, const nt_game *game) {
    if (game->format->family == NT_FAMILY_ALGEBRAIC) return NT_OK;
    nt_place place = nt_game_place(game, 0);
    nt_report(writer->context, &place, NT_DIAG_WRITE_UNRESOLVED,
              "the moves of this game are written as %s, and without a replay they cannot be written as %s",
              game->format->name, writer->format->name);
    return NT_INVALID;
}

static nt_status write_movetext(nt_pgn_writer *w) {
    nt_status status = NT_OK;
    bool has_abandoned = false;
    for (size_t i = 0; i < w->game->item_count && !has_abandoned; i++) has_abandoned = is_abandoned(item_at(w, i));
    if (has_abandoned) status = link_items(w);
    for (size_t i = first_item(w), next; status == NT_OK && is_item(w, i); i = next) status = write_item(w, i, &next);
    if (!w->position) return status;
    while (w->position->plies > w->first_ply) nt_position_unmake(w->position);
    return status;
}

nt_status nt_pgn_write_game(nt_writer *writer, const nt_game *game, nt_replay *replay) {
    if (nt_san_refuses(writer, game, replay)) return NT_INVALID;
    const nt_write_settings *settings = &writer->settings;
    if (!writer->state) writer->state = nt_new(writer->context, sizeof(nt_pgn_buffers));
    if (!writer->state) return NT_NO_MEMORY;
    nt_pgn_writer w = {.writer = writer, .output = writer->output, .game = game, .buffers = writer->state,
                       .number_due = true, .result = find_result(game, replay)};
    if (is_judged(game, replay)) {
        w.replay = replay;
        w.position = nt_replay_start(replay);
        w.first_ply = w.position->plies;
        w.copies = game->format == writer->format && w.position->variant->is_simple && !writer->context->to_language;
    } else if (check_resolved(writer, game) != NT_OK) {
        return NT_INVALID;
    }
    nt_status status = settings->no_tags ? NT_OK : nt_pgn_put_head(&w);
    if (status == NT_OK) status = write_movetext(&w);
    if (status != NT_OK) return status;
    put_result(&w);
    if (!settings->no_tags || !settings->one_line) nt_put(writer->output, '\n');
    return NT_OK;
}

void nt_pgn_free_writer(nt_writer *writer) {
    nt_pgn_buffers *b = writer->state;
    if (!b) return;
    nt_ungrow(writer->context, &b->lines, &b->line_capacity, sizeof *b->lines);
    nt_ungrow(writer->context, &b->levels, &b->level_capacity, sizeof *b->levels);
    nt_ungrow(writer->context, &b->links, &b->link_capacity, sizeof *b->links);
    nt_ungrow(writer->context, &b->rows, &b->row_capacity, sizeof *b->rows);
    nt_position_free(b->array);
    nt_delete(writer->context, b, sizeof *b);
    writer->state = NULL;
}
