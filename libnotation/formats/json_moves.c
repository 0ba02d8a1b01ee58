/* The lines of a game as JSON: moves with what belongs to them, variations and abandoned lines inside. No recursion: an
 * own stack of lines, so that depth costs memory only. Called by json_write.c. */
#include "formats/json.h"
#include "rules/position.h"

/* ---- items of one line ---- */

static const nt_item *item_of(const nt_json_writer *w, size_t i) { return &w->game->items[i]; }

/* The item after this one on the same level. */
static size_t next_item(const nt_json_writer *w, size_t i) {
    return item_of(w, i)->kind == NT_ITEM_LINE_OPEN ? (size_t)w->state->items[i].close + 1 : i + 1;
}

/* Whether a line ends here: it is closed, or the game is over. */
static bool ends_line(const nt_json_writer *w, size_t i) {
    return i >= w->game->item_count || item_of(w, i)->kind == NT_ITEM_LINE_CLOSE;
}

/* A move, and not what was read as one and is a number without its dot. */
static bool is_move(const nt_json_writer *w, size_t i) {
    nt_move move;
    if (item_of(w, i)->kind != NT_ITEM_MOVE) return false;
    return !w->replay || !nt_replay_variant(w->replay) || nt_replay_move(w->replay, i, &move) != NT_PLY_NONE;
}

/* Sets the frame's end behind all that belongs to an element whose tail begins at frame->tail, and finds the number that
 * stands before the next move. */
static void find_end(const nt_json_writer *w, nt_json_frame *frame) {
    size_t i = frame->tail;
    frame->number = SIZE_MAX;
    while (!ends_line(w, i) && !is_move(w, i)) {
        if (item_of(w, i)->kind == NT_ITEM_NUMBER) frame->number = i;
        i = next_item(w, i);
    }
    frame->end = i;
}

/* The next line of a kind behind frame->at in the element; SIZE_MAX: none. */
static size_t find_line(const nt_json_writer *w, const nt_json_frame *frame) {
    bool abandoned = frame->phase == NT_JSON_ABANDONED;
    for (size_t i = frame->at; i < frame->end; i = next_item(w, i)) {
        const nt_item *item = item_of(w, i);
        if (item->kind == NT_ITEM_LINE_OPEN && !(item->flags & NT_LINE_ABANDONED) == !abandoned) return i;
    }
    return SIZE_MAX;
}

/* ---- what belongs to an element ---- */

/* What is to be written of a comment or escape; false: nothing. */
static bool find_text(nt_json_writer *w, const nt_item *item, nt_text *text) {
    bool is_kept = !w->settings->no_comments;
    *text = nt_game_text(w->game, item->text);
    if (item->kind != NT_ITEM_COMMENT || w->status != NT_OK) return is_kept;
    w->status = nt_writer_comment(w->writer, *text, text, &is_kept);
    return is_kept && w->status == NT_OK;
}

/* A comment: a string, or an object where there is more to say of it. lines: how many lines of the element are before it. */
static void write_comment(nt_json_writer *w, const nt_item *item, nt_text text, size_t lines) {
    bool rest = item->flags & NT_COMMENT_LINE;
    if (!rest && !lines) {
        nt_json_string(w, text);
        return;
    }
    nt_output_string(w->output, "{\"text\":");
    nt_json_string(w, text);
    if (lines) {
        nt_json_name(w, "after");
        nt_output_number(w->output, lines);
    }
    if (rest) nt_output_string(w->output, ",\"rest_of_line\":true");
    nt_put(w->output, '}');
}

