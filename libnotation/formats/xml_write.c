/* The xml notation: its row in the table, and the writer. A document of games is streamed out, one element a line. The form is
 * that of notation.rng, in short:
 *
 *   games       the document; version: of the form, 1
 *   game        number, file, line, offset: where it was read. format: the notation of the texts of its moves. With a replay:
 *               variant, hash: the rules; start: FEN, when it is not the array; ending: what the board says, when it has ended.
 *               scores: of the players, when a result is stated. damaged: true when an error was reported while it was read
 *   tag         name, and the value
 *   move        its text; line, column: where it stands in the input; number, dots: as it was written; parts: of a turn that
 *               has more than one, with semicolons between. With a replay player,
 *               move (in coordinates), uci and san, when it is legal, else state: illegal, or not judged
 *   number      a move number that stands before no move, with dots
 *   nag         its value; glyph: true when it was written as signs
 *   comment     its text; rest-of-line: true when it ended with its line
 *   escape      a PGN line that began with %
 *   variation   moves that are played instead of the last move before it, and what belongs to them
 *   abandoned   moves that went on from here and were taken back
 *   result      the end of the movetext as written
 *
 * All stands in the order of the input. Reading takes tags, format, variant and start (as tags where there is no such tag) and
 * what is inside; without a format the attribute move, else the text, is read as coordinates or algebraic. Elements and
 * attributes that are not known are passed over. */
#include "formats/xml.h"
#include "formats/json.h"
#include "formats/list.h"
#include "base/diag.h"
#include "rules/position.h"

/* A line that is open. */
typedef struct xml_line {
    size_t plies;   /* made on the position since it began */
    nt_move move;   /* the last one of them */
    bool made;      /* the last move of the line is on the board */
    bool variation; /* it took the last move of the line around it off the board */
    bool abandoned;
} xml_line;

/* Kept from game to game. */
typedef struct xml_state {
    xml_line *lines;
    size_t capacity;
    nt_array_key array;
} xml_state;

typedef struct xml_writer {
    nt_writer *writer;
    nt_output *output;
    const nt_write_settings *settings;
    xml_state *state;
    const nt_game *game;
    const nt_replay *replay;
    nt_position *position; /* NULL without a replay */
    size_t depth;          /* lines inside the main line */
    size_t counted;        /* bytes of the game up to which lines are counted */
    uint64_t line, column;
    bool lost;             /* a character was reported */
    nt_status status;
} xml_writer;

/* ---- text ---- */

/* Whether XML 1.0 has no way to hold the character that begins a text. */
static bool is_lost(nt_text text) {
    unsigned byte = *text.at;
    if (byte < 0x20) return byte != '\t' && byte != '\n' && byte != '\r';
    return byte == 0xEF && text.length >= 3 && text.at[1] == 0xBF && text.at[2] >= 0xBE; /* U+FFFE, U+FFFF */
}

static void report_lost(xml_writer *w, nt_text text, size_t place) {
    nt_place at = nt_game_place(w->game, place);
    if (!w->lost)
        nt_report(w->writer->context, &at, NT_DIAG_XML_CHARACTER,
                  "XML cannot hold the character %s%02X here; U+FFFD stands for each such one",
                  *text.at < 0x20 ? "U+00" : "U+FF", *text.at < 0x20 ? *text.at : text.at[2] == 0xBE ? 0xFEu : 0xFFu);
    w->lost = true;
}

/* A text of an item or tag at a place. A carriage return would be read as a line feed. */
static void put_text(xml_writer *w, nt_text text, size_t place) {
    for (size_t i = 0; i < text.length && !w->lost; i++)
        if (is_lost(nt_text_cut(text, i))) report_lost(w, nt_text_cut(text, i), place);
    while (text.length) {
        const unsigned char *cr = memchr(text.at, '\r', text.length);
        size_t run = cr ? (size_t)(cr - text.at) : text.length;
        nt_output_markup(w->output, text.at, run);
        if (cr) nt_output_string(w->output, "&#13;");
        text = nt_text_cut(text, cr ? run + 1 : run);
    }
}

static void begin_attribute(xml_writer *w, const char *name) {
    nt_put(w->output, ' ');
    nt_output_string(w->output, name);
    nt_output_string(w->output, "=\"");
}

static void put_attribute(xml_writer *w, const char *name, nt_text value) {
    begin_attribute(w, name);
    nt_output_markup(w->output, value.at, value.length);
    nt_put(w->output, '"');
}

static void put_number(xml_writer *w, const char *name, uint64_t value) {
    begin_attribute(w, name);
    nt_output_number(w->output, value);
    nt_put(w->output, '"');
}

