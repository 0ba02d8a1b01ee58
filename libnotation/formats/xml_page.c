/* Lines of text out of a page, by the HTML parser of libxml2, which makes sense of pages however untidy. What the page says is
 * taken as it is parsed; a tree is only made when there are paths to look it up by. Nothing is loaded from anywhere, and
 * elements that are nested too deep end it: for each end tag the parser looks through those that are open. Called by page.c. */
#include "formats/xml_page.h"

#include <stdlib.h>

enum { LISTS = 16 }; /* inside each other that are numbered */

/* What an element does to the text. */
enum { BLOCK = 1, BREAK = 2, ROW = 4, CELL = 8, SKIP = 16, KEEP = 32, LIST = 64, ITEM = 128, FIELD = 256, LINK = 512 };

typedef struct element {
    const char *name;
    unsigned what;
} element;

/* In the order of their names. */
static const element elements[] = {
    {"a", LINK}, {"address", BLOCK}, {"article", BLOCK}, {"blockquote", BLOCK}, {"br", BREAK}, {"button", FIELD},
    {"caption", BLOCK}, {"center", BLOCK}, {"dd", BLOCK}, {"dir", BLOCK}, {"div", BLOCK}, {"dl", BLOCK}, {"dt", BLOCK},
    {"fieldset", BLOCK}, {"footer", BLOCK}, {"form", BLOCK | LINK}, {"h1", BLOCK}, {"h2", BLOCK}, {"h3", BLOCK},
    {"h4", BLOCK}, {"h5", BLOCK}, {"h6", BLOCK}, {"header", BLOCK}, {"hr", BLOCK}, {"img", FIELD}, {"input", FIELD},
    {"li", ITEM}, {"link", LINK}, {"listing", BLOCK | KEEP}, {"main", BLOCK}, {"menu", BLOCK}, {"nav", BLOCK},
    {"noframes", SKIP}, {"ol", BLOCK | LIST}, {"option", FIELD}, {"p", BLOCK}, {"plaintext", BLOCK | KEEP},
    {"pre", BLOCK | KEEP}, {"script", SKIP}, {"section", BLOCK},
    {"select", SKIP | FIELD}, {"style", SKIP}, {"table", BLOCK}, {"td", CELL},
    {"textarea", BLOCK | KEEP | FIELD}, {"th", CELL}, {"title", BLOCK}, {"tr", ROW}, {"ul", BLOCK},
    {"xmp", BLOCK | KEEP},
};

typedef struct reader {
    nt_page *page;
    const nt_xml *xml;
    htmlParserCtxtPtr parser;
    bool has_tree;
    size_t depth, skipping, keeping;
    bool wants_break, wants_blank, cell_is_new;
    size_t cells;                      /* of the row so far */
    unsigned number[LISTS], lists;     /* of the next item of each numbered list; 0: the list has none */
    unsigned wants_number;
    nt_span select;                    /* name of the list of options that is open */
    uint32_t select_place;
    nt_span area;                      /* name of the text area that is open */
    uint32_t area_place, area_start;
    bool in_select, in_area, failed;
    nt_xml_marks marks;                /* not with a tree */
} reader;

static int compare(const void *name, const void *entry) { return strcmp(name, ((const element *)entry)->name); }

static unsigned what_of(const xmlChar *name) {
    const element *found = bsearch(name, elements, sizeof elements / sizeof *elements, sizeof *elements, compare);
    return found ? found->what : 0;
}

static reader *reader_of(void *context) { return ((htmlParserCtxtPtr)context)->_private; }

/* How far the parser is. */
static size_t place_now(const reader *r) {
    const xmlParserInput *input = r->parser->input;
    size_t place = input ? input->consumed + (size_t)(input->cur - input->base) : 0;
    return place < r->page->source.length ? place : r->page->source.length;
}

/* Where the tag stands that has just been parsed. */
static size_t tag_place(const reader *r) {
    size_t at = place_now(r);
    while (at > 0 && r->page->source.at[at < r->page->source.length ? at : at - 1] != '<') at--;
    return at;
}

/* ---- text ---- */