/* An array of all items of a kind in an element, nothing when there are none. */
static void write_all(nt_json_writer *w, const nt_json_frame *frame, nt_item_kind kind, const char *name) {
    size_t lines = 0, count = 0;
    for (size_t i = frame->tail; i < frame->end; i = next_item(w, i)) {
        const nt_item *item = item_of(w, i);
        lines += item->kind == NT_ITEM_LINE_OPEN && !w->settings->no_variations;
        nt_text text;
        if (item->kind != kind || (kind != NT_ITEM_NAG && !find_text(w, item, &text))) continue;
        if (count++) nt_put(w->output, ',');
        else nt_json_name(w, name);
        if (count == 1) nt_put(w->output, '[');
        if (kind == NT_ITEM_NAG) nt_output_number(w->output, item->value);
        else write_comment(w, item, text, kind == NT_ITEM_COMMENT ? lines : 0);
    }
    if (count) nt_put(w->output, ']');
}

/* Thousandths as a decimal number. */
static void write_decimal(nt_json_writer *w, const char *name, int64_t number) {
    nt_json_name(w, name);
    if (number < 0) nt_put(w->output, '-');
    uint64_t size = number < 0 ? (uint64_t)-number : (uint64_t)number, rest = size % 1000;
    nt_output_number(w->output, size / 1000);
    if (rest) nt_put(w->output, '.');
    for (uint64_t weight = 100; rest; weight /= 10) {
        nt_put(w->output, (unsigned char)('0' + rest / weight));
        rest %= weight;
    }
}

static void write_marks(nt_json_writer *w, nt_text value) {
    nt_output_string(w->output, ",\"marks\":[");
    for (bool more = true; more;) {
        size_t length = 0;
        while (length < value.length && value.at[length] != ',') length++;
        nt_json_string(w, nt_text_trim((nt_text){value.at, length}));
        more = length < value.length;
        value = nt_text_cut(value, length + more);
        if (more) nt_put(w->output, ',');
    }
    nt_put(w->output, ']');
}

static void write_command(nt_json_writer *w, nt_text text, const nt_command *command) {
    nt_text value = {text.at + command->value.offset, command->value.length};
    nt_output_string(w->output, "{\"name\":");
    nt_json_string(w, (nt_text){text.at + command->name.offset, command->name.length});
    nt_json_name(w, "value");
    nt_json_string(w, value);
    if (command->kind == NT_COMMAND_TIME) write_decimal(w, "seconds", command->number);
    if (command->kind == NT_COMMAND_EVAL) write_decimal(w, "pawns", command->number);
    if (command->kind == NT_COMMAND_MATE) write_decimal(w, "mate", command->number * 1000);
    if (command->depth) nt_json_name(w, "depth");
    if (command->depth) nt_output_number(w->output, command->depth);
    if (command->kind == NT_COMMAND_MARKS) write_marks(w, value);
    nt_put(w->output, '}');
}

/* The commands of all comments of an element. */
static void write_commands(nt_json_writer *w, const nt_json_frame *frame) {
    size_t count = 0;
    for (size_t i = frame->tail; i < frame->end; i = next_item(w, i)) {
        nt_text text;
        nt_command command;
        if (item_of(w, i)->kind != NT_ITEM_COMMENT || !find_text(w, item_of(w, i), &text)) continue;
        for (size_t at = 0; nt_command_next(text, &at, &command);) {
            if (count++) nt_put(w->output, ',');
            else nt_output_string(w->output, ",\"commands\":[");
            write_command(w, text, &command);
        }
    }
    if (count) nt_put(w->output, ']');
}

static void write_tail(nt_json_writer *w, const nt_json_frame *frame) {
    if (!w->settings->no_nags) write_all(w, frame, NT_ITEM_NAG, "nags");
    write_all(w, frame, NT_ITEM_COMMENT, "comments");
    write_commands(w, frame);
    write_all(w, frame, NT_ITEM_ESCAPE, "escapes");
    for (size_t i = frame->tail; i < frame->end; i = next_item(w, i)) {
        if (item_of(w, i)->kind != NT_ITEM_RESULT || i == w->game->result_item) continue;
        nt_json_name(w, "result");
        nt_json_string(w, nt_game_text(w->game, item_of(w, i)->text));
        return;
    }
}