/* <name attributes have been written: the text and the end. */
static void put_content(xml_writer *w, const char *name, nt_text text, size_t place) {
    nt_put(w->output, '>');
    put_text(w, text, place);
    nt_output_string(w->output, "</");
    nt_output_string(w->output, name);
    nt_output_string(w->output, ">\n");
}

/* ---- tags ---- */

static void write_tag(xml_writer *w, const nt_tag *tag) {
    nt_text name = nt_game_text(w->game, tag->name), value = nt_game_text(w->game, tag->value);
    for (size_t i = 0; i < name.length && !w->lost; i++)
        if (is_lost(nt_text_cut(name, i))) report_lost(w, nt_text_cut(name, i), tag->place);
    nt_output_string(w->output, "<tag");
    put_attribute(w, "name", name);
    nt_put(w->output, '>');
    size_t run = 0;
    for (size_t i = 0; i + 1 < value.length && tag->flags & NT_TAG_ESCAPED; i++) {
        if (value.at[i] != '\\' || (value.at[i + 1] != '"' && value.at[i + 1] != '\\')) continue;
        put_text(w, (nt_text){value.at + run, i - run}, tag->place);
        run = ++i;
    }
    put_text(w, nt_text_cut(value, run), tag->place);
    nt_output_string(w->output, "</tag>\n");
}

/* ---- moves ---- */

static xml_line *line_of(const xml_writer *w) { return &w->state->lines[w->depth]; }

static void put_where(xml_writer *w, const nt_item *item) {
    const nt_game *game = w->game;
    if (item->place > w->counted) {
        bool after_cr = w->counted > 0 && game->raw[w->counted - 1] == '\r';
        nt_text_advance((nt_text){game->raw + w->counted, item->place - w->counted}, after_cr, &w->line, &w->column);
        w->counted = item->place;
    }
    put_number(w, "line", w->line);
    put_number(w, "column", w->column);
}

static void put_move_as(xml_writer *w, nt_move move, const nt_format *format, const char *name) {
    begin_attribute(w, name);
    nt_move_write(w->position, move, format, w->output); /* no notation of these has a sign that would need an escape */
    nt_put(w->output, '"');
}

/* What the rules say of the move; it is made when it is legal. */
static void put_judged(xml_writer *w, size_t i) {
    xml_line *line = line_of(w);
    nt_ply_state ply = w->replay ? nt_replay_move(w->replay, i, &line->move) : NT_PLY_NONE;
    line->made = false;
    if (ply == NT_PLY_ILLEGAL) put_attribute(w, "state", NT_TEXT("illegal"));
    if (ply == NT_PLY_AFTER) put_attribute(w, "state", NT_TEXT("not judged"));
    if (ply != NT_PLY_OK) return;
    begin_attribute(w, "player");
    const char *player = nt_variant_player(nt_position_variant(w->position), nt_position_player(w->position));
    for (; *player; player++) nt_output_markup(w->output, (unsigned char[]){nt_to_lower((unsigned char)*player)}, 1);
    nt_put(w->output, '"');
    put_move_as(w, line->move, &nt_format_coord, "move");
    put_move_as(w, line->move, &nt_format_uci, "uci");
    put_move_as(w, line->move, &nt_format_pgn, "san");
    line->made = nt_position_make(w->position, line->move) == NT_OK;
    if (line->made) line->plies++;
    else w->status = NT_NO_MEMORY;
}

/* The parts of a half-move, where there is more than one, as Game Courier writes them. */
static void put_parts(xml_writer *w, nt_text move) {
    const nt_format *format = w->game->format;
    if (!nt_has_parts(format, move)) return;
    begin_attribute(w, "parts");
    const char *before = "";
    size_t at = 0;
    for (nt_text part; (part = format->part(move, &at)).length > 0; before = "; ") {
        nt_output_string(w->output, before);
        nt_output_markup(w->output, part.at, part.length);
    }
    nt_put(w->output, '"');
}

/* number: the item that numbers the move, or NULL. */
static void write_move(xml_writer *w, size_t i, const nt_item *number) {
    const nt_item *item = &w->game->items[i];
    nt_output_string(w->output, "<move");
    if (number && !w->settings->no_numbers) {
        put_attribute(w, "number", nt_game_text(w->game, number->text));
        put_number(w, "dots", number->value);
    }
    nt_text text = nt_game_text(w->game, item->text);
    put_where(w, item);
    put_parts(w, text);
    put_judged(w, i);
    put_content(w, "move", text, item->place);
}

/* ---- lines ---- */

