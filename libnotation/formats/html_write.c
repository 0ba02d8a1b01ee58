/* The html notation as it is written: a page that holds everything it needs, with the games to be played through. The document
 * and the head of each game. xml_marks.c reads it back. */
#include "formats/html.h"

/* The page around the games, in parts that end with a NUL: up to its title, to its heading, to the games, to the end. Made
 * from html/ at build time. */
extern const unsigned char nt_html_page[];

static const char *part_of_page(unsigned part) {
    const char *at = (const char *)nt_html_page;
    for (; part > 0; part--) at += strlen(at) + 1;
    return at;
}

/* ---- tags ---- */

/* A tag that says something: not "" nor the "?" and "????.??.??" of PGN. */
static const nt_tag *find_tag(const nt_html_writer *w, const char *name) {
    for (size_t i = 0; i < w->game->tag_count && !w->writer->settings.no_tags; i++) {
        const nt_tag *tag = &w->game->tags[i];
        nt_text value = nt_game_text(w->game, tag->value);
        bool says = false;
        for (size_t at = 0; at < value.length && !says; at++) says = value.at[at] != '?' && value.at[at] != '.';
        if (says && nt_text_is_nocase(nt_game_text(w->game, tag->name), name)) return tag;
    }
    return NULL;
}

static void put_tags(nt_html_writer *w) {
    if (w->writer->settings.no_tags || w->game->tag_count == 0) return;
    nt_output_string(w->out, "<details class=\"tags\"><summary>Tags</summary>\n<dl>\n");
    for (size_t i = 0; i < w->game->tag_count; i++) {
        nt_text name = nt_game_text(w->game, w->game->tags[i].name);
        if (w->position && nt_text_is_nocase(name, "Coordinates")) continue; /* those of the input */
        nt_output_string(w->out, "<dt>");
        nt_output_markup(w->out, name.at, name.length);
        nt_output_string(w->out, "</dt><dd>");
        nt_tag_write_markup(w->game, &w->game->tags[i], w->out);
        nt_output_string(w->out, "</dd>\n");
    }
    nt_output_string(w->out, "</dl>\n</details>\n");
}

/* ---- the head of a game ---- */

static const nt_variant *variant_of(const nt_html_writer *w) { return w->replay ? nt_replay_variant(w->replay) : NULL; }

static void put_markup(nt_html_writer *w, const char *text) { nt_output_markup(w->out, text, strlen(text)); }

/* The name of a player, else what he is called in the game. */
static void put_player(nt_html_writer *w, const char *colour) {
    const nt_tag *tag = find_tag(w, colour);
    nt_output_string(w->out, "<bdi class=\"player\">");
    if (tag) nt_tag_write_markup(w->game, tag, w->out);
    else put_markup(w, colour);
    nt_output_string(w->out, "</bdi>");
}

static void put_result(nt_html_writer *w) {
    char text[32];
    nt_result result = w->replay ? nt_replay_result(w->replay) : w->game->result;
    if (!result.known) return;
    nt_output_string(w->out, " <span class=\"result\">");
    nt_output_markup(w->out, text, nt_result_text(&result, text));
    nt_output_string(w->out, "</span>");
}

static const char *colour_of(const nt_html_writer *w, size_t player) {
    const nt_variant *v = variant_of(w);
    return v ? nt_variant_player(v, player) : player ? "Black" : "White";
}

/* The players and the result; the event where no player has a name. */
static void put_heading(nt_html_writer *w) {
    size_t players = variant_of(w) ? nt_variant_players(variant_of(w)) : 2;
    const nt_tag *event = find_tag(w, "Event");
    for (size_t i = 0; i < players; i++)
        if (find_tag(w, colour_of(w, i))) event = NULL;
    nt_output_string(w->out, "<h2>");
    if (event) nt_tag_write_markup(w->game, event, w->out);
    for (size_t i = 0; i < players && !event; i++) {
        if (i) nt_output_string(w->out, " \u2013 ");
        put_player(w, colour_of(w, i));
    }
    put_result(w);
    nt_output_string(w->out, "</h2>\n");
}

