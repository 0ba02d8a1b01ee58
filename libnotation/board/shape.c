/* Boards from the words that name them. Called by the compiler of variants and by rules/coords.c. */
#include "board/board.h"

/* Two numbers with a sign between them. */
static bool read_two(nt_text text, unsigned char sign, unsigned two[2]) {
    const unsigned char *at = text.length ? memchr(text.at, sign, text.length) : NULL;
    uint64_t a, b;
    if (!at) return false;
    size_t first = (size_t)(at - text.at);
    if (!nt_text_number((nt_text){text.at, first}, &a) || !nt_text_number(nt_text_cut(text, first + 1), &b)) return false;
    if (a > NT_MAX_AXIS || b > NT_MAX_AXIS) return false;
    two[0] = (unsigned)a;
    two[1] = (unsigned)b;
    return true;
}

static bool read_view(nt_text view, bool *flat_ranks) {
    *flat_ranks = nt_text_is(view, "wellisch");
    return *flat_ranks || nt_text_is(view, "glinski");
}

static bool read_hexagon(nt_board *board, nt_text rest) {
    nt_text word = nt_text_word(rest, &rest), view = nt_text_word(rest, &rest);
    uint64_t side;
    bool flat_ranks = false;
    if (!nt_text_number(word, &side) || side > NT_MAX_AXIS) return false;
    if (view.length && !read_view(view, &flat_ranks)) return false;
    return nt_text_trim(rest).length == 0 && nt_board_hexagon(board, (unsigned)side, flat_ranks);
}

static bool read_outline(nt_board *board, nt_text rest) {
    uint8_t range[NT_MAX_AXIS][2];
    unsigned rows = 0, two[2];
    bool flat_ranks;
    nt_text word = nt_text_word(rest, &rest);
    if (!read_view(word, &flat_ranks)) return false;
    while ((word = nt_text_word(rest, &rest)).length) {
        if (rows == NT_MAX_AXIS || !read_two(word, '-', two)) return false;
        range[rows][0] = (uint8_t)two[0];
        range[rows++][1] = (uint8_t)two[1];
    }
    return nt_board_outline(board, (const uint8_t(*)[2])range, rows, flat_ranks);
}

bool nt_board_read(nt_board *board, nt_text text) {
    unsigned two[2];
    nt_text rest, word = nt_text_word(text, &rest);
    if (nt_text_is(word, "hexagon")) return read_hexagon(board, rest);
    if (nt_text_is(word, "outline")) return read_outline(board, rest);
    return nt_text_is(word, "square") && read_two(nt_text_trim(rest), 'x', two) && nt_board_square(board, two[0], two[1]);
}
