/* The json notation read: the objects that json_scan.c finds, parsed by libjansson and walked without recursion; and the
 * notation's row in the table. The form is documented in json_write.c. */
#include "formats/json.h"
#include "formats/list.h"

#include <errno.h>
#include <jansson.h>

enum { MAX_FAULTS = 10 }; /* findings of one game that are shown */

/* An element of a line whose comments and lines are being read, owner NULL: none. */
typedef struct json_frame {
    json_t *line;
    size_t next;          /* the element of line that comes next */
    json_t *owner;
    size_t lines, comments; /* of the owner, done so far */
    bool has_move;
} json_frame;

typedef struct json_state {
    json_frame *frames;
    size_t capacity, depth;
    size_t faults;          /* in this game */
    bool named;             /* "format" names the notation of "text" */
    nt_status status;
} json_state;

/* ---- text and findings ---- */

/* A game being built from an object. */
typedef struct json_builder {
    nt_reader *reader;
    nt_record *record;
    json_state *state;
} json_builder;

/* The parser keeps no places, so findings stand at the start of the object. */
static void report(json_builder *b, nt_diag_id id, const char *text) {
    nt_place place = nt_game_place(&b->record->game, 0);
    b->record->game.damaged = true;
    if (++b->state->faults > MAX_FAULTS) return;
    nt_report(b->reader->context, &place, id, "%s%s", text,
              b->state->faults == MAX_FAULTS ? "; further faults of this game are not shown" : "");
}

/* Keeps trouble that ends the reading; limits have been reported and cost only what they refuse. */
static bool take(json_builder *b, nt_status status) {
    if (status != NT_OK && status != NT_LIMIT) b->state->status = status;
    return status == NT_OK;
}

/* Copies bytes to the game's text. */
static nt_span add_text(json_builder *b, const void *bytes, size_t length) {
    nt_span span = {0, 0};
    nt_status status = length ? nt_record_keep(b->record, (nt_text){bytes, length}, &span) : NT_OK;
    if (status != NT_OK) b->state->status = status;
    return span;
}

static nt_span add_string(json_builder *b, const json_t *string) {
    return add_text(b, json_string_value(string), json_string_length(string));
}

static void add_item(json_builder *b, nt_item_kind kind, unsigned value, unsigned flags, nt_span text) {
    nt_item item = {.kind = (uint8_t)kind, .flags = (uint8_t)flags, .value = (uint16_t)value, .text = text};
    take(b, nt_record_item(b->record, item));
}

/* ---- tags ---- */

static void add_tag(json_builder *b, nt_span name, nt_span value) {
    take(b, nt_record_tag(b->record, (nt_tag){.name = name, .value = value}));
}

static void read_extra_tags(json_builder *b, json_t *extra) {
    size_t i;
    json_t *pair;
    if (extra && !json_is_array(extra)) report(b, NT_DIAG_JSON_SYNTAX, "tags_extra is not an array");
    json_array_foreach(extra, i, pair) {
        json_t *name = json_array_get(pair, 0), *value = json_array_get(pair, 1);
        if (!json_is_string(name) || !json_is_string(value)) {
            report(b, NT_DIAG_JSON_SYNTAX, "an element of tags_extra is not [name, value], both strings");
            continue;
        }
        nt_span name_span = add_string(b, name);
        add_tag(b, name_span, add_string(b, value));
    }
}

/* Makes a tag of a member of the game that says what the tag would say. */
static void add_implied_tag(json_builder *b, json_t *game, const char *member, const char *tag) {
    const json_t *value = json_object_get(game, member);
    size_t length = 0;
    if (!json_is_string(value) || (b->record->game.tag_count && nt_game_tag(&b->record->game, tag, &length))) return;
    nt_span name = add_text(b, tag, strlen(tag));
    add_tag(b, name, add_string(b, value));
}

static void read_tags(json_builder *b, json_t *game) {
    json_t *tags = json_object_get(game, "tags"), *value;
    const char *name;
    if (tags && !json_is_object(tags)) report(b, NT_DIAG_JSON_SYNTAX, "tags is not an object");
    json_object_foreach(tags, name, value) {
        if (!json_is_string(value)) {
            report(b, NT_DIAG_JSON_SYNTAX, "the value of a tag is not a string");
            continue;
        }
        nt_span name_span = add_text(b, name, strlen(name));
        add_tag(b, name_span, add_string(b, value));
    }
    read_extra_tags(b, json_object_get(game, "tags_extra"));
    const char *variant = json_string_value(json_object_get(game, "variant"));
    if (variant && strcmp(variant, "chess") != 0) add_implied_tag(b, game, "variant", "Variant");
    add_implied_tag(b, game, "start", "FEN");
}

