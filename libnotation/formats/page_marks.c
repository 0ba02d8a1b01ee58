/* Records of the games on a page that html_write.c has made, out of what xml_marks.c has found. Called by page.c. */
#include "formats/page.h"
#include "base/diag.h"

/* A game being made of marks. */
typedef struct maker {
    const nt_page *page;
    nt_record *record;
    uint32_t begin;              /* place of the game */
    nt_text variant, coordinates, start;
    nt_tag tag;                  /* its name */
    bool full;                   /* a limit of moves or lines was met: the rest is not taken */
    bool has_move[NT_PAGE_DEPTH + 1]; /* in the line that is open at this depth */
} maker;

static nt_text text_of(const maker *m, const nt_page_mark *mark) { return nt_page_string(m->page, mark->item.text, false); }

static size_t end_of(const nt_page *page, size_t mark) {
    while (mark < page->mark_count && page->marks[mark].kind != NT_PAGE_END) mark++;
    return mark;
}

void nt_page_marked(const nt_page *page, size_t mark, nt_page_game *game) {
    size_t end = end_of(page, mark);
    game->begin = page->marks[mark].item.place;
    game->end = end < page->mark_count ? page->marks[end].item.place : (uint32_t)page->source.length;
}

/* ---- tags ---- */

static nt_status add_tag(maker *m, nt_text value) {
    nt_status status = nt_record_keep(m->record, value, &m->tag.value);
    if (status == NT_OK) status = nt_record_tag(m->record, m->tag);
    return status == NT_LIMIT ? NT_OK : status;
}

/* What the page says beside the tags: it goes in where there is no such tag. */
static nt_status add_implied(maker *m, const char *name, nt_text value) {
    size_t length;
    if (!value.length || nt_game_tag(&m->record->game, name, &length)) return NT_OK;
    m->tag = (nt_tag){.place = 0};
    nt_status status = nt_record_keep(m->record, nt_text_from(name), &m->tag.name);
    return status == NT_OK ? add_tag(m, value) : status;
}

/* ---- items ---- */

static void report(maker *m, nt_diag_id id, size_t place, const char *text) {
    nt_place at = nt_game_place(&m->record->game, place);
    nt_report(m->record->context, &at, id, "%s", text);
    m->record->game.damaged = true;
}

/* A move number with its dots. */
static nt_text take_dots(nt_text text, nt_item *item) {
    while (text.length && text.at[text.length - 1] == '.') {
        text.length--;
        item->value++;
    }
    return text;
}

/* Whether a line that is opened stands behind the move that it replaces; one that does not begins where it stands. */
static void open_line(maker *m, nt_item *item) {
    size_t depth = m->record->depth;
    if (!m->has_move[depth] && !(item->flags & NT_LINE_ABANDONED)) {
        report(m, NT_DIAG_LINE_NO_MOVE, item->place, "a variation stands where there is no move that it could replace");
        item->flags |= NT_LINE_ABANDONED;
    }
    m->has_move[depth + 1] = false;
}

static bool is_result(maker *m, nt_text text) {
    nt_game *game = &m->record->game;
    nt_result result = {.known = false};
    if (!nt_result_end(text, &result)) return false;
    if (m->record->depth > 0) return true;
    game->result = result;
    game->result_item = game->item_count;
    return true;
}

static nt_status add_item(maker *m, const nt_page_mark *mark) {
    nt_item item = mark->item;
    nt_text text = text_of(m, mark);
    item.place -= m->begin;
    if (m->full || (item.kind == NT_ITEM_LINE_CLOSE && m->record->depth == 0)) return NT_OK;
    if (item.kind == NT_ITEM_NUMBER) text = take_dots(text, &item);
    if (item.kind == NT_ITEM_RESULT && !is_result(m, text)) return NT_OK;
    if (item.kind == NT_ITEM_LINE_OPEN) open_line(m, &item);
    if (item.kind == NT_ITEM_MOVE) m->has_move[m->record->depth] = true;
    nt_status status = nt_record_keep(m->record, text, &item.text);
    if (status == NT_OK) status = nt_record_item(m->record, item);
    if (status != NT_LIMIT) return status;
    m->full = item.kind == NT_ITEM_MOVE || item.kind == NT_ITEM_LINE_OPEN;
    return NT_OK;
}

/* ---- the game ---- */

static nt_status take(maker *m, const nt_page_mark *mark) {
    nt_text text = text_of(m, mark);
    switch (mark->kind) {
    case NT_PAGE_GAME: m->record->game.format = nt_format_at(mark->item.value); return NT_OK;
    case NT_PAGE_VARIANT: m->variant = text; return NT_OK;
    case NT_PAGE_COORDINATES: m->coordinates = text; return NT_OK;
    case NT_PAGE_START: m->start = text; return NT_OK;
    case NT_PAGE_TAG:
        m->tag = (nt_tag){.place = mark->item.place - m->begin};
        return nt_record_keep(m->record, text, &m->tag.name);
    case NT_PAGE_VALUE: return m->tag.name.length ? add_tag(m, text) : NT_OK;
    case NT_PAGE_ITEM: return add_item(m, mark);
    case NT_PAGE_END: return NT_OK;
    }
    return NT_OK;
}

/* Whether the game ends with its own tag, not with the page. */
static bool is_whole(const maker *m, size_t end) {
    if (end == m->page->mark_count) return false;
    size_t at = m->page->marks[end].item.place;
    while (at > 0 && m->page->source.at[at - 1] != '<') at--;
    return at > 0 && nt_text_begins_nocase(nt_text_cut(m->page->source, at - 1), "</article");
}

nt_status nt_page_take_marked(const nt_page *page, size_t *mark, nt_record *record) {
    size_t end = end_of(page, *mark);
    maker m = {.page = page, .record = record, .begin = page->marks[*mark].item.place};
    nt_status status = NT_OK;
    for (size_t i = *mark; i < end && status == NT_OK; i++) status = take(&m, &page->marks[i]);
    if (status == NT_OK) status = nt_record_close_lines(record, (uint32_t)record->game.raw_length);
    if (status == NT_OK && !nt_text_is(m.variant, "chess")) status = add_implied(&m, "Variant", m.variant);
    if (status == NT_OK) status = add_implied(&m, "Coordinates", m.coordinates);
    if (status == NT_OK) status = add_implied(&m, "FEN", m.start);
    if (!is_whole(&m, end)) report(&m, NT_DIAG_GAME_CUT, record->game.raw_length, "the page ends inside the game");
    *mark = end < page->mark_count ? end + 1 : end;
    return status == NT_LIMIT ? NT_OK : status;
}
