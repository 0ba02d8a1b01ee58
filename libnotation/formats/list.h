/* Move lists: what the line-oriented notations (gc, alg, coord, uci) share. A list is header lines, then turns with or
 * without numbers, in any layout: two columns, a turn a line, all on one line. Private to formats/.
 *
 *   header lines   [Name "value"] as in PGN, and `Name: value`; the value of `moves:` is movetext. A header line after
 *                  moves begins a new game. So does a second `fen:` line: that game keeps the header lines that stood
 *                  before the first one, so that a file can list several positions of one variant.
 *   comments       # at the start of a line, // anywhere, both to the end of the line; {...} over several lines.
 *                  A # line before a header line belongs to the game that follows.
 *   numbers        10. 10... 10 (digits alone: one turn, counted from 0 or 1)
 *   take-backs     a line that begins with n bars | holds moves that were taken back, n levels deep. They stand before
 *                  the moves that were played instead. A barred line whose number is not above the one at which the
 *                  line of its level began is another line from the same place.
 *   the end        a result, resign or draw; else the next header line or the end of the input. */
#ifndef NT_LIST_H
#define NT_LIST_H

#include "formats/formats.h"

struct nt_list_reader;

/* What one notation adds. */
typedef struct nt_list_style {
    /* How many bytes of the text belong to the turn that begins it; at least 1. The text ends with its line or before a
     * comment, and begins with a byte that is no blank. */
    size_t (*turn)(nt_text text);
    /* Of notations with lines of their own (zsg), else NULL: reads a line, NT_END: it belongs to the next game, and l->next is
     * its begin; whether a line begins a game. */
    nt_status (*line)(struct nt_list_reader *l);
    bool (*begins)(nt_text line);
    bool groups;         /* ( ) hold variations; the turn does not run into them */
    bool semicolon;      /* ; begins a comment, too */
    unsigned digits;     /* so many digits alone can be a move, where cells are digits; 0: none ever are */
    bool position_lines; /* reads UCI's `position startpos moves ...` and `position fen ... moves ...` */

    bool columns;        /* written a move number a line, the turns of all players side by side; else filled lines */
    bool line_comments;  /* written as // lines, not in braces */
    bool no_numbers;
    bool wide_numbers;   /* a blank after the dot */
} nt_list_style;

nt_status nt_list_read_game(nt_reader *reader, const nt_list_style *style);
void nt_list_free_state(nt_reader *reader);
nt_status nt_list_write_game(nt_writer *writer, const nt_game *game, nt_replay *replay, const nt_list_style *style);

/* ---- words ---- */

/* How many bytes of blank stand at p, where a character begins: a blank, a control byte, or a no-break space, of UTF-8 or
 * Latin-1; 0: none. end > p. */
static inline size_t nt_list_blank(const unsigned char *p, const unsigned char *end) {
    if (*p <= ' ' || *p == 0xA0) return 1;
    return *p == 0xC2 && end - p > 1 && p[1] == 0xA0 ? 2 : 0;
}

/* How many bytes the character at p has; a byte that is none counts as one. end > p. */
static inline size_t nt_list_step(const unsigned char *p, const unsigned char *end) {
    size_t length = *p < 0x80 ? 1 : nt_text_utf8((nt_text){p, (size_t)(end - p)});
    return length ? length : 1;
}

/* How many bytes of blanks begin the text, and how many bytes stand before the next blank. */
static inline size_t nt_list_blanks(nt_text text) {
    const unsigned char *p = text.at, *end = text.at + text.length;
    for (size_t step; p < end && (step = nt_list_blank(p, end)) > 0;) p += step;
    return (size_t)(p - text.at);
}

static inline size_t nt_list_word(nt_text text) {
    const unsigned char *p = text.at, *end = text.at + text.length;
    while (p < end && !nt_list_blank(p, end)) p += nt_list_step(p, end);
    return (size_t)(p - text.at);
}