/* The notation that the texts of the moves are in; json itself when none is named. */
static const nt_format *read_format(json_builder *b, json_t *game) {
    const json_t *member = json_object_get(game, "format");
    const nt_format *format = json_is_string(member) ? nt_format_find(json_string_value(member)) : NULL;
    if (member && !format) report(b, NT_DIAG_JSON_SYNTAX, "format is not the name of a notation (pgn, gc, alg, coord, uci)");
    return format ? format : &nt_format_json;
}

/* ---- an element: a move and what stands behind it ---- */

static void read_number(json_builder *b, const json_t *move) {
    const json_t *dots = json_object_get(move, "dots"), *number = json_object_get(move, "number");
    if (!json_is_integer(dots) || !number) return;
    char digits[24];
    size_t length = 0;
    if (json_is_integer(number) && json_integer_value(number) >= 0) {
        char reversed[24];
        uint64_t rest = (uint64_t)json_integer_value(number);
        size_t count = 0;
        do reversed[count++] = (char)('0' + rest % 10);
        while ((rest /= 10) != 0);
        while (count > 0) digits[length++] = reversed[--count];
    } else if (!json_is_string(number)) {
        report(b, NT_DIAG_JSON_SYNTAX, "the number of a move is neither a number from 0 nor a string");
        return;
    }
    json_int_t value = json_integer_value(dots);
    nt_span text = length ? add_text(b, digits, length) : add_string(b, number);
    add_item(b, NT_ITEM_NUMBER, value < 0 || value > UINT16_MAX ? 0 : (unsigned)value, 0, text);
}

/* The text of a move, in the notation that is read; NULL: it has none. */
static const json_t *move_text(const json_builder *b, const json_t *move) {
    const json_t *text = json_object_get(move, "text"), *plain = json_object_get(move, "move");
    if (!json_is_string(plain)) plain = NULL;
    if (!json_is_string(text)) text = NULL;
    if (b->state->named) return text ? text : plain;
    return plain ? plain : text;
}

static void read_nags(json_builder *b, json_t *nags) {
    size_t i;
    json_t *nag;
    json_array_foreach(nags, i, nag) {
        json_int_t value = json_is_integer(nag) ? json_integer_value(nag) : -1;
        if (value < 0 || value > 255) report(b, NT_DIAG_JSON_SYNTAX, "a NAG is not a number from 0 to 255");
        else add_item(b, NT_ITEM_NAG, (unsigned)value, 0, (nt_span){0, 0});
    }
}

/* A comment or escape, a string or an object with its text. */
static void read_comment(json_builder *b, const json_t *comment, nt_item_kind kind) {
    const json_t *text = json_is_object(comment) ? json_object_get(comment, "text") : comment;
    if (!json_is_string(text)) {
        report(b, NT_DIAG_JSON_SYNTAX, "a comment is neither a string nor an object with a text");
        return;
    }
    bool rest = json_is_true(json_object_get(comment, "rest_of_line"));
    add_item(b, kind, 0, rest ? NT_COMMENT_LINE : 0, add_string(b, text));
}

/* Adds what stands behind a move or at the start of a game, but for comments and lines, which come after it. */
static void begin_tail(json_builder *b, json_frame *frame, json_t *owner) {
    frame->owner = owner;
    frame->lines = frame->comments = 0;
    read_nags(b, json_object_get(owner, "nags"));
    size_t i;
    json_t *escape;
    json_array_foreach(json_object_get(owner, "escapes"), i, escape) read_comment(b, escape, NT_ITEM_ESCAPE);
}

static void begin_element(json_builder *b, json_frame *frame, json_t *element) {
    const json_t *text = json_is_string(element) ? element : move_text(b, element);
    if (!json_is_string(element) && !json_is_object(element)) {
        report(b, NT_DIAG_JSON_SYNTAX, "a move is neither an object nor a string");
        return;
    }
    if (!text && (frame->has_move || frame->next != 1)) report(b, NT_DIAG_JSON_SYNTAX, "a move has no text");
    if (text) {
        read_number(b, element);
        add_item(b, NT_ITEM_MOVE, 0, 0, add_string(b, text));
        frame->has_move = true;
    }
    if (json_is_object(element)) begin_tail(b, frame, element);
}

