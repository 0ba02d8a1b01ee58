/* The html notation: the moves of a game, with variations, lines that were taken back, comments and glyphs. They stand in the
 * order of the record, so that lines need no list of their own: each move says which one it follows. */
#include "formats/html.h"

static nt_text text_of(const nt_html_writer *w, const nt_item *item) { return nt_game_text(w->game, item->text); }

static nt_html_line *line_of(const nt_html_writer *w) { return &w->state->lines[w->depth]; }

/* ---- words ---- */

/* What stands before a word: a line end, so that the source can be read, a blank, or nothing behind a parenthesis. */
static void put_gap(nt_html_writer *w, bool line) {
    if (!w->is_glued) nt_put(w->out, line && !w->writer->settings.one_line ? '\n' : ' ');
    w->is_glued = false;
}

static void put_element(nt_html_writer *w, const char *class, nt_text text) {
    put_gap(w, false);
    nt_output_format(w->out, "<span class=\"%s\">", class);
    nt_output_markup(w->out, text.at, text.length);
    nt_output_string(w->out, "</span>");
}

/* The glyphs of the PGN standard (10) and of its users that have a sign; others are shown as $N. */
static void put_glyph(nt_html_writer *w, unsigned glyph) {
    static const struct {
        unsigned glyph;
        const char *sign, *words;
    } glyphs[] = {
        {1, "!", "good move"}, {2, "?", "poor move"}, {3, "!!", "very good move"}, {4, "??", "very poor move"},
        {5, "!?", "speculative move"}, {6, "?!", "questionable move"}, {7, "\u25a1", "forced move"},
        {10, "=", "drawish position"}, {13, "\u221e", "unclear position"},
        {14, "+=", "White has a slight advantage"}, {15, "=+", "Black has a slight advantage"},
        {16, "\u00b1", "White has a moderate advantage"}, {17, "\u2213", "Black has a moderate advantage"},
        {18, "+\u2212", "White has a decisive advantage"}, {19, "\u2212+", "Black has a decisive advantage"},
        {22, "\u2299", "White is in zugzwang"}, {23, "\u2299", "Black is in zugzwang"},
        {36, "\u2191", "White has the initiative"}, {37, "\u2191", "Black has the initiative"},
        {40, "\u2192", "White has the attack"}, {41, "\u2192", "Black has the attack"},
        {132, "\u21c6", "White has counterplay"}, {133, "\u21c6", "Black has counterplay"}, {146, "N", "novelty"},
    };
    put_gap(w, false);
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++) {
        if (glyphs[i].glyph != glyph) continue;
        nt_output_format(w->out, "<abbr data-nag=\"%u\" title=\"%s\">%s</abbr>", glyph, glyphs[i].words, glyphs[i].sign);
        return;
    }
    nt_output_format(w->out, "<abbr data-nag=\"%u\" title=\"annotation glyph %u\">$%u</abbr>", glyph, glyph, glyph);
}

/* ---- moves ---- */

/* The number before a move, where one is due, or the gap alone. It is not parted from its move at the end of a line. */
static void put_number(nt_html_writer *w) {
    bool begins = nt_position_begins_number(w->position), shows = begins || w->number_due;
    w->number_due = false;
    if (w->writer->settings.no_numbers) shows = false;
    put_gap(w, shows && begins);
    if (!shows) return;
    nt_output_format(w->out, "<span class=\"n\">%u%s</span>\u00a0", nt_position_number(w->position), begins ? "." : "...");
}

static void put_cell(nt_html_writer *w, unsigned cell, bool exists) {
    if (exists) nt_output_number(w->out, cell);
    else nt_output_string(w->out, "-1");
    nt_put(w->out, ' ');
}

static void put_turn(nt_html_writer *w) {
    nt_output_number(w->out, 2 * nt_position_player(w->position) + nt_position_in_check(w->position));
}

/* Opens the link of a move; what its data hold has to follow. */
static void open_link(nt_html_writer *w, const char *class) {
    size_t number = ++w->moves, last = line_of(w)->last;
    put_number(w);
    nt_output_format(w->out, "<a%s href=\"#%llu.%zu\"", class, (unsigned long long)w->writer->games + 1, number);
    if (last + 1 != number) nt_output_format(w->out, " data-p=\"%zu\"", last);
    nt_output_string(w->out, " data-s=\"");
}