/* The text without the blanks at both ends. Cost: one pass. */
nt_text nt_list_trimmed(nt_text text);

/* How many bytes a hyphen or a typographic dash has that begins the text; 0: none. */
static inline size_t nt_list_dash(nt_text text) {
    if (text.length && text.at[0] == '-') return 1;
    if (text.length < 3 || text.at[0] != 0xE2) return 0;
    bool dash = text.at[1] == 0x80 && text.at[2] >= 0x90 && text.at[2] <= 0x95; /* U+2010 to U+2015 */
    return dash || (text.at[1] == 0x88 && text.at[2] == 0x92) ? 3 : 0;          /* U+2212, minus */
}

/* How many bytes of a cell in axial coordinates, (0,-3), begin the text; 0: it is none. Such a parenthesis opens no variation,
 * and such a hyphen parts no origin from a target. */
size_t nt_list_axial(nt_text text);

/* formats/courier_read.c: how many bytes of the text its first turn has in Game Courier's notation. */
size_t nt_gc_turn(nt_text text);

/* One word is a turn; the signs ( and ) end it. */
size_t nt_list_word_turn(nt_text text);

/* A fault at a byte of a move's text, in words; a cell that the board has not; a label that the game has not. All
 * return NT_INVALID. */
nt_status nt_list_fault(nt_fault *fault, nt_diag_id id, size_t at, const char *format, ...) NT_PRINTF(4, 5);
nt_status nt_list_fault_cell(nt_fault *fault, const nt_variant *v, nt_text cell, size_t at);
nt_status nt_list_fault_label(nt_fault *fault, nt_text label, size_t at);

/* The cell that the whole text names, NT_NO_CELL: none. */
unsigned nt_list_cell(const nt_variant *v, nt_text text);

/* The kind that the whole text is a label of, in either case, and the player that the case states. 0: none. */
unsigned nt_list_label(const nt_variant *v, nt_text text, int *player);

/* ---- header lines ---- */

/* The halves of a `Name: value` line; spans count from the line. */
typedef struct nt_list_key {
    nt_span name, value;
} nt_list_key;

bool nt_list_key_line(nt_text line, nt_list_key *key);

/* Whether a name says that its value is movetext. */
bool nt_list_is_moves_key(nt_text name);

/* Whether the text of a move would be something else, could it be where a line begins: a header line, bars, a comment. */
bool nt_list_is_sign(nt_text move, const nt_list_style *style);

/* ---- guessing ---- */

/* What the movetext of these first bytes looks like, in counts of words. Header lines and comments do not count. */
typedef struct nt_list_traits {
    unsigned words;        /* turns, whatever they look like */
    unsigned hyphens;      /* e2-e4 */
    unsigned labels;       /* P e2-e4, q-e8 */
    unsigned stars, parts; /* P*e5; a semicolon behind a move */
    unsigned equals;       /* e7-e8=Q */
    unsigned drops;        /* M@b1 */
    unsigned uci;          /* e2e4, e7e8q */
    unsigned san;          /* Nf3, e4, O-O */
    unsigned brackets;     /* (Mb1), where PGN would have no variation */
    unsigned groups;       /* other words that begin with a parenthesis */
    unsigned signs;        /* e4+=, and += apart: what a position is worth, which only PGN reads */
    unsigned bars, slashes;            /* lines that begin with |, // comments */
    unsigned tight, wide, bare;        /* numbers: 1.e4, 1. e4, 0 e2-e4 */
    unsigned rows, long_rows;          /* lines of movetext with one number, with more */
    unsigned tags, keys, positions;    /* header lines of the three forms */
} nt_list_traits;

void nt_list_look(nt_text head, nt_list_traits *traits);

/* The first bytes of an input, up to 4096, and what they look like: from these each notation guesses whether it is its own. */
typedef struct nt_head {
    nt_text bytes;
    nt_list_traits traits;
} nt_head;

#endif