/* ---- lines ---- */

static bool push_line(json_builder *b, json_t *line) {
    json_state *state = b->state;
    if (!nt_grow(b->reader->context, &state->frames, &state->capacity, state->depth + 1, sizeof *state->frames)) {
        return take(b, NT_NO_MEMORY);
    }
    state->frames[state->depth++] = (json_frame){.line = line};
    return true;
}

/* Opens a line of the frame's owner, unless a limit or its form forbids. */
static void open_line(json_builder *b, const json_frame *frame, json_t *line, bool abandoned) {
    if (!json_is_array(line)) {
        report(b, NT_DIAG_JSON_SYNTAX, "a variation is not an array of moves");
        return;
    }
    if (!abandoned && !frame->has_move) {
        report(b, NT_DIAG_LINE_NO_MOVE, "a variation stands where there is no move that it could replace");
        return;
    }
    nt_item item = {.kind = NT_ITEM_LINE_OPEN, .flags = abandoned ? NT_LINE_ABANDONED : 0};
    if (take(b, nt_record_item(b->record, item))) push_line(b, line);
}

/* Adds the comments that stand before the owner's next line, all that are left when there is none. */
static void add_comments(json_builder *b, json_frame *frame, bool all) {
    const json_t *comments = json_object_get(frame->owner, "comments");
    for (; frame->comments < json_array_size(comments); frame->comments++) {
        const json_t *comment = json_array_get(comments, frame->comments);
        json_int_t after = json_integer_value(json_object_get(comment, "after"));
        if (!all && after > 0 && (uint64_t)after > frame->lines) return;
        read_comment(b, comment, NT_ITEM_COMMENT);
    }
}

/* The result that an element or the game has as a member, which becomes an item. */
static nt_result read_result(json_builder *b, const json_t *owner) {
    const json_t *member = json_object_get(owner, "result");
    nt_result result = {.known = false};
    if (!member) return result;
    nt_text text = {(const unsigned char *)json_string_value(member), json_string_length(member)};
    if (json_is_string(member) && nt_result_end(text, &result)) add_item(b, NT_ITEM_RESULT, 0, 0, add_string(b, member));
    else report(b, NT_DIAG_JSON_SYNTAX, "result is none such as 1-0, 1/2-1/2 or resign");
    return result;
}

/* Goes on with the frame's owner: to its next line, or to the end of it. */
static void step_owner(json_builder *b, json_frame *frame) {
    const json_t *variations = json_object_get(frame->owner, "variations");
    const json_t *abandoned = json_object_get(frame->owner, "abandoned");
    size_t first = json_array_size(variations), count = first + json_array_size(abandoned), i = frame->lines;
    add_comments(b, frame, i == count);
    if (i < count) {
        frame->lines++;
        json_t *line = i < first ? json_array_get(variations, i) : json_array_get(abandoned, i - first);
        open_line(b, frame, line, i >= first);
        return;
    }
    if (b->state->depth > 1) read_result(b, frame->owner);
    frame->owner = NULL;
}

/* Adds the items of the main line and of all lines inside it. */
static void read_lines(json_builder *b, json_t *game) {
    json_state *state = b->state;
    json_t *moves = json_object_get(game, "moves");
    if (moves && !json_is_array(moves)) report(b, NT_DIAG_JSON_SYNTAX, "moves is not an array");
    state->depth = 0;
    if (push_line(b, moves)) begin_tail(b, &state->frames[0], game);
    while (state->depth > 0 && state->status == NT_OK) {
        json_frame *frame = &state->frames[state->depth - 1];
        if (frame->owner) {
            step_owner(b, frame);
        } else if (frame->next < json_array_size(frame->line)) {
            json_t *element = json_array_get(frame->line, frame->next++);
            begin_element(b, frame, element);
        } else {
            if (--state->depth > 0) add_item(b, NT_ITEM_LINE_CLOSE, 0, 0, (nt_span){0, 0});
        }
    }
}

/* ---- the game ---- */