/* Whether an element without a move has anything to say. */
static bool has_tail(const nt_json_writer *w, const nt_json_frame *frame) {
    for (size_t i = frame->tail; i < frame->end; i++) {
        if (item_of(w, i)->kind != NT_ITEM_NUMBER) return true;
    }
    return false;
}

/* ---- moves ---- */

/* A move number as it was written: a number where JSON has the same one, else a string. */
static void write_number(nt_json_writer *w, nt_text text) {
    uint64_t value = 0;
    bool plain = text.length <= 15 && (text.length == 1 || text.at[0] != '0') && nt_text_number(text, &value);
    if (plain) nt_output_number(w->output, value);
    else nt_json_string(w, text);
}

static void write_numbers(nt_json_writer *w, size_t number, bool known) {
    if (w->settings->no_numbers) return;
    if (number != SIZE_MAX) {
        nt_json_name(w, "number");
        write_number(w, nt_game_text(w->game, item_of(w, number)->text));
        nt_json_name(w, "dots");
        nt_output_number(w->output, item_of(w, number)->value);
    } else if (known) {
        nt_json_name(w, "number");
        nt_output_number(w->output, nt_position_number(w->position));
    }
}

static void write_player(nt_json_writer *w) {
    nt_json_name(w, "player");
    nt_put(w->output, '"');
    const char *name = nt_variant_player(nt_position_variant(w->position), nt_position_player(w->position));
    for (; *name; name++) {
        unsigned char lower = nt_to_lower((unsigned char)*name);
        nt_output_json(w->output, &lower, 1);
    }
    nt_put(w->output, '"');
}

static void write_move_as(nt_json_writer *w, nt_move move, const nt_format *format, const char *name) {
    nt_json_name(w, name);
    nt_put(w->output, '"');
    nt_move_write(w->position, move, format, w->output);
    nt_put(w->output, '"');
}

/* What the rules say of the move, and the move is made. */
static void write_judged(nt_json_writer *w, nt_json_frame *frame, nt_ply_state ply) {
    if (ply == NT_PLY_ILLEGAL || ply == NT_PLY_AFTER) {
        nt_json_name(w, "state");
        nt_output_string(w->output, ply == NT_PLY_ILLEGAL ? "\"illegal\"" : "\"not judged\"");
    }
    if (ply != NT_PLY_OK) return;
    write_player(w);
    write_move_as(w, frame->move, &nt_format_coord, "move");
    write_move_as(w, frame->move, &nt_format_uci, "uci");
    write_move_as(w, frame->move, &nt_format_pgn, "san");
    frame->made = nt_position_make(w->position, frame->move) == NT_OK;
    if (frame->made) frame->plies++;
    else w->status = NT_NO_MEMORY;
}

/* The parts of a half-move, where there is more than one. */
static void write_parts(nt_json_writer *w, nt_text move) {
    const nt_format *format = w->game->format;
    if (!nt_has_parts(format, move)) return;
    nt_output_string(w->output, ",\"parts\":");
    const char *before = "[";
    size_t at = 0;
    for (nt_text part; (part = format->part(move, &at)).length > 0; before = ",") {
        nt_output_string(w->output, before);
        nt_json_string(w, part);
    }
    nt_put(w->output, ']');
}

/* Opens the element of the move at frame->at. */
static void write_move(nt_json_writer *w, nt_json_frame *frame) {
    size_t i = frame->at, number = frame->number;
    const nt_json_item *place = &w->state->items[i];
    nt_ply_state ply = w->replay ? nt_replay_move(w->replay, i, &frame->move) : NT_PLY_NONE;
    nt_output_string(w->output, frame->elements++ ? ",{\"text\":" : "{\"text\":");
    nt_json_string(w, nt_game_text(w->game, item_of(w, i)->text));
    nt_json_name(w, "line");
    nt_output_number(w->output, place->line);
    nt_json_name(w, "column");
    nt_output_number(w->output, place->column);
    frame->made = false;
    write_numbers(w, number, ply == NT_PLY_OK);
    write_parts(w, nt_game_text(w->game, item_of(w, i)->text));
    write_judged(w, frame, ply);
    frame->tail = i + 1;
    find_end(w, frame);
    write_tail(w, frame);
    frame->phase = NT_JSON_VARIATIONS;
    frame->at = frame->tail;
}

