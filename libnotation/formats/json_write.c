/* The json notation: JSON Lines, one game a line; its row in the table, and the writer but for the moves (json_moves.c).
 *
 * A game is an object. Members that say nothing are left out; readers ignore members that they do not know.
 *
 *   game, file, line, offset   where it was read: number in the input from 1, file, line from 1, bytes from 0
 *   format          the notation that "text" of the moves is written in: pgn, gc, alg, coord, uci, zsg
 *   variant, variant_hash      the rules it was replayed by
 *   tags            object of strings, in the order of the file
 *   tags_extra      [[name, value], ...]: tags that cannot be members of it, as their name is there already
 *   log             of a tag Log that is a log id: {"date", "thousandths" of the day, "first" and "second" user where it is
 *                   known where one ends, "open": true for an invitation that anyone could take}
 *   start           the start position as FEN, when it is not the array
 *   comments, escapes, nags, abandoned   what stands before the first move; as with a move
 *   moves           a line: array of moves
 *   result          the end of the movetext as written: "1-0", "resign"
 *   scores          the score of each player, when a result is stated: [1,0], [0.5,0.5]
 *   ending          what the board says, when it has ended: "checkmate", ...
 *   damaged         true when an error was reported while the game was read
 *
 * A move is an object:
 *
 *   text            as written. null in the first element of a variation that has a comment before its first move
 *   line, column    where it stands in the input, from 1
 *   number          the move number, where it is written or known; dots: where it is written, how many dots follow
 *   parts           of a turn that has more than one (gc, zsg): ["N g1-f3", "R h1-f1"]
 *   player          whose move it is, in small letters: "white"
 *   move, uci, san  the move in coordinates, as UCI and as SAN, when it is legal
 *   state           "illegal", or "not judged" behind an illegal move
 *   nags            [1, 14]
 *   comments        [string or {"text", "after", "rest_of_line"}, ...]; after: so many of the move's variations and
 *                   abandoned lines stand before it; rest_of_line: true when it ended with its line
 *   commands        of the comments: [{"name":"clk","value":"1:23:45","seconds":5025}, ...]; what is known of a value: seconds
 *                   of clk, egt, emt, mct; pawns or mate (in moves, below 0 when Black gives it) and depth of eval; marks, an
 *                   array of strings, of csl and cal. Not read: the comments have them
 *   escapes         PGN lines that began with %, as comments
 *   variations      lines that are played instead of this move, each an array of moves like "moves"
 *   abandoned       lines that went on from here and were taken back
 *   result          a result inside a variation
 *
 * player, move, uci, san and state need a replay. Reading takes: tags, tags_extra, format, variant and start (as tags where
 * there is no such tag), moves and what belongs to them, result. A move may be a string: its text. It is read in the
 * notation of "format"; without one, "move" is read, and "text" where that is missing, as coordinates. The other members
 * are not read. Places of findings are those of the line of JSON, since the parser gives none for its parts. Reading goes
 * to 2048 levels of brackets, which is 681 variations inside each other (jq reads 256, which is 84). */
#include "formats/json.h"
#include "rules/position.h"

void nt_json_name(nt_json_writer *w, const char *name) {
    nt_output_string(w->output, ",\"");
    nt_output_string(w->output, name);
    nt_output_string(w->output, "\":");
}

void nt_json_string(nt_json_writer *w, nt_text text) {
    nt_put(w->output, '"');
    nt_output_json(w->output, text.at, text.length);
    nt_put(w->output, '"');
}

static void write_string(nt_json_writer *w, const char *name, const char *value) {
    nt_json_name(w, name);
    nt_json_string(w, nt_text_from(value));
}

/* ---- tags ---- */

/* The value of a tag, in which \" and \\ may stand for a quote and a backslash. */
static void write_value(nt_json_writer *w, const nt_tag *tag) {
    nt_text value = nt_game_text(w->game, tag->value);
    size_t run = 0;
    nt_put(w->output, '"');
    for (size_t i = 0; i + 1 < value.length && tag->flags & NT_TAG_ESCAPED; i++) {
        if (value.at[i] != '\\' || (value.at[i + 1] != '"' && value.at[i + 1] != '\\')) continue;
        nt_output_json(w->output, value.at + run, i - run);
        run = ++i;
    }
    nt_output_json(w->output, value.at + run, value.length - run);
    nt_put(w->output, '"');
}