/* Where and when it was played, and by which rules. */
static void put_about(nt_html_writer *w) {
    static const char *const names[] = {"Event", "Site", "Date", "Round"};
    const nt_variant *v = variant_of(w);
    nt_output_string(w->out, "<p class=\"about\">");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const nt_tag *tag = find_tag(w, names[i]);
        if (!tag) continue;
        nt_output_string(w->out, i == 3 ? "<span>Round " : "<span>");
        nt_tag_write_markup(w->game, tag, w->out);
        nt_output_string(w->out, "</span> ");
    }
    if (v) {
        nt_output_string(w->out, "<span class=\"variant\">");
        put_markup(w, nt_variant_get(v, *nt_variant_get(v, NT_VARIANT_TITLE) ? NT_VARIANT_TITLE : NT_VARIANT_ID));
        nt_output_string(w->out, "</span> ");
    }
    nt_output_string(w->out, "</p>\n");
    if (w->position) return;
    nt_output_string(w->out, "<p class=\"why\">The moves are shown as they were written: they were not judged.</p>\n");
}

/* What the board says at the end; data-result: what was written there. */
static void put_end(nt_html_writer *w) {
    nt_result result;
    nt_ending ending = w->position ? nt_replay_ending(w->replay, &result) : NT_ENDING_NONE;
    nt_output_string(w->out, "\n<span class=\"end\"");
    if (w->game->result_item < w->game->item_count) {
        nt_text text = nt_game_text(w->game, w->game->items[w->game->result_item].text);
        nt_output_string(w->out, " data-result=\"");
        nt_output_markup(w->out, text.at, text.length);
        nt_output_string(w->out, "\"");
    }
    nt_output_string(w->out, ">");
    if (ending != NT_ENDING_NONE) put_markup(w, nt_ending_name(ending));
    put_result(w);
    nt_output_string(w->out, "</span>\n");
}

/* ---- boards ---- */

/* Learns the view of the array of the game's variant. */
static nt_status learn_array(nt_html_writer *w, const nt_variant *v) {
    if (w->state->variant == v) return NT_OK;
    nt_position *array = nt_position_new(w->writer->context, v);
    if (!array) return NT_NO_MEMORY;
    nt_html_look(array, &w->state->array);
    w->state->variant = v;
    nt_position_free(array);
    return NT_OK;
}

/* The number of the board of the game, which is written when it is the first one of its kind. 0: no memory. */
static size_t find_board(nt_html_writer *w) {
    nt_html_state *state = w->state;
    const nt_variant *v = w->position->variant;
    if (learn_array(w, v) != NT_OK) return 0;
    for (size_t i = 0; i < state->board_count; i++)
        if (state->boards[i] == v) return i + 1;
    if (!nt_grow(w->writer->context, &state->boards, &state->board_capacity, state->board_count + 1, sizeof *state->boards))
        return 0;
    state->boards[state->board_count++] = v;
    nt_html_put_board(w->out, v, (unsigned)state->board_count, &state->array);
    return state->board_count;
}

static void put_attribute(nt_html_writer *w, const char *name, const char *value) {
    nt_output_format(w->out, " %s=\"", name);
    put_markup(w, value);
    nt_output_string(w->out, "\"");
}

/* Whether there are moves that cannot be written as SAN, because they are not legal, nor stand beside moves in SAN, because
 * they are of another kind of notation. */
static bool keeps_texts(const nt_html_writer *w) {
    nt_move move;
    size_t i = 0, count = w->game->item_count;
    if (!w->position || w->game->format->family == NT_FAMILY_ALGEBRAIC) return false;
    while (i < count && nt_replay_move(w->replay, i, &move) != NT_PLY_ILLEGAL) i++;
    return i < count;
}

/* What the games are read back by: the notation of their moves, the variant, names of cells that are not its own, and the start
 * where it is not the array. */