static bool is_line_start(const reader *r) {
    const nt_page_text *text = &r->page->text;
    return text->size == 0 || text->bytes[text->size - 1] == '\n';
}

static void flush_break(reader *r, size_t place) {
    if (r->wants_break && !is_line_start(r)) nt_page_put(&r->page->text, '\n', place, true);
    r->wants_break = false;
}

/* What is due before the next byte that shows: the end of a line, the number of an item, a blank. */
static void flush(reader *r, size_t place, unsigned next) {
    nt_page_text *text = &r->page->text;
    flush_break(r, place);
    if (r->wants_number && !nt_is_digit(next) && next != '|') {
        char digits[16];
        int length = snprintf(digits, sizeof digits, "%u. ", r->wants_number);
        nt_page_put_fixed(text, (nt_text){(unsigned char *)digits, (size_t)length}, place);
    } else if (r->wants_blank && !is_line_start(r) && text->bytes[text->size - 1] != '\t') {
        nt_page_put(text, ' ', place, true);
    }
    r->wants_number = 0;
    r->wants_blank = false;
    r->cell_is_new = false;
}

static void put(reader *r, unsigned byte, size_t place, bool fixed) {
    if (r->keeping && byte == '\r') return;
    bool is_blank = nt_is_blank(byte);
    if (is_blank && (!r->keeping || r->cell_is_new)) {
        r->wants_blank = true;
    } else if (is_blank) {
        flush_break(r, place);
        nt_page_put(&r->page->text, byte == '\n' ? '\n' : ' ', place, fixed);
    } else {
        flush(r, place, byte);
        nt_page_put(&r->page->text, byte, place, fixed);
    }
}

/* Text as it stands in the page has its bytes there, just before where the parser is; of an entity all bytes are at its &. */
static size_t text_place(const reader *r, nt_text text, bool *plain) {
    nt_text source = r->page->source;
    size_t end = place_now(r);
    *plain = end >= text.length && memcmp(source.at + end - text.length, text.at, text.length) == 0;
    if (*plain) return end - text.length;
    for (size_t i = 0; i < 40 && i < end; i++)
        if (source.at[end - 1 - i] == '&') return end - 1 - i;
    return end;
}

static void take_text(reader *r, const xmlChar *bytes, size_t length) {
    bool plain;
    size_t from = text_place(r, (nt_text){bytes, length}, &plain);
    if (nt_xml_marks_text(&r->marks, (nt_text){bytes, length}, from)) return;
    for (size_t i = 0; i < length; i++) {
        bool is_nbsp = bytes[i] == 0xC2 && i + 1 < length && bytes[i + 1] == 0xA0; /* U+00A0 */
        put(r, is_nbsp ? ' ' : bytes[i], plain ? from + i : from, !plain);
        i += is_nbsp;
    }
}

/* ---- hits of paths: each node of the tree knows its stretch of the text ---- */

static void begin_node(reader *r, xmlNodePtr node, size_t place) {
    nt_page *page = r->page;
    if (!node || r->failed) return;
    if (!nt_grow(page->context, &page->hits, &page->hit_capacity, page->hit_count + 1, sizeof *page->hits)) {
        r->failed = true;
        return;
    }
    page->hits[page->hit_count++] = (nt_page_hit){.span = {(uint32_t)page->text.size, 0}, .place = (uint32_t)place};
    node->_private = (void *)(uintptr_t)page->hit_count; // NOLINT: an index, not a pointer
}

static void end_node(const reader *r, const xmlNode *node) {
    nt_page_hit *hit = node ? nt_page_node_hit(r->page, node) : NULL;
    if (hit) hit->span.length = (uint32_t)r->page->text.size - hit->span.offset;
}

/* ---- fields and links ---- */

static void add_field(reader *r, nt_page_field field) {
    nt_page *page = r->page;
    if (!nt_grow(page->context, &page->fields, &page->field_capacity, page->field_count + 1, sizeof *page->fields))
        r->failed = true;
    else
        page->fields[page->field_count++] = field;
}