/* Whether the next tag can be a member: its name is plain ASCII and no tag before it has the same. */
static bool is_member(nt_json_writer *w, size_t tag) {
    nt_text name = nt_game_text(w->game, w->game->tags[tag].name);
    bool plain = true, is_new = false, known = false;
    for (size_t i = 0; i < name.length; i++) plain = plain && name.at[i] >= 0x20 && name.at[i] < 0x7F;
    nt_status status = nt_hashes_add(w->writer->context, &w->state->names, nt_text_hash(name), &is_new);
    if (status != NT_OK) w->status = status;
    for (size_t i = 0; !is_new && i < tag && !known; i++)
        known = nt_text_equal(nt_game_text(w->game, w->game->tags[i].name), name);
    return plain && !known;
}

/* The tag that says how cells are named is written anew: it belongs to the names that are read again, which are those of
 * `text`, but for games that came as JSON those of `move`. */
static bool is_renamed(const nt_json_writer *w, const nt_tag *tag) {
    return w->replay && nt_text_is_nocase(nt_game_text(w->game, tag->name), "Coordinates");
}

/* The tags whose names are members already. */
static void write_extra_tags(nt_json_writer *w) {
    nt_hashes_clear(&w->state->names);
    const char *before = "[[";
    nt_json_name(w, "tags_extra");
    for (size_t i = 0; i < w->game->tag_count; i++) {
        if (is_member(w, i) || is_renamed(w, &w->game->tags[i])) continue;
        nt_output_string(w->output, before);
        nt_json_string(w, nt_game_text(w->game, w->game->tags[i].name));
        nt_put(w->output, ',');
        write_value(w, &w->game->tags[i]);
        before = "],[";
    }
    nt_output_string(w->output, "]]");
}

/* The variant with these names; NULL: without a replay nothing is known of them. */
static const nt_variant *names_to_read_by(const nt_json_writer *w) {
    if (!w->replay) return NULL;
    return w->game->format == &nt_format_json ? w->position->variant : nt_replay_variant(w->replay);
}

static void write_tags(nt_json_writer *w) {
    nt_hashes_clear(&w->state->names);
    size_t members = 0, extra = 0;
    nt_json_name(w, "tags");
    nt_put(w->output, '{');
    for (size_t i = 0; i < w->game->tag_count; i++) {
        bool is_extra = !is_member(w, i);
        if (is_renamed(w, &w->game->tags[i])) continue;
        extra += is_extra;
        if (is_extra) continue;
        if (members++) nt_put(w->output, ',');
        nt_json_string(w, nt_game_text(w->game, w->game->tags[i].name));
        nt_put(w->output, ':');
        write_value(w, &w->game->tags[i]);
    }
    const nt_variant *read_by = names_to_read_by(w);
    if (read_by && read_by->base) {
        nt_output_string(w->output, members ? ",\"Coordinates\":" : "\"Coordinates\":");
        nt_json_string(w, nt_text_from(read_by->scheme.name));
    }
    nt_put(w->output, '}');
    if (extra) write_extra_tags(w);
}

/* What the id of the log tells. */
static void write_log(nt_json_writer *w) {
    size_t length = 0;
    const char *tag = nt_game_tag(w->game, "Log", &length);
    nt_log_id id;
    if (!tag || !nt_log_id_parse(tag, length, &id)) return;
    nt_text names = {(const unsigned char *)id.text, id.names_length};
    nt_json_name(w, "log");
    nt_output_format(w->output, "{\"date\":\"%04u-%02u-%02u\",\"thousandths\":%u", id.year, id.month, id.month_day,
                     id.thousandths);
    if (id.divided) {
        nt_json_name(w, "first");
        nt_json_string(w, (nt_text){names.at, id.first_length});
        nt_json_name(w, "second");
        nt_json_string(w, nt_text_cut(names, id.first_length + 1));
    }
    if (id.open) nt_output_string(w->output, ",\"open\":true");
    nt_put(w->output, '}');
}

/* ---- the game ---- */

static void write_rules(nt_json_writer *w) {
    const nt_variant *variant = nt_replay_variant(w->replay);
    write_string(w, "variant", nt_variant_get(variant, NT_VARIANT_ID));
    write_string(w, "variant_hash", nt_variant_get(variant, NT_VARIANT_HASH));
}

static void write_start(nt_json_writer *w) {
    uint64_t key = 0;
    size_t length = 0;
    w->status = nt_array_key_of(w->writer->context, nt_replay_variant(w->replay), &w->state->array, &key);
    bool set_up = nt_game_tag(w->game, "FEN", &length) != NULL;
    if (w->status != NT_OK || (!set_up && nt_position_key(w->position) == key)) return;
    nt_json_name(w, "start");
    nt_put(w->output, '"');
    nt_position_write(w->position, NT_CODE_FEN, w->settings->fen, w->output);
    nt_put(w->output, '"');
}