/* The text of a legal move. It is written into the output's buffer and taken out again to be escaped. */
static void put_san(nt_html_writer *w, nt_move move) {
    enum { ROOM = 512 }; /* no move is longer */
    unsigned char text[ROOM];
    if (NT_OUTPUT_SIZE - w->out->used < ROOM) nt_output_drain(w->out);
    size_t start = w->out->used;
    nt_move_write(w->position, move, &nt_format_pgn, w->out);
    size_t length = w->out->used - start;
    memcpy(text, w->out->data + start, length);
    w->out->used = start;
    nt_output_markup(w->out, text, length);
}

static nt_status put_legal(nt_html_writer *w, nt_move move, nt_text written) {
    nt_html_line *line = line_of(w);
    nt_html_view before = w->view;
    open_link(w, "");
    put_cell(w, move.from, move.type != NT_MOVE_DROP && move.type != NT_MOVE_PASS);
    put_cell(w, move.to, move.type != NT_MOVE_PASS);
    if (nt_position_make(w->position, move) != NT_OK) return NT_NO_MEMORY;
    nt_html_look(w->position, &w->view);
    put_turn(w);
    nt_html_put_changes(w->out, &before, &w->view);
    if (w->as_written) nt_output_string(w->out, "\" data-text=\"");
    if (w->as_written) nt_output_markup(w->out, written.at, written.length);
    nt_output_string(w->out, "\">");
    nt_position_unmake(w->position);
    put_san(w, move);
    nt_output_string(w->out, "</a>");
    line->before = line->last;
    line->last = w->moves;
    line->made = true;
    return nt_position_make(w->position, move);
}

/* A move that is not legal: crossed out, with the reason. */
static nt_status put_illegal(nt_html_writer *w, size_t i) {
    nt_intent intent;
    nt_fault fault;
    nt_text text = text_of(w, &w->game->items[i]);
    nt_status status = nt_replay_why(w->replay, i, &intent, &fault);
    if (status != NT_INVALID) return status == NT_OK ? NT_NO_MEMORY : status;
    open_link(w, " class=\"illegal\"");
    put_cell(w, intent.from, intent.from != NT_NO_CELL);
    put_cell(w, intent.to, intent.to != NT_NO_CELL);
    put_turn(w);
    nt_output_string(w->out, "\"><s>");
    nt_output_markup(w->out, text.at, text.length);
    nt_output_string(w->out, "</s></a> <span class=\"why\">not legal: ");
    nt_output_markup(w->out, fault.message.text, fault.message.length);
    nt_output_string(w->out, "</span>");
    line_of(w)->made = false;
    return NT_OK;
}

static nt_status put_move(nt_html_writer *w, size_t i) {
    nt_move move;
    nt_ply_state state = w->position ? nt_replay_move(w->replay, i, &move) : NT_PLY_AFTER;
    if (state == NT_PLY_NONE) return NT_OK; /* a number without its dot */
    if (state == NT_PLY_OK) return put_legal(w, move, text_of(w, &w->game->items[i]));
    if (state == NT_PLY_ILLEGAL) return put_illegal(w, i);
    put_element(w, w->position ? "after" : "move", text_of(w, &w->game->items[i]));
    line_of(w)->made = false;
    return NT_OK;
}

/* The numbers of moves that are not judged are those that were written. */
static void put_number_as(nt_html_writer *w, const nt_item *item) {
    nt_text text = text_of(w, item);
    if (w->position || w->writer->settings.no_numbers) return;
    put_gap(w, item->value <= 1);
    nt_output_string(w->out, "<span class=\"n\">");
    nt_output_markup(w->out, text.at, text.length);
    nt_output_string(w->out, item->value > 1 ? "...</span>" : ".</span>");
}

/* ---- lines ---- */