static void add_strings(reader *r, nt_text name, nt_text value, size_t place, bool is_link) {
    nt_page_field field = {.place = (uint32_t)place, .at = (uint32_t)r->page->text.size, .is_link = is_link};
    if (!nt_page_keep(r->page, name, &field.name) || !nt_page_keep(r->page, value, &field.value)) r->failed = true;
    else add_field(r, field);
}

/* 16: the byte is no hexadecimal digit. */
static unsigned hex_value(unsigned c) {
    if (nt_is_digit(c)) return c - '0';
    return nt_is_letter(c) && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : 16;
}

/* A parameter of a link, in which + is a blank and %XX a byte. */
static void add_parameter(reader *r, nt_text name, nt_text value, size_t place) {
    unsigned char bytes[256];
    size_t size = 0;
    for (size_t i = 0; i < value.length && size < sizeof bytes; i++) {
        unsigned c = value.at[i];
        unsigned high = c == '%' && i + 2 < value.length ? hex_value(value.at[i + 1]) : 16;
        unsigned low = high < 16 ? hex_value(value.at[i + 2]) : 16;
        if (low < 16) i += 2;
        bytes[size++] = (unsigned char)(low < 16 ? high << 4 | low : c == '+' ? ' ' : c);
    }
    add_strings(r, name, (nt_text){bytes, size}, place, true);
}

/* Of a link the parameters that name a log, a game and its settings: play.php?game=Chess&log=ann-bob-2004-80-024. */
static void take_link(reader *r, nt_text url, size_t place) {
    static const char *const names[] = {"game", "log", "settings"};
    const unsigned char *query = url.length ? memchr(url.at, '?', url.length) : NULL;
    nt_text rest = query ? nt_text_cut(url, (size_t)(query - url.at) + 1) : NT_TEXT("");
    while (rest.length) {
        size_t length = 0, equals = 0;
        while (length < rest.length && !strchr("&;#", rest.at[length])) length++;
        while (equals < length && rest.at[equals] != '=') equals++;
        for (size_t i = 0; i < sizeof names / sizeof *names && equals < length; i++) {
            nt_text name = {rest.at, equals};
            if (nt_text_is_nocase(name, names[i]))
                add_parameter(r, name, (nt_text){rest.at + equals + 1, length - equals - 1}, place);
        }
        rest = nt_text_cut(rest, length < rest.length ? length + 1 : length);
    }
}

/* <input>, <option>, <img>: what they show is text, and what they hold is a field. */
static void take_field(reader *r, const xmlChar *tag, const xmlChar **attributes, size_t place) {
    nt_text name = nt_xml_text(nt_xml_attribute(attributes, "name"));
    nt_text value = nt_xml_text(nt_xml_attribute(attributes, "value"));
    nt_text type = nt_xml_text(nt_xml_attribute(attributes, "type"));
    if (strcmp((const char *)tag, "img") == 0) {
        nt_text shown = nt_xml_text(nt_xml_attribute(attributes, "alt"));
        for (size_t i = 0; i < shown.length && !r->skipping; i++) put(r, shown.at[i], place, true);
    } else if (strcmp((const char *)tag, "select") == 0) {
        r->in_select = nt_page_keep(r->page, name, &r->select);
        r->select_place = (uint32_t)place;
        r->failed = r->failed || !r->in_select;
    } else if (strcmp((const char *)tag, "option") == 0) {
        nt_text list = r->in_select ? nt_page_string(r->page, r->select, false) : name;
        bool is_chosen = nt_xml_attribute(attributes, "selected") && nt_xml_attribute(attributes, "value");
        unsigned char copy[64];
        if (list.length > sizeof copy || !is_chosen) return;
        if (list.length) memcpy(copy, list.at, list.length); /* the strings move */
        add_strings(r, (nt_text){copy, list.length}, value, r->select_place, false);
    } else if (strcmp((const char *)tag, "textarea") == 0) {
        r->in_area = nt_page_keep(r->page, name, &r->area);
        r->failed = r->failed || !r->in_area;
        r->area_place = (uint32_t)place;
    } else if (strcmp((const char *)tag, "input") == 0) {
        bool is_switch = nt_text_is_nocase(type, "checkbox") || nt_text_is_nocase(type, "radio");
        bool shows = !type.length || nt_text_is_nocase(type, "text");
        if (is_switch && !nt_xml_attribute(attributes, "checked")) return;
        for (size_t i = 0; shows && i < value.length && !r->skipping; i++) put(r, value.at[i], place, true);
        if (name.length) add_strings(r, name, value, place, false);
    }
}

