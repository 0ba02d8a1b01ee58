/* Whether a tag of a page has more attributes than are read: the parser of libxml2 compares each with all before it. What is a
 * tag, a comment or a script is told as that parser tells it. Called by xml_page.c. */
#include "formats/page.h"

enum { WORDS = 4000 }; /* blanks before something, and signs of equality: up to four come with an attribute */

/* Where a word begins in a text from an offset on; the text's length: nowhere. */
static size_t find(nt_text text, size_t at, const char *word) {
    while (at < text.length) {
        const unsigned char *sign = memchr(text.at + at, *word, text.length - at);
        if (!sign) break;
        at = (size_t)(sign - text.at);
        if (nt_text_begins_nocase(nt_text_cut(text, at), word)) return at;
        at++;
    }
    return text.length;
}

/* Where the comment ends that begins at an offset; --!> ends one, too. */
static size_t comment_end(nt_text text, size_t at) {
    for (at = find(text, at + 2, "--"); at < text.length; at = find(text, at + 1, "--")) {
        nt_text rest = nt_text_cut(text, at + 2);
        if (nt_text_begins_nocase(rest, ">") || nt_text_begins_nocase(rest, "!>")) break;
    }
    return at;
}

/* Where the tag ends that begins at an offset. *words as above. */
static size_t tag_end(nt_text text, size_t at, size_t *words) {
    unsigned quote = 0, before = 0;
    bool is_value = false; /* a quote only begins one behind a sign of equality */
    for (*words = 0; at < text.length; before = text.at[at++]) {
        unsigned byte = text.at[at];
        if (quote) {
            if (byte == quote) quote = 0;
            continue;
        }
        if (byte == '>') break;
        if (is_value && (byte == '"' || byte == '\'')) quote = byte;
        *words += (byte == '=' ? 1u : 0u) + (nt_is_blank(before) && !nt_is_blank(byte) ? 1u : 0u);
        if (!nt_is_blank(byte)) is_value = byte == '=';
    }
    return at;
}

/* Behind the text of an element that holds no tags, where the tag that begins at an offset is that of one. */
static size_t skip_raw(nt_text text, size_t at, size_t end) {
    nt_text tag = nt_text_cut(text, at);
    if (end == text.length || text.at[end - 1] == '/') return end;
    if (nt_text_begins_nocase(tag, "<script")) return find(text, end, "</script");
    return nt_text_begins_nocase(tag, "<style") ? find(text, end, "</style") : end;
}

size_t nt_page_crowded(nt_text source, size_t *unfinished) {
    *unfinished = source.length;
    for (size_t at = find(source, 0, "<"), words; at < source.length; at = find(source, at, "<")) {
        unsigned next = at + 1 < source.length ? source.at[at + 1] : 0;
        if (nt_text_begins_nocase(nt_text_cut(source, at), "<!--")) {
            at = comment_end(source, at);
        } else if (nt_is_letter(next) || next == '_' || next == ':') {
            size_t end = tag_end(source, at, &words);
            if (words > WORDS) return at;
            bool has_tags = memchr(source.at + at + 1, '<', end - at - 1) != NULL;
            if (end == source.length && has_tags) *unfinished = at;
            at = skip_raw(source, at, end);
        } else {
            at++;
        }
    }
    return source.length;
}
