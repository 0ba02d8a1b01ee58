/* The xml notation, read: a stream of tags goes through the push parser of libxml2, so that memory is that of one game. The
 * parser is fed up to the end of one tag at a time; where that is a game's, the game is given out. It looks through all that is
 * open with each piece, so that a piece ends with a comment, not with each > in it. A document may follow another, and <game>
 * may stand without one around it. A document type is refused, so there are no entities but XML's own and nothing is loaded. */
#include "formats/xml.h"
#include "formats/xml_library.h"
#include "base/diag.h"

#include <errno.h>
#include <stdio.h>

enum {
    MARGIN = 16,       /* elements that are not lines, inside each other */
    ATTRIBUTES = 1000, /* of an element; the parser compares all pairs */
};

/* Kept from game to game. */
typedef struct xml_state {
    nt_xml xml;
    xmlParserCtxtPtr parser;  /* NULL between two documents */
    nt_record *record;
    nt_context *context;
    enum { OUTSIDE, INSIDE, PASSING } phase; /* the last: of a game that has been given out, to its end */
    size_t fed;               /* bytes from the input's pin that the parser has; from the game's begin while it is read */
    size_t tag;               /* where the last < of them is, from the pin */
    nt_xml_scan scan;
    size_t depth, unknown;    /* elements that are open; those of them from one on that is not known */
    bool began, ended;        /* a game, in the piece that was fed last */
    bool given_up;            /* a limit was met: the rest of the game is passed over */
    bool resumed;             /* the document had a fault: its own end is passed over */
    bool broken;              /* the document has a fault: a new parser begins at the next game */
    bool refused, too_deep;   /* a document type; elements */
    bool *has_move;           /* of each line that is open, and of the main line */
    size_t has_move_capacity;
    bool named;               /* the game names its format */
    const nt_format *format;
    nt_item item;             /* that is being read; its text goes to the end of the pool */
    nt_tag pending;
    nt_span variant, start;   /* attributes of the game; length 0: none */
    enum { NOTHING, TAG, ITEM } reading;
    bool by_move;             /* the attribute is the move's text */
    nt_status status;
} xml_state;

/* ---- what the form says ---- */

static xml_state *state_of(void *context) { return ((xmlParserCtxtPtr)context)->_private; }

static bool is(const xmlChar *name, const char *word) { return strcmp((const char *)name, word) == 0; }

/* The value of an attribute; libxml2 gives them as name, prefix, namespace, begin and end. */
static bool find(const xmlChar **attributes, int count, const char *name, nt_text *value) {
    for (int i = 0; i < count; i++) {
        const xmlChar **attribute = attributes + (size_t)i * 5;
        if (!is(attribute[0], name)) continue;
        *value = (nt_text){attribute[3], (size_t)(attribute[4] - attribute[3])};
        return true;
    }
    return false;
}

static nt_span add_text(xml_state *s, nt_text text) {
    nt_span span = {0, 0};
    nt_status status = nt_record_keep(s->record, text, &span);
    if (status != NT_OK) s->status = status;
    return span;
}

static void report(xml_state *s, const char *text) {
    nt_place place = nt_game_place(&s->record->game, s->tag);
    if (s->phase != INSIDE) place.game = 0;
    nt_report(s->context, &place, NT_DIAG_XML_SYNTAX, "%s", text);
    s->record->game.damaged = true;
}

/* A limit of tags or comments drops the thing; one of moves or nesting ends the game. */
static void take(xml_state *s, nt_status status, bool ends) {
    if (status == NT_LIMIT) s->given_up = s->given_up || ends;
    else if (status != NT_OK) s->status = status;
}

static void add_item(xml_state *s, nt_item item) {
    bool ends = item.kind == NT_ITEM_MOVE || item.kind == NT_ITEM_LINE_OPEN;
    item.place = (uint32_t)s->tag;
    take(s, nt_record_item(s->record, item), ends);
    if (item.kind == NT_ITEM_MOVE) s->has_move[s->record->depth] = true;
}

static void begin_game(xml_state *s, const xmlChar **attributes, int count) {
    nt_text value;
    nt_record_clear(s->record);
    s->began = true;
    s->has_move[0] = false;
    s->named = find(attributes, count, "format", &value);
    s->format = NULL;
    for (size_t i = 0; s->named && nt_format_at(i); i++)
        if (nt_text_is_nocase(value, nt_format_name(nt_format_at(i)))) s->format = nt_format_at(i);
    s->variant = find(attributes, count, "variant", &value) ? add_text(s, value) : (nt_span){0, 0};
    s->start = find(attributes, count, "start", &value) ? add_text(s, value) : (nt_span){0, 0};
}