/* ---- elements ---- */

static void begin_list(reader *r, const xmlChar *name, const xmlChar **attributes) {
    uint64_t start = 1;
    if (strcmp((const char *)name, "ol") != 0 || r->lists == LISTS) return;
    if (!nt_text_number(nt_text_trim(nt_xml_text(nt_xml_attribute(attributes, "start"))), &start) || start > 99999) start = 1;
    r->number[r->lists++] = (unsigned)start;
}

static void begin_cell(reader *r, size_t place) {
    flush_break(r, place);
    r->wants_blank = false;
    if (r->cells++ > 0) nt_page_put(&r->page->text, '\t', place, true);
    r->cell_is_new = true;
}

static void begin(void *context, const xmlChar *name, const xmlChar **attributes) {
    reader *r = reader_of(context);
    unsigned what = what_of(name);
    size_t place = tag_place(r);
    if (++r->depth > NT_PAGE_DEPTH) {
        r->page->too_deep = r->page->too_deep == SIZE_MAX ? place : r->page->too_deep;
        r->xml->xmlStopParser(r->parser);
        return;
    }
    if (!r->has_tree && nt_xml_marks_begin(&r->marks, name, attributes, place)) return;
    if (what & (BLOCK | BREAK | ITEM) && !r->skipping && !r->cell_is_new) r->wants_break = true;
    if (strcmp((const char *)name, "frame") == 0) r->page->has_frames = true;
    if (what & BREAK && r->cell_is_new) r->wants_blank = true;
    if (what & ROW) r->wants_break = true;
    if (what & ROW) r->cells = 0;
    if (what & CELL) begin_cell(r, place);
    if (what & LIST) begin_list(r, name, attributes);
    if (what & ITEM && r->lists) r->wants_number = r->number[r->lists - 1]++;
    if (what & LINK) {
        const xmlChar *url = nt_xml_attribute(attributes, what & BLOCK ? "action" : "href");
        take_link(r, nt_xml_text(url), place);
    }
    if (what & FIELD) take_field(r, name, attributes, place);
    r->skipping += (what & SKIP) != 0;
    if (what & KEEP) {
        flush_break(r, place);
        r->wants_blank = false;
        r->keeping++;
        r->area_start = (uint32_t)r->page->text.size;
    }
    if (!r->has_tree) return;
    r->xml->xmlSAX2StartElement(context, name, attributes);
    begin_node(r, r->parser->node, place);
}

static void end_area(reader *r) {
    nt_page_field field = {.name = r->area, .place = r->area_place, .at = r->area_start, .in_text = true};
    r->in_area = false;
    if (r->page->text.size < r->area_start) return;
    field.value = (nt_span){r->area_start, (uint32_t)r->page->text.size - r->area_start};
    add_field(r, field);
}

static void end(void *context, const xmlChar *name) {
    reader *r = reader_of(context);
    unsigned what = what_of(name);
    r->depth -= r->depth > 0;
    if (nt_xml_marks_end(&r->marks, place_now(r))) return;
    if (r->has_tree) end_node(r, r->parser->node);
    if (r->has_tree) r->xml->xmlSAX2EndElement(context, name);
    r->skipping -= (what & SKIP) != 0 && r->skipping > 0;
    r->keeping -= (what & KEEP) != 0 && r->keeping > 0;
    if (what & FIELD && r->in_area && strcmp((const char *)name, "textarea") == 0) end_area(r);
    if (what & FIELD && strcmp((const char *)name, "select") == 0) r->in_select = false;
    if (what & LIST && r->lists) r->lists--;
    if (what & (BLOCK | ITEM) && !r->skipping && !r->cell_is_new) r->wants_break = true;
    if (what & CELL) r->wants_break = r->wants_blank = false;
    if (what & (CELL | ROW)) r->cell_is_new = false;
    if (what & ROW) r->wants_break = true;
}

