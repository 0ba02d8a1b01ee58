/* Games on pages that html_write.c has made, as the page is parsed: elements are told by their names and classes, which
 * nt-formats(7) has. Called by xml_page.c. */
#include "formats/xml_page.h"

static bool is(const xmlChar *name, const char *what) { return strcmp((const char *)name, what) == 0; }

static nt_page_mark *add(nt_xml_marks *m, nt_page_mark_kind kind, nt_item item) {
    nt_page *page = m->page;
    if (!nt_grow(page->context, &page->marks, &page->mark_capacity, page->mark_count + 1, sizeof *page->marks)) {
        m->failed = true;
        return NULL;
    }
    page->marks[page->mark_count] = (nt_page_mark){kind, item};
    return &page->marks[page->mark_count++];
}

static void add_attribute(nt_xml_marks *m, nt_page_mark_kind kind, nt_item item, const xmlChar *text) {
    nt_page_mark *mark = text ? add(m, kind, item) : NULL;
    if (mark && !nt_page_keep(m->page, nt_xml_text(text), &mark->item.text)) m->failed = true;
}

/* An article that says in which notation its moves are. */
static void begin_game(nt_xml_marks *m, const xmlChar *name, const xmlChar **attributes, size_t place) {
    const xmlChar *format = is(name, "article") ? nt_xml_attribute(attributes, "data-format") : NULL;
    uint16_t i = 0;
    while (format && nt_format_at(i) && !nt_text_is(nt_xml_text(format), nt_format_name(nt_format_at(i)))) i++;
    if (!format || !nt_format_at(i)) return;
    m->in_game = true;
    m->in_moves = m->reading = false;
    m->depth = 0;
    add(m, NT_PAGE_GAME, (nt_item){.value = i, .place = (uint32_t)place});
    add_attribute(m, NT_PAGE_VARIANT, (nt_item){.place = 0}, nt_xml_attribute(attributes, "data-variant"));
    add_attribute(m, NT_PAGE_COORDINATES, (nt_item){.place = 0}, nt_xml_attribute(attributes, "data-coordinates"));
    add_attribute(m, NT_PAGE_START, (nt_item){.place = 0}, nt_xml_attribute(attributes, "data-fen"));
}

/* The text of the element is that of a new mark. */
static nt_xml_end begin_text(nt_xml_marks *m, nt_page_mark_kind kind, nt_item_kind item, size_t place) {
    nt_span text = {(uint32_t)m->page->string_size, 0};
    add(m, kind, (nt_item){.kind = (uint8_t)item, .place = (uint32_t)place, .text = text});
    m->reading = true;
    return NT_XML_END_TEXT;
}

static nt_xml_end begin_line(nt_xml_marks *m, bool abandoned, size_t place) {
    uint8_t flags = abandoned ? NT_LINE_ABANDONED : 0;
    add(m, NT_PAGE_ITEM, (nt_item){.kind = NT_ITEM_LINE_OPEN, .flags = flags, .place = (uint32_t)place});
    return NT_XML_END_LINE;
}

static void add_nag(nt_xml_marks *m, const xmlChar *number, size_t place) {
    uint64_t value;
    if (!number || !nt_text_number(nt_xml_text(number), &value) || value > 255) return;
    nt_item item = {.kind = NT_ITEM_NAG, .value = (uint16_t)value, .place = (uint32_t)place};
    if (value >= 1 && value <= 6) item.flags = NT_NAG_GLYPH; /* these have signs in all notations */
    add(m, NT_PAGE_ITEM, item);
}

static nt_xml_end begin_inside(nt_xml_marks *m, const xmlChar *name, const xmlChar **attributes, size_t place) {
    static const struct {
        const char *class;
        nt_item_kind kind;
    } words[] = {{"n", NT_ITEM_NUMBER}, {"comment", NT_ITEM_COMMENT}, {"after", NT_ITEM_MOVE},
                 {"move", NT_ITEM_MOVE}, {"word", NT_ITEM_RESULT}};
    nt_text class = nt_xml_text(nt_xml_attribute(attributes, "class"));
    if (m->reading) return NT_XML_END_NOTHING;
    if (is(name, "dt")) return begin_text(m, NT_PAGE_TAG, 0, place);
    if (is(name, "dd")) return begin_text(m, NT_PAGE_VALUE, 0, place);
    if (is(name, "div") && nt_text_is(class, "moves")) {
        m->in_moves = true;
        return NT_XML_END_MOVES;
    }
    if (!m->in_moves) return NT_XML_END_NOTHING;
    const xmlChar *written = is(name, "a") ? nt_xml_attribute(attributes, "data-text") : NULL;
    if (written) add_attribute(m, NT_PAGE_ITEM, (nt_item){.kind = NT_ITEM_MOVE, .place = (uint32_t)place}, written);
    else if (is(name, "a")) return begin_text(m, NT_PAGE_ITEM, NT_ITEM_MOVE, place);
    if (is(name, "abbr")) add_nag(m, nt_xml_attribute(attributes, "data-nag"), place);
    if (nt_text_is(class, "end")) {
        nt_item item = {.kind = NT_ITEM_RESULT, .place = (uint32_t)place};
        add_attribute(m, NT_PAGE_ITEM, item, nt_xml_attribute(attributes, "data-result"));
    }
    if (nt_text_is(class, "line")) return begin_line(m, false, place);
    if (nt_text_is(class, "line back")) return begin_line(m, true, place);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (nt_text_is(class, words[i].class)) return begin_text(m, NT_PAGE_ITEM, words[i].kind, place);
    return NT_XML_END_NOTHING;
}

bool nt_xml_marks_begin(nt_xml_marks *m, const xmlChar *name, const xmlChar **attributes, size_t place) {
    if (!m->in_game) {
        begin_game(m, name, attributes, place);
        return m->in_game;
    }
    nt_xml_end ends = begin_inside(m, name, attributes, place);
    if (m->depth < NT_PAGE_DEPTH) m->ends[m->depth++] = (uint8_t)ends;
    return true;
}

bool nt_xml_marks_text(nt_xml_marks *m, nt_text text, size_t place) {
    nt_span span;
    if (!m->in_game || !m->reading || m->failed) return m->in_game;
    nt_item *item = &m->page->marks[m->page->mark_count - 1].item;
    if (!item->text.length) item->place = (uint32_t)place;
    if (nt_page_keep(m->page, text, &span)) item->text.length += span.length;
    else m->failed = true;
    return true;
}

bool nt_xml_marks_end(nt_xml_marks *m, size_t place) {
    if (!m->in_game) return false;
    nt_item at = {.kind = NT_ITEM_LINE_CLOSE, .place = (uint32_t)place};
    if (m->depth == 0) {
        add(m, NT_PAGE_END, at);
        m->in_game = false;
        return true;
    }
    nt_xml_end ends = m->ends[--m->depth];
    if (ends == NT_XML_END_TEXT) m->reading = false;
    if (ends == NT_XML_END_MOVES) m->in_moves = false;
    if (ends == NT_XML_END_LINE) add(m, NT_PAGE_ITEM, at);
    return true;
}