static unsigned number_of(nt_text text, unsigned most) {
    uint64_t number;
    return nt_text_number(nt_text_trim(text), &number) && number <= most ? (unsigned)number : most + 1;
}

static void begin_move(xml_state *s, const xmlChar **attributes, int count) {
    nt_text number, dots = NT_TEXT("0"), move;
    if (find(attributes, count, "number", &number)) {
        find(attributes, count, "dots", &dots);
        unsigned value = number_of(dots, UINT16_MAX - 1);
        add_item(s, (nt_item){.kind = NT_ITEM_NUMBER, .value = (uint16_t)value, .text = add_text(s, number)});
    }
    s->by_move = !s->named && find(attributes, count, "move", &move);
    s->item = (nt_item){.kind = NT_ITEM_MOVE, .text = {(uint32_t)s->record->pool_size, 0}};
    if (s->by_move) s->item.text = add_text(s, move);
}

/* An element inside a game whose text is an item; false: it is not known. */
static bool begin_item(xml_state *s, const xmlChar *name, const xmlChar **attributes, int count) {
    static const struct {
        const char *name;
        nt_item_kind kind;
    } kinds[] = {{"comment", NT_ITEM_COMMENT}, {"escape", NT_ITEM_ESCAPE}, {"nag", NT_ITEM_NAG},
                 {"number", NT_ITEM_NUMBER}, {"result", NT_ITEM_RESULT}};
    nt_text value;
    s->by_move = false;
    s->reading = ITEM;
    if (is(name, "move")) {
        begin_move(s, attributes, count);
        return true;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!is(name, kinds[i].name)) continue;
        s->item = (nt_item){.kind = (uint8_t)kinds[i].kind, .text = {(uint32_t)s->record->pool_size, 0}};
        bool rest = find(attributes, count, "rest-of-line", &value) && nt_text_is(value, "true");
        bool glyph = find(attributes, count, "glyph", &value) && nt_text_is(value, "true");
        if (rest && s->item.kind == NT_ITEM_COMMENT) s->item.flags = NT_COMMENT_LINE;
        if (glyph && s->item.kind == NT_ITEM_NAG) s->item.flags = NT_NAG_GLYPH;
        if (find(attributes, count, "dots", &value)) s->item.value = (uint16_t)number_of(value, UINT16_MAX - 1);
        return true;
    }
    s->reading = NOTHING;
    return false;
}

static void begin_line(xml_state *s, bool abandoned) {
    size_t depth = s->record->depth;
    if (!s->has_move[depth] && !abandoned) {
        nt_place place = nt_game_place(&s->record->game, s->tag);
        nt_report(s->context, &place, NT_DIAG_LINE_NO_MOVE, "a variation stands where there is no move that it could replace");
        s->record->game.damaged = true;
        abandoned = true;
    }
    add_item(s, (nt_item){.kind = NT_ITEM_LINE_OPEN, .flags = abandoned ? NT_LINE_ABANDONED : 0});
    if (!nt_grow(s->context, &s->has_move, &s->has_move_capacity, depth + 2, sizeof *s->has_move)) s->status = NT_NO_MEMORY;
    else s->has_move[depth + 1] = false;
}

static void begin_tag(xml_state *s, const xmlChar **attributes, int count) {
    nt_text name;
    if (!find(attributes, count, "name", &name)) {
        report(s, "a tag has no attribute name");
        return;
    }
    s->pending = (nt_tag){.name = add_text(s, name), .place = (uint32_t)s->tag};
    s->pending.value = (nt_span){(uint32_t)s->record->pool_size, 0};
    s->reading = TAG;
}

/* ---- the parser's calls ---- */

/* An element outside a game that is not known; the first one of a document is reported. */
static void pass_element(xml_state *s) {
    s->unknown = 1;
    if (s->depth == 1) report(s, "this is no document of games, which begins with <games> or <game>");
}