static void open_line(xml_writer *w, bool abandoned) {
    xml_state *state = w->state;
    nt_output_string(w->output, abandoned ? "<abandoned>\n" : "<variation>\n");
    if (!nt_grow(w->writer->context, &state->lines, &state->capacity, w->depth + 2, sizeof *state->lines)) {
        w->status = NT_NO_MEMORY;
        return;
    }
    bool replaces = !abandoned && line_of(w)->made;
    if (replaces) nt_position_unmake(w->position);
    w->depth++;
    *line_of(w) = (xml_line){.variation = replaces, .abandoned = abandoned};
}

static void close_line(xml_writer *w) {
    xml_line line = *line_of(w);
    nt_output_string(w->output, line.abandoned ? "</abandoned>\n" : "</variation>\n");
    for (; line.plies > 0; line.plies--) nt_position_unmake(w->position);
    w->depth--;
    if (line.variation && nt_position_make(w->position, line_of(w)->move) != NT_OK) w->status = NT_NO_MEMORY;
}

/* ---- items ---- */

/* The item behind the line that item i opens. */
static size_t skip_line(const nt_game *game, size_t i) {
    size_t depth = 0;
    do {
        depth += game->items[i].kind == NT_ITEM_LINE_OPEN;
        depth -= game->items[i].kind == NT_ITEM_LINE_CLOSE;
        i++;
    } while (depth > 0 && i < game->item_count);
    return i;
}

static void write_text(xml_writer *w, const nt_item *item, nt_text text, const char *name) {
    nt_put(w->output, '<');
    nt_output_string(w->output, name);
    if (item->kind == NT_ITEM_COMMENT && item->flags & NT_COMMENT_LINE) put_attribute(w, "rest-of-line", NT_TEXT("true"));
    if (item->kind == NT_ITEM_NUMBER) put_number(w, "dots", item->value);
    put_content(w, name, text, item->place);
}

static void write_text_item(xml_writer *w, const nt_item *item, const char *name) {
    write_text(w, item, nt_game_text(w->game, item->text), name);
}

static void write_comment(xml_writer *w, const nt_item *item) {
    nt_text text;
    bool is_kept;
    nt_status status = nt_writer_comment(w->writer, nt_game_text(w->game, item->text), &text, &is_kept);
    if (status != NT_OK) w->status = status;
    else if (is_kept) write_text(w, item, text, "comment");
}

static void write_nag(xml_writer *w, const nt_item *item) {
    nt_output_string(w->output, "<nag");
    if (item->flags & NT_NAG_GLYPH) put_attribute(w, "glyph", NT_TEXT("true"));
    nt_put(w->output, '>');
    nt_output_number(w->output, item->value);
    nt_output_string(w->output, "</nag>\n");
}

/* Writes item i, with the move behind a number; returns the next one. */
static size_t write_item(xml_writer *w, size_t i) {
    const nt_item *items = w->game->items, *item = &items[i];
    bool before_move = i + 1 < w->game->item_count && items[i + 1].kind == NT_ITEM_MOVE;
    switch ((nt_item_kind)item->kind) {
    case NT_ITEM_MOVE: write_move(w, i, NULL); break;
    case NT_ITEM_NUMBER:
        if (before_move) write_move(w, i + 1, item);
        else if (!w->settings->no_numbers) write_text_item(w, item, "number");
        return before_move ? i + 2 : i + 1;
    case NT_ITEM_COMMENT:
        write_comment(w, item);
        break;
    case NT_ITEM_ESCAPE:
        if (!w->settings->no_comments) write_text_item(w, item, "escape");
        break;
    case NT_ITEM_NAG:
        if (!w->settings->no_nags) write_nag(w, item);
        break;
    case NT_ITEM_LINE_OPEN:
        if (w->settings->no_variations) return skip_line(w->game, i);
        open_line(w, item->flags & NT_LINE_ABANDONED);
        break;
    case NT_ITEM_LINE_CLOSE: close_line(w); break;
    case NT_ITEM_RESULT: write_text_item(w, item, "result"); break;
    }
    return i + 1;
}

/* ---- games ---- */

static void put_rules(xml_writer *w) {
    const nt_variant *variant = nt_replay_variant(w->replay);
    uint64_t key = 0;
    size_t length;
    nt_result result;
    put_attribute(w, "variant", nt_text_from(nt_variant_get(variant, NT_VARIANT_ID)));
    put_attribute(w, "hash", nt_text_from(nt_variant_get(variant, NT_VARIANT_HASH)));
    w->status = nt_array_key_of(w->writer->context, variant, &w->state->array, &key);
    if (w->status != NT_OK) return;
    if (nt_game_tag(w->game, "FEN", &length) || nt_position_key(w->position) != key) {
        begin_attribute(w, "start");
        nt_position_write(w->position, NT_CODE_FEN, w->settings->fen, w->output);
        nt_put(w->output, '"');
    }
    nt_ending ending = nt_replay_ending(w->replay, &result);
    if (ending != NT_ENDING_NONE) put_attribute(w, "ending", nt_text_from(nt_ending_name(ending)));
}