static void write_end(nt_json_writer *w) {
    const nt_game *game = w->game;
    if (game->result_item != SIZE_MAX) {
        nt_json_name(w, "result");
        nt_json_string(w, nt_game_text(game, game->items[game->result_item].text));
    }
    nt_result result = w->replay ? nt_replay_result(w->replay) : game->result;
    for (unsigned player = 0; result.known && player < result.players; player++) {
        if (player) nt_put(w->output, ',');
        else nt_json_name(w, "scores");
        if (!player) nt_put(w->output, '[');
        nt_result_write_score(w->output, result.twelfths[player]);
    }
    if (result.known && result.players) nt_put(w->output, ']');
    nt_ending ending = w->replay ? nt_replay_ending(w->replay, &result) : NT_ENDING_NONE;
    if (ending != NT_ENDING_NONE) write_string(w, "ending", nt_ending_name(ending));
    if (game->damaged) nt_output_string(w->output, ",\"damaged\":true");
}

/* ---- what is worked out before ---- */

/* Finds the close of each line and the place of each move, in one pass over items and bytes. */
static nt_status look_ahead(nt_json_writer *w) {
    nt_json_state *state = w->state;
    const nt_game *game = w->game;
    nt_context *context = w->writer->context;
    if (!nt_grow(context, &state->items, &state->item_capacity, game->item_count, sizeof *state->items)) return NT_NO_MEMORY;
    uint64_t line = game->line, column = game->column;
    size_t counted = 0, open = SIZE_MAX; /* the innermost open line; each holds the one around it in `close` */
    for (size_t i = 0; i < game->item_count; i++) {
        const nt_item *item = &game->items[i];
        nt_json_item *entry = &state->items[i];
        *entry = (nt_json_item){.close = (uint32_t)game->item_count};
        if (item->place > counted) {
            bool after_cr = counted > 0 && game->raw[counted - 1] == '\r';
            nt_text_advance((nt_text){game->raw + counted, item->place - counted}, after_cr, &line, &column);
            counted = item->place;
        }
        entry->line = line;
        entry->column = column > UINT32_MAX ? UINT32_MAX : (uint32_t)column;
        if (item->kind == NT_ITEM_LINE_OPEN) {
            entry->close = (uint32_t)open;
            open = i;
        } else if (item->kind == NT_ITEM_LINE_CLOSE && open != SIZE_MAX) {
            uint32_t around = state->items[open].close;
            state->items[open].close = (uint32_t)i;
            open = around == UINT32_MAX ? SIZE_MAX : around;
        }
    }
    while (open != SIZE_MAX) {
        uint32_t around = state->items[open].close;
        state->items[open].close = (uint32_t)game->item_count;
        open = around == UINT32_MAX ? SIZE_MAX : around;
    }
    return NT_OK;
}

static nt_json_state *state_of(nt_writer *writer) {
    if (!writer->state) writer->state = nt_new(writer->context, sizeof(nt_json_state));
    return writer->state;
}

void nt_json_free_writer(nt_writer *writer) {
    nt_json_state *state = writer->state;
    if (!state) return;
    nt_ungrow(writer->context, &state->items, &state->item_capacity, sizeof *state->items);
    nt_hashes_free(writer->context, &state->names);
    nt_ungrow(writer->context, &state->frames, &state->frame_capacity, sizeof *state->frames);
    nt_delete(writer->context, state, sizeof *state);
    writer->state = NULL;
}

nt_status nt_json_write_game(nt_writer *writer, const nt_game *game, nt_replay *replay) {
    nt_json_writer w = {.writer = writer, .output = writer->output, .settings = &writer->settings, .game = game};
    w.state = state_of(writer);
    if (!w.state) return NT_NO_MEMORY;
    if (replay && nt_replay_variant(replay)) {
        w.replay = replay;
        w.position = nt_replay_start(replay);
        if (!w.position) return NT_NO_MEMORY;
    }
    w.status = look_ahead(&w);
    if (w.status != NT_OK) return w.status;
    nt_output_string(w.output, "{\"game\":");
    nt_output_number(w.output, game->number);
    if (game->file) write_string(&w, "file", game->file);
    nt_json_name(&w, "line");
    nt_output_number(w.output, game->line);
    nt_json_name(&w, "offset");
    nt_output_number(w.output, game->offset);
    write_string(&w, "format", game->format->name);
    if (w.replay) write_rules(&w);
    if (!w.settings->no_tags) write_tags(&w);
    if (!w.settings->no_tags) write_log(&w);
    if (w.replay && nt_replay_is_judged(replay)) write_start(&w);
    if (w.status == NT_OK) nt_json_write_lines(&w);
    if (w.status != NT_OK) return w.status;
    write_end(&w);
    nt_output_string(w.output, "}\n");
    return NT_OK;
}