static void begin(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int spaces,
                  const xmlChar **names, int count, int defaulted, const xmlChar **attributes) {
    xml_state *s = state_of(context);
    (void)prefix, (void)uri, (void)spaces, (void)names, (void)defaulted;
    s->depth++;
    if (s->unknown || s->given_up || s->phase == PASSING || s->status != NT_OK) {
        s->unknown += s->unknown > 0;
    } else if (s->phase != INSIDE) {
        if (is(name, "game")) begin_game(s, attributes, count);
        else if (!is(name, "games")) pass_element(s);
    } else if (s->reading != NOTHING) {
        s->unknown = 1;
    } else if (is(name, "tag")) {
        begin_tag(s, attributes, count);
    } else if (is(name, "variation") || is(name, "abandoned")) {
        begin_line(s, is(name, "abandoned"));
    } else if (!begin_item(s, name, attributes, count)) {
        s->unknown = 1;
    }
    s->too_deep = s->too_deep || s->depth > s->context->limits.nesting + MARGIN;
}

static void characters(void *context, const xmlChar *bytes, int length) {
    xml_state *s = state_of(context);
    if (s->reading == NOTHING || s->unknown || s->given_up || s->by_move || length <= 0) return;
    add_text(s, (nt_text){bytes, (size_t)length});
    *(s->reading == TAG ? &s->pending.value.length : &s->item.text.length) += (uint32_t)length;
}

static void end_item(xml_state *s) {
    nt_record *record = s->record;
    nt_text text = {record->pool + s->item.text.offset, s->item.text.length};
    nt_result result = {.known = false};
    if (s->item.kind == NT_ITEM_NAG) {
        unsigned value = number_of(text, 255);
        if (value > 255) report(s, "a nag is not a number from 0 to 255");
        s->item.value = (uint16_t)value;
        if (value > 255) return;
    }
    if (s->item.kind == NT_ITEM_RESULT && !nt_result_end(text, &result)) {
        report(s, "a result is none such as 1-0, 1/2-1/2 or resign");
        return;
    }
    if (s->item.kind == NT_ITEM_RESULT && record->depth == 0) {
        record->game.result_item = record->game.item_count;
        record->game.result = result;
    }
    add_item(s, s->item);
}

static void end_tag(xml_state *s) {
    take(s, nt_record_tag(s->record, s->pending), false);
}

static void add_implied(xml_state *s, const char *name, nt_span value) {
    size_t length;
    if (!value.length || nt_game_tag(&s->record->game, name, &length)) return;
    nt_tag tag = {.name = add_text(s, nt_text_from(name)), .value = value};
    take(s, nt_record_tag(s->record, tag), false);
}

static void end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    xml_state *s = state_of(context);
    (void)prefix, (void)uri;
    s->depth -= s->depth > 0;
    if (s->unknown) {
        s->unknown--;
        return;
    }
    if (is(name, "game")) s->ended = true;
    if (s->ended || s->given_up || s->phase != INSIDE || s->status != NT_OK) return;
    if (s->reading == TAG) end_tag(s);
    else if (s->reading == ITEM) end_item(s);
    else if (s->record->depth > 0 && (is(name, "variation") || is(name, "abandoned")))
        add_item(s, (nt_item){.kind = NT_ITEM_LINE_CLOSE});
    s->reading = NOTHING;
}

static void document_type(void *context, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id) {
    xml_state *s = state_of(context);
    (void)name, (void)public_id, (void)system_id;
    s->refused = true;
    s->xml.xmlStopParser(context);
}

/* ---- feeding ---- */

