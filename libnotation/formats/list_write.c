/* The writer of move lists: in which order things stand, which line and level they are on, and the moves themselves.
 * Game Courier writes a line that was not played before the moves that were played instead, so what PGN has behind a
 * move goes in front of it. Called by the formats whose logs are lists. */
#include "formats/list_writer.h"

static const nt_item *item_at(const nt_list_writer *w, size_t i) { return &w->game->items[i]; }

/* ---- lines of play ---- */

/* A line that is open. plies: how many the position has had where it began. */
static nt_status push_line(nt_list_writer *w, const nt_item *open) {
    if (!nt_grow(w->writer->context, &w->lines, &w->line_capacity, w->depth + 1, sizeof *w->lines)) return NT_NO_MEMORY;
    size_t start = w->depth ? w->lines[w->depth - 1].plies : w->first_ply;
    nt_written_line line = {.group = w->style->groups && !(open->flags & NT_LINE_ABANDONED)};
    if (w->position && line.group && w->position->plies > start) {
        line.replaced = w->position->undo[w->position->plies - 1].move;
        line.replaces = true;
        nt_position_unmake(w->position);
    }
    line.plies = w->position ? w->position->plies : 0;
    w->lines[w->depth++] = line;
    return NT_OK;
}

static nt_status pop_line(nt_list_writer *w) {
    nt_written_line line = w->lines[--w->depth];
    if (!w->position) return NT_OK;
    while (w->position->plies > line.plies) nt_position_unmake(w->position);
    return line.replaces ? nt_position_make(w->position, line.replaced) : NT_OK;
}

static uint32_t link_of(const nt_list_writer *w, size_t i) { return w->links ? w->links[i] : NT_NO_LINK; }

/* Whether what was read as a move is a number without its dot. */
static bool is_number(const nt_list_writer *w, size_t i) {
    nt_move move;
    return w->position && nt_replay_move(w->replay, i, &move) == NT_PLY_NONE;
}

/* The index of the end of the line that the item stands in: its LINE_CLOSE, or how many items there are. */
static size_t end_of_line(const nt_list_writer *w, size_t i) {
    size_t depth = 0;
    for (; i < w->game->item_count; i++) {
        unsigned kind = item_at(w, i)->kind;
        if (kind == NT_ITEM_LINE_CLOSE && depth-- == 0) break;
        if (kind == NT_ITEM_LINE_OPEN && link_of(w, i) != NT_NO_LINK) i = link_of(w, i);
        else depth += kind == NT_ITEM_LINE_OPEN;
    }
    return i;
}

/* ---- the order of the items ---- */

/* Links, where variations are to stand before their move: a move to the first variation that replaces it, the end of
 * that to the next, the end of the last back to the move; and the begin of each to its end. NT_NO_LINK elsewhere. */
static nt_status link_variations(nt_list_writer *w) {
    size_t count = w->game->item_count, depth = 0, capacity = 0;
    struct open {
        uint32_t at, owner, move, tail; /* tail: the end of the last variation of the move */
    } *open = NULL;
    nt_context *context = w->writer->context;
    bool room = nt_grow(context, &w->links, &w->link_capacity, count, sizeof *w->links) &&
                nt_grow(context, &open, &capacity, 1, sizeof *open);
    if (room) open[0] = (struct open){NT_NO_LINK, NT_NO_LINK, NT_NO_LINK, NT_NO_LINK};
    for (size_t i = 0; i < count && room; i++) {
        const nt_item *item = item_at(w, i);
        w->links[i] = NT_NO_LINK;
        if (item->kind == NT_ITEM_MOVE && !is_number(w, i)) {
            open[depth].move = (uint32_t)i;
            open[depth].tail = NT_NO_LINK;
        } else if (item->kind == NT_ITEM_LINE_OPEN) {
            uint32_t owner = item->flags & NT_LINE_ABANDONED ? NT_NO_LINK : open[depth].move;
            if (owner != NT_NO_LINK) w->links[open[depth].tail == NT_NO_LINK ? owner : open[depth].tail] = (uint32_t)i;
            room = nt_grow(context, &open, &capacity, ++depth + 1, sizeof *open);
            if (room) open[depth] = (struct open){(uint32_t)i, owner, NT_NO_LINK, NT_NO_LINK};
        } else if (item->kind == NT_ITEM_LINE_CLOSE) {
            struct open line = open[depth--];
            if (line.owner == NT_NO_LINK) continue;
            w->links[line.at] = (uint32_t)i;
            w->links[i] = line.owner;
            open[depth].tail = (uint32_t)i;
        }
    }
    nt_ungrow(context, &open, &capacity, sizeof *open);
    return room ? NT_OK : NT_NO_MEMORY;
}