static nt_status build_game(nt_reader *reader, json_t *object, size_t length) {
    json_builder b = {.reader = reader, .record = &reader->record, .state = reader->state};
    b.state->faults = 0;
    b.state->status = NT_OK;
    nt_record_clear(b.record);
    nt_reader_begin(reader);
    b.record->game.raw_length = length;
    b.record->game.format = read_format(&b, object);
    b.state->named = b.record->game.format != &nt_format_json;
    read_tags(&b, object);
    read_lines(&b, object);
    size_t index = b.record->game.item_count;
    nt_result result = read_result(&b, object);
    if (b.record->game.item_count > index) {
        b.record->game.result_item = index;
        b.record->game.result = result;
    }
    return b.state->status;
}

/* Parses the object at the pin; NULL after a finding, or for want of memory. */
static json_t *parse(nt_reader *reader, size_t length, nt_status *status) {
    const nt_input *input = reader->input;
    json_error_t error;
    errno = 0; /* jansson takes a token that it has no memory for as one that is wrong */
    json_t *object = json_loadb((const char *)input->data + input->pin, length, JSON_ALLOW_NUL, &error);
    *status = NT_OK;
    if (!object && errno == ENOMEM) {
        *status = NT_NO_MEMORY;
    } else if (!object) {
        size_t at = error.position > 0 ? (size_t)error.position : 0, end = length;
        while (end > 0 && nt_is_blank(input->data[input->pin + end - 1])) end--;
        nt_json_report(reader, NT_DIAG_JSON_SYNTAX, at < end ? at : end, error.text);
    } else if (!json_object_get(object, "moves") && !json_object_get(object, "tags")) {
        nt_json_report(reader, NT_DIAG_JSON_SYNTAX, 0, "the object is no game: it has neither moves nor tags");
        json_decref(object);
        object = NULL;
    }
    return object;
}

nt_status nt_json_read_game(nt_reader *reader) {
    nt_status status = nt_reader_start(reader);
    if (status != NT_OK) return status;
    if (!reader->state) reader->state = nt_new(reader->context, sizeof(json_state));
    if (!reader->state) return NT_NO_MEMORY;
    for (;;) {
        size_t length = 0;
        status = nt_json_next_object(reader, reader->at, &length);
        if (status != NT_OK) return status;
        reader->at = length;
        json_t *object = parse(reader, length, &status);
        if (status != NT_OK) return status;
        if (!object) continue;
        status = build_game(reader, object, length);
        json_decref(object);
        return status;
    }
}

void nt_json_free_reader(nt_reader *reader) {
    json_state *state = reader->state;
    if (!state) return;
    nt_ungrow(reader->context, &state->frames, &state->capacity, sizeof *state->frames);
    nt_delete(reader->context, state, sizeof *state);
    reader->state = NULL;
}

/* ---- the row ---- */

/* An object whose first member has a name: PGN comments can begin with a brace too. */
static int sniff(const nt_head *head) {
    nt_text rest = nt_text_trim(head->bytes);
    if (rest.length < 2 || rest.at[0] != '{') return 0;
    rest = nt_text_trim(nt_text_cut(rest, 1));
    if (rest.length && rest.at[0] == '}') return 20;
    if (!rest.length || rest.at[0] != '"') return 0;
    size_t at = 1;
    while (at < rest.length && rest.at[at] != '"') at++;
    rest = nt_text_trim(nt_text_cut(rest, at < rest.length ? at + 1 : at));
    return rest.length && rest.at[0] == ':' ? 99 : 0;
}

/* Objects that name no format are made by hand or by jq: their moves are coordinates, else algebraic. */
nt_status nt_json_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault) {
    nt_status status = nt_coord_read_move(position, text, intent, fault);
    if (status != NT_INVALID) return status;
    nt_fault first = *fault;
    status = nt_san_read_move(position, text, intent, fault);
    if (status == NT_INVALID) *fault = first;
    return status;
}

const nt_format nt_format_json = {
    .name = "json",
    .title = "JSON Lines, one game a line",
    .family = NT_FAMILY_COORDINATE,
    .sniff = sniff,
    .read_game = nt_json_read_game,
    .read_move = nt_json_read_move,
    .write_move = nt_coord_write_move,
    .write_game = nt_json_write_game,
    .free_state = nt_json_free_reader,
    .free_writer = nt_json_free_writer,
};