static nt_status open_line(nt_html_writer *w, bool abandoned) {
    nt_html_state *state = w->state;
    if (!nt_grow(w->writer->context, &state->lines, &state->line_capacity, w->depth + 2, sizeof *state->lines))
        return NT_NO_MEMORY;
    nt_html_line *outer = line_of(w), *line = outer + 1;
    *line = (nt_html_line){.last = outer->last};
    if (!abandoned && outer->made && w->position) {
        line->replaced = w->position->undo[w->position->plies - 1].move;
        line->replaces = true;
        line->last = outer->before;
        nt_position_unmake(w->position);
        nt_html_look(w->position, &w->view);
    }
    line->before = line->last;
    line->plies = w->position ? w->position->plies : 0;
    w->depth++;
    w->number_due = true;
    put_gap(w, true);
    nt_output_string(w->out, abandoned ? "<span class=\"line back\">(<span class=\"what\">taken back:</span>"
                                       : "<span class=\"line\">(");
    w->is_glued = !abandoned;
    return NT_OK;
}

static nt_status close_line(nt_html_writer *w) {
    nt_html_line *line = line_of(w);
    nt_output_string(w->out, ")</span>");
    w->number_due = true;
    w->is_glued = false;
    w->depth--;
    if (!w->position) return NT_OK;
    while (w->position->plies > line->plies) nt_position_unmake(w->position);
    nt_status status = line->replaces ? nt_position_make(w->position, line->replaced) : NT_OK;
    nt_html_look(w->position, &w->view);
    return status;
}

/* The item that closes the line that item i opens, or the last one of the game. */
static size_t end_of_line(const nt_html_writer *w, size_t i) {
    size_t depth = 0;
    for (; i + 1 < w->game->item_count; i++) {
        depth += w->game->items[i].kind == NT_ITEM_LINE_OPEN;
        depth -= w->game->items[i].kind == NT_ITEM_LINE_CLOSE;
        if (depth == 0) break;
    }
    return i;
}

/* ---- the walk ---- */

static nt_status put_comment(nt_html_writer *w, const nt_item *item) {
    nt_text text;
    bool is_kept;
    nt_status status = nt_writer_comment(w->writer, text_of(w, item), &text, &is_kept);
    w->number_due = true;
    if (status == NT_OK && is_kept) put_element(w, "comment", text);
    return status;
}

static nt_status put_item(nt_html_writer *w, size_t *i) {
    const nt_write_settings *settings = &w->writer->settings;
    const nt_item *item = &w->game->items[*i];
    switch ((nt_item_kind)item->kind) {
    case NT_ITEM_MOVE: return put_move(w, *i);
    case NT_ITEM_NUMBER: put_number_as(w, item); return NT_OK;
    case NT_ITEM_COMMENT: return put_comment(w, item);
    case NT_ITEM_ESCAPE:
        w->number_due = true;
        if (!settings->no_comments) put_element(w, "comment", text_of(w, item));
        return NT_OK;
    case NT_ITEM_NAG:
        if (!settings->no_nags) put_glyph(w, item->value);
        return NT_OK;
    case NT_ITEM_LINE_OPEN:
        if (!settings->no_variations) return open_line(w, item->flags & NT_LINE_ABANDONED);
        *i = end_of_line(w, *i);
        return NT_OK;
    case NT_ITEM_LINE_CLOSE: return w->depth > 0 ? close_line(w) : NT_OK;
    case NT_ITEM_RESULT:
        if (*i != w->game->result_item) put_element(w, "word", text_of(w, item));
        return NT_OK;
    }
    return NT_OK;
}

nt_status nt_html_put_moves(nt_html_writer *w) {
    nt_html_state *state = w->state;
    if (!nt_grow(w->writer->context, &state->lines, &state->line_capacity, 1, sizeof *state->lines)) return NT_NO_MEMORY;
    state->lines[0] = (nt_html_line){.plies = w->position ? w->position->plies : 0};
    w->number_due = w->is_glued = true;
    nt_status status = NT_OK;
    for (size_t i = 0; i < w->game->item_count && status == NT_OK; i++) status = put_item(w, &i);
    while (w->depth > 0 && status == NT_OK) status = close_line(w);
    while (w->position && w->position->plies > state->lines[0].plies) nt_position_unmake(w->position);
    return status;
}