/* The next item to be written; false: that was the last. */
static bool next_item(nt_list_writer *w, size_t *index) {
    bool linked = w->linked != NT_NO_LINK; /* came to it by a link */
    size_t i = linked ? w->linked : w->cursor;
    while (!linked && i < w->game->item_count && link_of(w, i) != NT_NO_LINK) {
        unsigned kind = item_at(w, i)->kind;
        if (kind == NT_ITEM_LINE_CLOSE) break;
        linked = kind == NT_ITEM_MOVE;
        i = link_of(w, i) + !linked; /* a variation's begin: it has been written before its move */
    }
    w->linked = NT_NO_LINK;
    w->cursor = i + 1;
    *index = i;
    if (i < w->game->item_count && item_at(w, i)->kind == NT_ITEM_LINE_CLOSE) w->linked = link_of(w, i);
    return i < w->game->item_count;
}

/* ---- moves ---- */

/* What cannot be replayed, or read again, of a line: a comment that holds it as it was written. */
static void write_rest(nt_list_writer *w, size_t from, const char *title) {
    size_t end = end_of_line(w, from);
    uint32_t own = link_of(w, from);
    w->cursor = end;
    if (w->writer->settings.no_comments) return;
    nt_list_begin_comment(w);
    nt_output_string(w->output, title);
    for (size_t i = from; i < end; i++) {
        const nt_item *item = item_at(w, i);
        if (i > from && item->kind == NT_ITEM_MOVE) own = NT_NO_LINK;
        if (item->kind == NT_ITEM_LINE_OPEN && own != NT_NO_LINK && link_of(w, i) != NT_NO_LINK) i = link_of(w, i);
        else if (item->kind != NT_ITEM_RESULT || w->depth) nt_list_put_plain(w, item);
    }
    nt_list_end_comment(w);
}

/* Makes the moves that were written without the board. */
static nt_status catch_up(nt_list_writer *w) {
    nt_status status = NT_OK;
    nt_move move;
    for (size_t i = w->behind_at; w->behind > 0 && status == NT_OK; i++) {
        if (item_at(w, i)->kind != NT_ITEM_MOVE || nt_replay_move(w->replay, i, &move) != NT_PLY_OK) continue;
        status = nt_position_make(w->position, move);
        w->behind--;
    }
    return status;
}

/* Whether the next move can be written without the board: no number is due, no line was opened. */
static bool is_boardless(const nt_list_writer *w) {
    return w->writer->format->is_boardless && w->style->no_numbers && !w->style->columns && w->bars == 0 && w->depth == 0;
}

/* A move of a game that has not been replayed. */
static void write_as_it_is(nt_list_writer *w, size_t i) {
    nt_text text = nt_game_text(w->game, item_at(w, i)->text);
    w->number_due = false;
    if (nt_list_is_sign(text, w->style)) write_rest(w, i, " no move:");
    else nt_list_put_text(w, text, w->style->columns && !w->numbered);
}

static nt_status write_move(nt_list_writer *w, size_t i) {
    nt_move move;
    nt_position *p = w->position;
    if (!p) {
        write_as_it_is(w, i);
        return NT_OK;
    }
    nt_ply_state state = nt_replay_move(w->replay, i, &move);
    if (state == NT_PLY_NONE) return NT_OK; /* a number without its dot */
    if (state != NT_PLY_OK) {
        write_rest(w, i, " illegal:");
        return NT_OK;
    }
    nt_list_put_move(w, move);
    if (!is_boardless(w)) return nt_position_make(p, move);
    if (w->behind++ == 0) w->behind_at = i;
    return NT_OK;
}

/* ---- items ---- */

static nt_status open_line(nt_list_writer *w, size_t i) {
    if (w->writer->settings.no_variations) {
        w->cursor = end_of_line(w, i + 1) + 1;
        return NT_OK;
    }
    nt_status status = catch_up(w);
    if (status == NT_OK) status = push_line(w, item_at(w, i));
    if (status == NT_OK) nt_list_put_open(w, w->lines[w->depth - 1].group);
    return status;
}

static nt_status close_line(nt_list_writer *w) {
    bool group = w->lines[w->depth - 1].group;
    nt_list_put_close(w, group);
    return pop_line(w);
}

static nt_status write_comment(nt_list_writer *w, nt_text written) {
    nt_text text;
    bool is_kept;
    nt_status status = nt_writer_comment(w->writer, written, &text, &is_kept);
    if (status == NT_OK && is_kept) nt_list_put_comment(w, text, false);
    return status;
}

