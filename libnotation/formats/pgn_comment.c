/* Comments of PGN, in braces and to the end of a line, and the lines that are escaped with %. For pgn_read.c. */
#include "formats/pgn.h"

/* Whether the bracket at *p begins a game: it starts a line after a blank line, and Event follows. So many files lack
 * the brace that closes a comment that games inside a comment are not believed. */
static bool is_swallowed_game(nt_pgn *x, const unsigned char **p, size_t start) {
    nt_pgn_need(x, p, 8);
    const unsigned char *s = *p, *first = x->base + start;
    unsigned breaks = 0;
    if (s == first || nt_pgn_kind(s[-1]) != PGN_BREAK) return false;
    if (x->end - s < 8 || memcmp(s, "[Event", 6) != 0 || (s[6] != ' ' && s[6] != '"')) return false;
    for (s--; s > first && nt_pgn_kind(*s) <= PGN_BREAK && breaks < 2; s--)
        breaks += *s == '\n' || (*s == '\r' && s[1] != '\n');
    return breaks == 2;
}

static void put_comment(nt_pgn *x, size_t start, size_t end, unsigned flags) {
    nt_item item = nt_pgn_item(NT_ITEM_COMMENT, start, end - start);
    bool is_beside_tag = flags & NT_COMMENT_LINE && x->breaks == 0; /* a remark on the tag */
    if (x->record->game.tag_count > 0 && !is_beside_tag) x->has_body = true;
    item.place--; /* the sign that opens it */
    item.flags = (uint8_t)flags;
    nt_pgn_put(x, item);
}

/* A comment that is not closed ends its game: before the next one, or with the file. */
static const unsigned char *end_comment(nt_pgn *x, const unsigned char *p, size_t start) {
    size_t end = nt_pgn_at(x, p);
    if (!x->is_long)
        nt_pgn_report(x, NT_DIAG_COMMENT_UNCLOSED, start - 1,
                      "the comment that opens here is not closed before the %s",
                      p == x->end ? "file ends" : "next game begins");
    while (end > start && nt_is_blank(x->base[end - 1])) end--;
    put_comment(x, start, end, 0);
    x->last_end = end;
    x->is_cut = x->is_done = true;
    return p;
}

const unsigned char *nt_pgn_comment(nt_pgn *x, const unsigned char *p) {
    size_t start = nt_pgn_at(x, ++p);
    unsigned flags = NT_COMMENT_BARE;
    for (;; p++) {
        p = nt_text_find(p, x->end, '}', '[');
        if (p == x->end) {
            if (!nt_pgn_fill(x, &p)) return end_comment(x, p, start);
            p--;
        } else if (*p == '}') {
            put_comment(x, start, nt_pgn_at(x, p), flags);
            return p + 1;
        } else if (*p == '[') {
            if (is_swallowed_game(x, &p, start)) return end_comment(x, p, start);
            flags = 0;
        } else {
            nt_pgn_report_nul(x, nt_pgn_at(x, p));
        }
    }
}

const unsigned char *nt_pgn_rest(nt_pgn *x, const unsigned char *p, nt_item_kind kind) {
    size_t start = nt_pgn_at(x, ++p);
    do
        while (nt_pgn_kind(*p) != PGN_BREAK && p != x->end) p++;
    while (p == x->end && nt_pgn_fill(x, &p));
    const unsigned char *nul = memchr(x->base + start, 0, nt_pgn_at(x, p) - start);
    if (nul) nt_pgn_report_nul(x, nt_pgn_at(x, nul));
    if (kind == NT_ITEM_COMMENT) put_comment(x, start, nt_pgn_at(x, p), NT_COMMENT_LINE);
    else nt_pgn_put(x, nt_pgn_item(kind, start, nt_pgn_at(x, p) - start));
    return p;
}