/* ---- lines ---- */

/* Begins the line whose first item this is. The first element's tail is what stands before the first move. */
static void begin_line(nt_json_writer *w, size_t first, bool variation) {
    nt_json_state *state = w->state;
    if (!nt_grow(w->writer->context, &state->frames, &state->frame_capacity, state->depth + 1, sizeof *state->frames)) {
        w->status = NT_NO_MEMORY;
        return;
    }
    if (variation && w->position && state->frames[state->depth - 1].made) nt_position_unmake(w->position);
    nt_json_frame *frame = &state->frames[state->depth++];
    *frame = (nt_json_frame){.tail = first, .at = first, .variation = variation};
    find_end(w, frame);
    if (state->depth == 1) {
        write_tail(w, frame);
        frame->phase = NT_JSON_VARIATIONS;
        return;
    }
    nt_put(w->output, '[');
    if (!has_tail(w, frame)) {
        frame->at = frame->end;
        return;
    }
    nt_output_string(w->output, "{\"text\":null");
    frame->elements++;
    write_tail(w, frame);
    frame->phase = NT_JSON_VARIATIONS;
}

static void end_line(nt_json_writer *w) {
    nt_json_state *state = w->state;
    nt_json_frame *frame = &state->frames[--state->depth];
    nt_put(w->output, ']');
    for (; frame->plies > 0; frame->plies--) nt_position_unmake(w->position);
    if (!frame->variation || !w->position || !state->depth || !state->frames[state->depth - 1].made) return;
    if (nt_position_make(w->position, state->frames[state->depth - 1].move) != NT_OK) w->status = NT_NO_MEMORY;
}

/* The element has no more lines: the object ends, or after the game's own things the moves begin. */
static void end_element(nt_json_writer *w, nt_json_frame *frame) {
    bool is_game = w->state->depth == 1 && frame->tail == 0 && frame->elements == 0;
    nt_output_string(w->output, is_game ? ",\"moves\":[" : "}");
    frame->phase = NT_JSON_ELEMENT;
    frame->at = frame->end;
}

/* Writes the next line of the element, or goes on to the next kind of lines or the end of the element. */
static void step_lines(nt_json_writer *w, nt_json_frame *frame) {
    size_t line = w->settings->no_variations ? SIZE_MAX : find_line(w, frame);
    bool abandoned = frame->phase == NT_JSON_ABANDONED;
    if (line != SIZE_MAX) {
        if (frame->open) nt_put(w->output, ',');
        else nt_json_name(w, abandoned ? "abandoned" : "variations");
        if (!frame->open) nt_put(w->output, '[');
        frame->open = true;
        frame->at = next_item(w, line);
        begin_line(w, line + 1, !abandoned);
        return;
    }
    if (frame->open) nt_put(w->output, ']');
    frame->open = false;
    if (abandoned) end_element(w, frame);
    frame->at = abandoned ? frame->end : frame->tail;
    if (!abandoned) frame->phase = NT_JSON_ABANDONED;
}

void nt_json_write_lines(nt_json_writer *w) {
    nt_json_state *state = w->state;
    state->depth = 0;
    begin_line(w, 0, false);
    while (state->depth > 0 && w->status == NT_OK) {
        nt_json_frame *frame = &state->frames[state->depth - 1];
        if (frame->phase != NT_JSON_ELEMENT) step_lines(w, frame);
        else if (ends_line(w, frame->at)) end_line(w);
        else write_move(w, frame);
    }
}