/* A result by its standard text; resign as it was written. Where all have lost there is none: 0-0 would be castling. */
static void put_result(nt_list_writer *w, const nt_result *result, nt_text written, bool own_line) {
    char standard[32];
    nt_result again;
    nt_text text = nt_text_trim(written);
    if (result->known) text = (nt_text){(unsigned char *)standard, nt_result_text(result, standard)};
    if (!nt_result_end(text, &again)) {
        nt_place place = nt_game_place(w->game, 0);
        nt_report(w->writer->context, &place, NT_DIAG_REPAIRED,
                  "the result %s is written as *: it would be read as castling", standard);
        text = NT_TEXT("*");
    }
    nt_list_put_text(w, text, own_line);
}

static nt_status write_item(nt_list_writer *w, size_t i) {
    const nt_item *item = item_at(w, i);
    const nt_write_settings *settings = &w->writer->settings;
    nt_result result;
    nt_text text = nt_game_text(w->game, item->text);
    switch ((nt_item_kind)item->kind) {
    case NT_ITEM_MOVE: return write_move(w, i);
    case NT_ITEM_NUMBER:
        if (!w->position && !settings->no_numbers) nt_list_put_number_as(w, text, item->value);
        return NT_OK;
    case NT_ITEM_COMMENT: return write_comment(w, text);
    case NT_ITEM_ESCAPE:
        if (!settings->no_comments) nt_list_put_comment(w, text, true);
        return NT_OK;
    case NT_ITEM_NAG:
        if (!settings->no_nags) nt_list_put_nag(w, item->value);
        return NT_OK;
    case NT_ITEM_LINE_OPEN: return open_line(w, i);
    case NT_ITEM_LINE_CLOSE: return close_line(w);
    case NT_ITEM_RESULT:
        if (w->depth && nt_result_end(text, &result)) put_result(w, &result, text, false);
        return NT_OK;
    }
    return NT_OK;
}

/* ---- games ---- */

static void write_result(nt_list_writer *w) {
    const nt_game *game = w->game;
    bool has_result = game->result_item != SIZE_MAX;
    nt_result result = game->result, judged = result;
    if (w->replay) judged = nt_replay_result(w->replay); /* repair mode may have changed it */
    if (has_result && result.known && judged.known) result = judged;
    if (has_result) put_result(w, &result, nt_game_text(game, game->items[game->result_item].text), true);
    bool has_body = nt_output_total(w->output) > w->head_end, needs_end = w->runs_on || (!w->has_head && !has_body);
    if (needs_end) nt_list_put_text(w, NT_TEXT("*"), true);
    nt_list_end_line(w);
    w->writer->open_end = !has_result && !needs_end;
    w->writer->open_head = !has_body;
}

/* Whether moves may be written as they stand. */
static bool same_spelling(const nt_format *a, const nt_format *b) {
    return a == b || (a->family == b->family && a->family != NT_FAMILY_COORDINATE);
}

static nt_status check_resolved(const nt_writer *writer, const nt_game *game) {
    if (same_spelling(game->format, writer->format)) return NT_OK;
    nt_place place = nt_game_place(game, 0);
    nt_report(writer->context, &place, NT_DIAG_WRITE_UNRESOLVED,
              "the moves of this game are written as %s, and without a replay they cannot be written as %s",
              game->format->name, writer->format->name);
    return NT_INVALID;
}

static nt_status write_items(nt_list_writer *w) {
    bool links = !w->style->groups && !w->writer->settings.no_variations && w->game->item_count > 0;
    nt_status status = links ? link_variations(w) : NT_OK;
    for (size_t i; status == NT_OK && next_item(w, &i);) status = write_item(w, i);
    if (w->position)
        while (w->position->plies > w->first_ply) nt_position_unmake(w->position);
    return status;
}

nt_status nt_list_write_game(nt_writer *writer, const nt_game *game, nt_replay *replay, const nt_list_style *style) {
    nt_list_writer w = {.writer = writer, .output = writer->output, .game = game, .style = style, .linked = NT_NO_LINK,
                        .number_due = true};
    if (replay && nt_replay_variant(replay)) {
        w.replay = replay;
        w.position = nt_replay_start(replay);
        w.first_ply = w.position->plies;
    } else if (check_resolved(writer, game) != NT_OK) {
        return NT_INVALID;
    }
    nt_list_put_head(&w);
    w.head_end = nt_output_total(w.output);
    nt_status status = write_items(&w);
    if (status == NT_OK) write_result(&w);
    nt_ungrow(writer->context, &w.lines, &w.line_capacity, sizeof *w.lines);
    nt_ungrow(writer->context, &w.links, &w.link_capacity, sizeof *w.links);
    return status;
}