static void characters(void *context, const xmlChar *bytes, int length) {
    reader *r = reader_of(context);
    xmlNodePtr before = r->has_tree && r->parser->node ? r->parser->node->last : NULL, now;
    if (r->has_tree) r->xml->xmlSAX2Characters(context, bytes, length);
    now = r->has_tree && r->parser->node ? r->parser->node->last : NULL;
    if (now && now != before) begin_node(r, now, place_now(r));
    if (!r->skipping && length > 0) take_text(r, bytes, (size_t)length);
    end_node(r, now);
}

/* A page that a browser saved says where it is from: <!-- saved from url=(0031)... -->. */
static void comment(void *context, const xmlChar *bytes) {
    reader *r = reader_of(context);
    const char *url = strstr((const char *)bytes, "saved from url=");
    if (url) take_link(r, nt_list_trimmed(nt_text_from(url)), tag_place(r));
}

static void begin_document(void *context) {
    const reader *r = reader_of(context);
    if (r->has_tree) r->xml->xmlSAX2StartDocument(context);
}

/* Without memory the parser is stopped, for it may go on for ever. So does libxml2 2.9.14 after a name that it could not keep,
 * unless it stands at a >; stopping takes it to the end of the page. */
static void take_error(void *user, xmlErrorPtr error) {
    static const xmlChar close[] = ">";
    reader *r = user;
    if (error->code != XML_ERR_NO_MEMORY && !nt_xml_starved()) return;
    r->failed = true;
    if (!r->parser) return;
    r->xml->xmlStopParser(r->parser);
    xmlParserInputPtr input = r->parser->input;
    if (!input || error->code != XML_ERR_NAME_REQUIRED) return;
    input->base = input->cur = close;
    input->end = close + 1;
}

/* ---- the page ---- */

static nt_status parse(reader *r, const nt_page_map *map) {
    nt_page *page = r->page;
    htmlParserCtxtPtr parser = r->parser;
    r->xml->htmlCtxtUseOptions(parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                                           HTML_PARSE_NODEFDTD | HTML_PARSE_IGNORE_ENC);
    *parser->sax = (xmlSAXHandler){.startDocument = begin_document, .startElement = begin, .endElement = end,
                                   .characters = characters, .ignorableWhitespace = characters, .cdataBlock = characters,
                                   .comment = comment, .initialized = 1};
    parser->_private = r;
    parser->charset = XML_CHAR_ENCODING_UTF8;
    parser->options |= XML_PARSE_HUGE; /* its own bound on depth is less than ours */
    r->xml->htmlParseDocument(parser);
    if (r->failed || r->marks.failed || page->text.failed || nt_xml_starved()) return NT_NO_MEMORY;
    nt_status status = map ? nt_page_apply_map(page, r->xml, map, parser->myDoc) : NT_OK;
    return nt_xml_starved() ? NT_NO_MEMORY : status;
}

nt_status nt_page_parse(nt_page *page, const nt_page_map *map) {
    nt_xml xml;
    if (!nt_xml_load(&xml)) return NT_IO;
    nt_page_clear(page);
    page->crowded = nt_page_crowded(page->source, &page->unfinished);
    if (page->crowded == 0) return NT_OK;
    reader r = {.page = page, .xml = &xml, .has_tree = map != NULL, .wants_break = true, .marks.page = page};
    nt_xml_listener before = nt_xml_listen(&xml, (nt_xml_listener){take_error, &r});
    nt_xml_watch_memory();
    r.parser = xml.htmlCreateMemoryParserCtxt((const char *)page->source.at, (int)page->crowded);
    nt_status status = r.parser ? parse(&r, map) : NT_NO_MEMORY;
    nt_xml_listen(&xml, before);
    if (!r.parser) return status;
    xmlDocPtr tree = r.parser->myDoc;
    r.parser->myDoc = NULL;
    if (tree) xml.xmlFreeDoc(tree);
    xml.htmlFreeParserCtxt(r.parser);
    return status;
}