static nt_status make_parser(xml_state *s) {
    s->parser = s->xml.xmlCreatePushParserCtxt(NULL, NULL, NULL, 0, NULL);
    if (!s->parser) return NT_NO_MEMORY;
    /* without its own bounds: depth is bounded here, and there are no entities that could make a text larger than it is */
    s->xml.xmlCtxtUseOptions(s->parser, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
    *s->parser->sax = (xmlSAXHandler){.startElementNs = begin, .endElementNs = end, .characters = characters,
                                      .ignorableWhitespace = characters, .cdataBlock = characters,
                                      .internalSubset = document_type, .initialized = XML_SAX2_MAGIC};
    s->parser->_private = s;
    s->depth = s->unknown = 0;
    return NT_OK;
}

static void free_parser(xml_state *s) {
    if (s->parser && s->parser->myDoc) s->xml.xmlFreeDoc(s->parser->myDoc);
    if (s->parser) s->parser->myDoc = NULL;
    if (s->parser) s->xml.xmlFreeParserCtxt(s->parser);
    s->parser = NULL;
}

static void report_fault(xml_state *s) {
    char text[300];
    const char *message = s->parser->lastError.message;
    if (s->refused) {
        report(s, "a document type is not read; leave out <!DOCTYPE ...>");
        return;
    }
    if (s->too_deep) {
        report(s, "elements are nested too deep");
        return;
    }
    snprintf(text, sizeof text, "%s", message ? message : "the text is not well-formed");
    size_t length = strlen(text);
    while (length > 0 && nt_is_blank((unsigned char)text[length - 1])) text[--length] = '\0';
    report(s, text);
}

/* Sees to the next piece, of *size bytes. What comes of it so does not depend on how the bytes are read. */
static nt_status fetch(nt_reader *reader, xml_state *s, size_t *size) {
    nt_input *input = reader->input;
    nt_status status = NT_OK;
    size_t seen = 0, opened;
    do {
        size_t from = input->pin + s->fed + seen, count = input->size - from;
        if (!count) continue;
        count = nt_xml_piece(&s->scan, (nt_text){input->data + from, count}, &opened);
        if (opened != SIZE_MAX) s->tag = s->fed + seen + opened;
        seen += count;
        if (s->scan.whole) break;
    } while ((status = nt_input_more(input)) == NT_OK);
    if (status == NT_END && seen > 0) status = NT_OK;
    if (s->phase == INSIDE) nt_reader_moved(reader);
    else nt_reader_begin(reader);
    s->record->game.text = s->record->pool;
    *size = seen;
    return status;
}

static nt_status parse_chunk(xml_state *s, nt_text bytes) {
    nt_xml_listener before = nt_xml_listen(&s->xml, (nt_xml_listener){nt_xml_ignore, NULL});
    nt_xml_watch_memory();
    nt_status status = s->parser ? NT_OK : make_parser(s);
    if (status == NT_OK) s->xml.xmlParseChunk(s->parser, (const char *)bytes.at, (int)bytes.length, 0);
    nt_xml_listen(&s->xml, before);
    return s->status != NT_OK ? s->status : nt_xml_starved() ? NT_NO_MEMORY : status;
}

/* Feeds the next piece. NT_INVALID: the text is not well-formed, which is reported. */
static nt_status feed(nt_reader *reader, xml_state *s) {
    const nt_input *input = reader->input;
    size_t size;
    nt_status status = fetch(reader, s, &size);
    if (status != NT_OK) return status;
    nt_text bytes = {input->data + input->pin + s->fed, size};
    s->began = s->ended = false;
    s->fed += bytes.length;
    nt_text trimmed = nt_text_trim(bytes);
    bool is_end = s->resumed && nt_text_is(trimmed, "</games>");
    if (!s->parser && (trimmed.length == 0 || is_end)) return NT_OK;
    if (s->scan.attributes > ATTRIBUTES) {
        report(s, "an element has too many attributes");
        return NT_INVALID;
    }
    status = parse_chunk(s, bytes);
    if (status != NT_OK) return status;
    if (!s->parser->wellFormed || s->refused || s->too_deep) {
        report_fault(s);
        return NT_INVALID;
    }
    if (s->depth == 0 && s->parser->instate == XML_PARSER_EPILOG) free_parser(s);
    return NT_OK;
}

/* After a fault: a new parser begins at the next <game. NT_END: there is none. */
static nt_status resume(nt_reader *reader, xml_state *s) {
    nt_input *input = reader->input;
    nt_status status = NT_OK;
    free_parser(s);
    s->broken = s->refused = s->too_deep = false;
    s->scan = (nt_xml_scan){0};
    s->resumed = true;
    s->phase = OUTSIDE;
    for (;;) {
        nt_text bytes = {input->data + input->pin, input->size - input->pin};
        const unsigned char *sign = bytes.length ? memchr(bytes.at, '<', bytes.length) : NULL;
        size_t at = sign ? (size_t)(sign - bytes.at) : bytes.length;
        nt_input_move_pin(input, input->pin + at);
        bytes = nt_text_cut(bytes, at);
        bool whole = bytes.length > 5;
        if (whole && memcmp(bytes.at, "<game", 5) == 0 && strchr(" \t\r\n/>", bytes.at[5])) return NT_OK;
        if (whole) nt_input_move_pin(input, input->pin + 1);
        else if (status != NT_OK) return status;
        else status = nt_input_more(input);
    }
}

/* ---- games ---- */

/* The bytes that the parser has had are no game's. */
static void pass(nt_reader *reader, xml_state *s, size_t bytes) {
    nt_input_move_pin(reader->input, reader->input->pin + bytes);
    s->fed -= bytes;
    s->tag -= s->tag < bytes ? s->tag : bytes;
}

/* The game that has begun goes from here on. */
static void place_game(nt_reader *reader, xml_state *s) {
    nt_game *game = &s->record->game;
    pass(reader, s, s->tag);
    nt_reader_begin(reader);
    game->text = s->record->pool;
    game->format = s->format ? s->format : reader->format;
    s->phase = INSIDE;
    s->reading = NOTHING;
    if (s->named && !s->format) report(s, "format is not the name of a notation");
    s->named = s->named && s->format;
}

/* Ends the game with the bytes that have been fed. */
static nt_status finish(nt_reader *reader, xml_state *s) {
    bool is_chess = s->variant.length && nt_text_is(nt_game_text(&s->record->game, s->variant), "chess");
    nt_status status = nt_record_close_lines(s->record, (uint32_t)s->tag);
    if (status == NT_OK && !is_chess) add_implied(s, "Variant", s->variant);
    if (status == NT_OK) add_implied(s, "FEN", s->start);
    s->record->game.raw_length = reader->at = s->fed;
    s->phase = s->ended ? OUTSIDE : PASSING;
    s->given_up = false;
    return status == NT_OK ? s->status : status;
}

static void report_long(const nt_reader *reader, const xml_state *s) {
    nt_place place = nt_game_place(&s->record->game, 0);
    nt_report(reader->context, &place, NT_DIAG_LIMIT_GAME,
              "the game has more bytes than are read, which is the limit: %zu; the rest is skipped",
              reader->context->limits.game_bytes);
    s->record->game.damaged = true;
}

/* Reads on to the end of a game. */
static nt_status read_on(nt_reader *reader, xml_state *s) {
    for (;;) {
        if (s->phase != INSIDE) pass(reader, s, s->fed);
        nt_status status = s->broken ? resume(reader, s) : feed(reader, s);
        bool is_open = s->phase == INSIDE, at_end = status == NT_END;
        if (at_end && s->parser && (is_open || s->depth > 0)) report(s, "the document ends before its elements do");
        if (at_end) free_parser(s);
        if (status == NT_INVALID) s->broken = true;
        if (status != NT_OK && status != NT_INVALID && !(at_end && is_open)) return status;
        if (s->began && status == NT_OK) place_game(reader, s);
        if (s->phase == PASSING && s->ended) s->phase = OUTSIDE;
        if (s->phase != INSIDE) continue;
        bool is_long = s->fed > reader->context->limits.game_bytes;
        if (is_long) report_long(reader, s);
        if (s->ended || is_long || s->given_up || status != NT_OK) return finish(reader, s);
    }
}

static xml_state *new_state(nt_reader *reader) {
    xml_state *s = nt_new(reader->context, sizeof *s);
    if (!s) return NULL;
    s->record = &reader->record;
    s->context = reader->context;
    nt_record *record = s->record; /* its pool is there even for a game without a byte of text */
    if (!nt_grow(s->context, &s->has_move, &s->has_move_capacity, 1, sizeof *s->has_move) ||
        !nt_grow(s->context, &record->pool, &record->pool_capacity, 1, 1)) {
        nt_ungrow(s->context, &s->has_move, &s->has_move_capacity, sizeof *s->has_move);
        nt_delete(reader->context, s, sizeof *s);
        return NULL;
    }
    return reader->state = s;
}

nt_status nt_xml_read_game(nt_reader *reader) {
    xml_state *s = reader->state;
    if (!s && !(s = new_state(reader))) return NT_NO_MEMORY;
    nt_status status = nt_reader_start(reader);
    if (status != NT_OK) return status;
    if (!s->xml.xmlParseChunk && !nt_xml_load(&s->xml)) {
        reader->input->error = errno;
        return NT_IO;
    }
    nt_input_move_pin(reader->input, reader->input->pin + reader->at);
    s->fed -= reader->at;
    reader->at = s->tag = 0;
    return read_on(reader, s);
}

void nt_xml_free_reader(nt_reader *reader) {
    xml_state *s = reader->state;
    if (!s) return;
    free_parser(s);
    nt_ungrow(reader->context, &s->has_move, &s->has_move_capacity, sizeof *s->has_move);
    nt_delete(reader->context, s, sizeof *s);
    reader->state = NULL;
}