static nt_status put_rules(nt_html_writer *w) {
    const nt_variant *v = variant_of(w), *named = w->position && !w->as_written ? w->position->variant : v;
    uint64_t key;
    put_attribute(w, "data-format", w->position && !w->as_written ? nt_format_pgn.name : w->game->format->name);
    if (v) put_attribute(w, "data-variant", nt_variant_get(v, NT_VARIANT_ID));
    if (w->position && named && named->base) put_attribute(w, "data-coordinates", named->scheme.name);
    nt_status status = w->position ? nt_array_key_of(w->writer->context, v, &w->state->key, &key) : NT_OK;
    if (status != NT_OK || !w->position || nt_position_key(w->position) == key) return status;
    nt_output_string(w->out, " data-fen=\"");
    nt_position_write(w->position, NT_CODE_FEN, w->writer->settings.fen, w->out);
    nt_output_string(w->out, "\"");
    return NT_OK;
}

/* Opens the element of a game. */
static nt_status open_game(nt_html_writer *w) {
    size_t board = 0;
    if (w->position && (board = find_board(w)) == 0) return NT_NO_MEMORY;
    nt_output_format(w->out, "<article id=\"g%llu\"", (unsigned long long)w->writer->games + 1);
    nt_status status = put_rules(w);
    if (status != NT_OK) return status;
    if (w->position) {
        nt_html_look(w->position, &w->view);
        nt_output_format(w->out, " data-board=\"b%zu\" data-start=\"%zu", board,
                         2 * nt_position_player(w->position) + nt_position_in_check(w->position));
        nt_html_put_changes(w->out, &w->state->array, &w->view);
        nt_output_string(w->out, "\"");
    }
    nt_output_string(w->out, ">\n");
    return NT_OK;
}

/* ---- the document ---- */

static void begin_page(nt_html_writer *w) {
    const nt_tag *event = w->game ? find_tag(w, "Event") : NULL;
    for (unsigned part = 0; part < 2; part++) {
        nt_output_string(w->out, part_of_page(part));
        if (event) nt_tag_write_markup(w->game, event, w->out);
        else put_markup(w, w->game && variant_of(w) ? nt_variant_get(variant_of(w), NT_VARIANT_TITLE) : "Games");
    }
    nt_output_string(w->out, part_of_page(2));
    w->state->begun = true;
}

static nt_html_state *state_of(nt_writer *writer) {
    if (!writer->state) writer->state = nt_new(writer->context, sizeof(nt_html_state));
    return writer->state;
}

nt_status nt_html_write_game(nt_writer *writer, const nt_game *game, nt_replay *replay) {
    nt_html_writer w = {.writer = writer, .out = writer->output, .game = game, .replay = replay, .state = state_of(writer)};
    if (!w.state) return NT_NO_MEMORY;
    if (replay && nt_replay_is_judged(replay)) w.position = nt_replay_start(replay);
    w.as_written = keeps_texts(&w);
    if (!w.state->begun) begin_page(&w);
    nt_status status = open_game(&w);
    if (status != NT_OK) return status;
    put_heading(&w);
    put_about(&w);
    nt_output_string(w.out, "<div class=\"moves\">");
    status = nt_html_put_moves(&w);
    put_end(&w);
    nt_output_string(w.out, "</div>\n");
    put_tags(&w);
    nt_output_string(w.out, "</article>\n");
    return status;
}

nt_status nt_html_write_end(nt_writer *writer) {
    nt_html_writer w = {.writer = writer, .out = writer->output, .state = state_of(writer)};
    if (!w.state) return NT_NO_MEMORY;
    if (!w.state->begun) begin_page(&w);
    nt_output_string(w.out, part_of_page(3));
    return NT_OK;
}

void nt_html_free_writer(nt_writer *writer) {
    nt_html_state *state = writer->state;
    if (!state) return;
    nt_ungrow(writer->context, &state->boards, &state->board_capacity, sizeof *state->boards);
    nt_ungrow(writer->context, &state->lines, &state->line_capacity, sizeof *state->lines);
    nt_delete(writer->context, state, sizeof *state);
    writer->state = NULL;
}