static void put_scores(xml_writer *w) {
    nt_result result = w->replay ? nt_replay_result(w->replay) : w->game->result;
    if (!result.known || !result.players) return;
    begin_attribute(w, "scores");
    for (unsigned player = 0; player < result.players; player++) {
        if (player) nt_put(w->output, ' ');
        nt_result_write_score(w->output, result.twelfths[player]);
    }
    nt_put(w->output, '"');
}

static void begin_game(xml_writer *w) {
    const nt_game *game = w->game;
    nt_output_string(w->output, "<game");
    put_number(w, "number", game->number);
    if (game->file) put_attribute(w, "file", nt_text_from(game->file));
    put_number(w, "line", game->line);
    put_number(w, "offset", game->offset);
    put_attribute(w, "format", nt_text_from(game->format->name));
    if (w->replay) put_rules(w);
    put_scores(w);
    if (game->damaged) put_attribute(w, "damaged", NT_TEXT("true"));
    nt_output_string(w->output, ">\n");
}

static xml_state *state_of(nt_writer *writer) {
    if (!writer->state) writer->state = nt_new(writer->context, sizeof(xml_state));
    return writer->state;
}

static void begin_document(nt_output *output) {
    nt_output_string(output, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<games version=\"1\">\n");
}

static nt_status write_game(nt_writer *writer, const nt_game *game, nt_replay *replay) {
    xml_writer w = {.writer = writer, .output = writer->output, .settings = &writer->settings, .state = state_of(writer),
                    .game = game, .line = game->line, .column = game->column};
    bool has_line = w.state && nt_grow(writer->context, &w.state->lines, &w.state->capacity, 1, sizeof *w.state->lines);
    if (!has_line) return NT_NO_MEMORY;
    if (replay && nt_replay_variant(replay)) {
        w.replay = replay;
        w.position = nt_replay_start(replay);
        if (!w.position) return NT_NO_MEMORY;
    }
    if (writer->games == 0) begin_document(w.output);
    w.state->lines[0] = (xml_line){.plies = 0};
    begin_game(&w);
    for (size_t i = 0; i < game->tag_count && !w.settings->no_tags; i++) write_tag(&w, &game->tags[i]);
    for (size_t i = 0; i < game->item_count && w.status == NT_OK;) i = write_item(&w, i);
    nt_output_string(w.output, "</game>\n");
    return w.status;
}

static nt_status write_end(nt_writer *writer) {
    if (writer->games == 0) begin_document(writer->output);
    nt_output_string(writer->output, "</games>\n");
    return NT_OK;
}

static void free_writer(nt_writer *writer) {
    xml_state *state = writer->state;
    if (!state) return;
    nt_ungrow(writer->context, &state->lines, &state->capacity, sizeof *state->lines);
    nt_delete(writer->context, state, sizeof *state);
    writer->state = NULL;
}

/* ---- the row ---- */

/* The declaration of XML, or an element of the form; a page may begin with the declaration too. */
static int sniff(const nt_head *head) {
    static const char *const begins[] = {"<games", "<game ", "<game>", "<game\n"};
    nt_text text = nt_text_trim(head->bytes);
    bool declared = text.length > 5 && memcmp(text.at, "<?xml", 5) == 0;
    for (size_t at = 0; at < text.length; at++) {
        nt_text rest = nt_text_cut(text, at);
        if (*rest.at != '<') continue;
        for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
            size_t length = strlen(begins[i]);
            if (rest.length >= length && memcmp(rest.at, begins[i], length) == 0) return 99;
        }
        if (rest.length > 1 && rest.at[1] != '?' && rest.at[1] != '!') return 0;
        if (!declared && rest.length > 1 && rest.at[1] != '!') return 0;
    }
    return 0;
}

const nt_format nt_format_xml = {
    .name = "xml",
    .title = "XML of the form of notation.rng",
    .family = NT_FAMILY_COORDINATE,
    .sniff = sniff,
    .prepare = nt_xml_prepare,
    .read_game = nt_xml_read_game,
    .read_move = nt_json_read_move,
    .write_move = nt_coord_write_move,
    .write_game = write_game,
    .write_end = write_end,
    .free_state = nt_xml_free_reader,
    .free_writer = free_writer,
};
