/* Text that knows where in a page each of its bytes stands. For the readers of pages. */
#include "formats/page.h"

static bool begin_run(nt_page_text *text, size_t place, bool fixed) {
    if (!nt_grow(text->context, &text->runs, &text->run_capacity, text->run_count + 1, sizeof *text->runs)) return false;
    text->runs[text->run_count++] = (nt_page_run){(uint32_t)text->size, (uint32_t)place, fixed};
    return true;
}

void nt_page_put(nt_page_text *text, unsigned byte, size_t place, bool fixed) {
    const nt_page_run *last = text->run_count ? &text->runs[text->run_count - 1] : NULL;
    bool goes_on = last && last->fixed == fixed && place == last->place + (fixed ? 0 : text->size - last->at);
    bool has_room = text->size < text->capacity || nt_grow(text->context, &text->bytes, &text->capacity, text->size + 1, 1);
    if (text->failed || !has_room || (!goes_on && !begin_run(text, place, fixed))) {
        text->failed = true;
        return;
    }
    text->bytes[text->size++] = (unsigned char)byte;
}

void nt_page_put_fixed(nt_page_text *text, nt_text bytes, size_t place) {
    for (size_t i = 0; i < bytes.length; i++) nt_page_put(text, bytes.at[i], place, true);
}

size_t nt_page_place(const nt_page_text *text, size_t at) {
    size_t low = 0, high = text->run_count; /* the run is in [low, high) */
    if (at > text->size) at = text->size;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (text->runs[middle].at <= at) low = middle;
        else high = middle;
    }
    if (!text->run_count) return 0;
    const nt_page_run *run = &text->runs[low];
    return run->place + (run->fixed ? 0 : at - run->at);
}

void nt_page_text_free(nt_page_text *text) {
    nt_ungrow(text->context, &text->bytes, &text->capacity, 1);
    nt_ungrow(text->context, &text->runs, &text->run_capacity, sizeof *text->runs);
}

/* ---- lines ---- */

nt_text nt_page_line(const nt_page *page, size_t at, size_t *next) {
    const nt_page_text *text = &page->text;
    const unsigned char *end = at < text->size ? memchr(text->bytes + at, '\n', text->size - at) : NULL;
    size_t to = end ? (size_t)(end - text->bytes) : text->size;
    *next = end ? to + 1 : to;
    return (nt_text){text->bytes + at, to - at};
}

/* ---- the page ---- */

bool nt_page_keep(nt_page *page, nt_text string, nt_span *span) {
    if (!nt_grow(page->context, &page->strings, &page->string_capacity, page->string_size + string.length + 1, 1)) return false;
    if (string.length) memcpy(page->strings + page->string_size, string.at, string.length);
    *span = (nt_span){(uint32_t)page->string_size, (uint32_t)string.length};
    page->string_size += string.length;
    return true;
}

void nt_page_clear(nt_page *page) {
    page->text.context = page->context;
    page->text.size = page->text.run_count = 0;
    page->text.failed = false;
    page->string_size = page->field_count = page->mark_count = page->hit_count = page->records = 0;
    page->too_deep = SIZE_MAX;
    page->has_frames = false;
}

void nt_page_free(nt_page *page) {
    page->text.context = page->context;
    nt_page_text_free(&page->text);
    nt_ungrow(page->context, &page->strings, &page->string_capacity, 1);
    nt_ungrow(page->context, &page->fields, &page->field_capacity, sizeof *page->fields);
    nt_ungrow(page->context, &page->marks, &page->mark_capacity, sizeof *page->marks);
    nt_ungrow(page->context, &page->hits, &page->hit_capacity, sizeof *page->hits);
}
