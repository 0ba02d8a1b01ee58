/* Forsyth-Edwards notation written. Called by rules/code.c only. */
#include "rules/code.h"

/* A man, in braces where the label is longer than a byte: `P`, `+P`, `Q~`, `{AB}`. */
static void write_man(const nt_variant *v, unsigned code, nt_output *output) {
    char text[NT_MAN_SIZE];
    size_t length = nt_code_text(v, code, text), from = text[0] == '+' && length > 1;
    size_t to = length > 1 && text[length - 1] == '~' ? length - 1 : length;
    bool braces = to - from > 1;
    nt_output_bytes(output, text, from);
    if (braces) nt_put(output, '{');
    nt_output_bytes(output, text + from, to - from);
    if (braces) nt_put(output, '}');
    nt_output_bytes(output, text + to, length - to);
}

/* A count of empty cells: one digit nearly always. */
static void write_count(unsigned count, nt_output *output) {
    if (count > 9) nt_output_number(output, count);
    else if (count) nt_put(output, (unsigned char)('0' + count));
}

static void write_row(const nt_position *p, const uint16_t *cells, unsigned width, nt_output *output) {
    const nt_variant *v = p->variant;
    unsigned empty = 0;
    for (unsigned file = 0; file < width; file++) {
        bool hole = cells[file] == NT_NO_CELL;
        unsigned code = hole ? 0 : p->cell[cells[file]];
        if (!hole && !code) {
            empty++;
            continue;
        }
        write_count(empty, output);
        empty = 0;
        if (hole) nt_put(output, '*');
        else if (v->man_byte[code]) nt_put(output, v->man_byte[code]);
        else write_man(v, code, output);
    }
    write_count(empty, output);
}

/* Without a branch for the digit, which may be none. */
static inline unsigned char *put_count(unsigned char *s, unsigned count) {
    if (NT_UNLIKELY(count > 9)) {
        *s++ = (unsigned char)('0' + count / 10);
        *s++ = (unsigned char)('0' + count % 10);
        return s;
    }
    *s = (unsigned char)('0' + count);
    return s + (count > 0);
}

/* The same for all rows where nt_variant.rows_are_plain: from man to man, into a buffer of its own. Measured: a quarter of the
 * instructions. */
static void write_plain_rows(const nt_position *p, nt_output *output) {
    const nt_variant *v = p->variant;
    unsigned char text[2 * 64 + NT_MAX_AXIS], *s = text;
    for (unsigned row = 0; row < v->rows; row++) {
        unsigned first = v->row[row][0], width = v->row_width[row], at = first;
        uint64_t men = p->occupied.word[0] & ((UINT64_C(1) << width) - 1) << first;
        if (row) *s++ = '/';
        for (; men; men &= men - 1) {
            unsigned cell = (unsigned)__builtin_ctzll(men);
            s = put_count(s, cell - at);
            *s++ = v->man_byte[p->cell[cell]];
            at = cell + 1;
        }
        s = put_count(s, first + width - at);
    }
    nt_put_text(output, (nt_text){text, (size_t)(s - text)});
}

/* Men in hand, first player first, the kinds that the variant names last (which are the stronger ones) first, each man as
 * often as he is there: [QRNPPbp], as Fairy-Stockfish does. */
static void write_hands(const nt_position *p, nt_output *output) {
    nt_put(output, '[');
    for (unsigned player = 0; player < p->variant->players; player++) {
        for (unsigned kind = p->variant->kinds; kind > 0; kind--) {
            for (unsigned n = p->hand[player][kind]; n > 0; n--) {
                write_man(p->variant, nt_code_of(kind, player), output);
            }
        }
    }
    nt_put(output, ']');
}

/* Whether a man of the side to move stands so that he could take on the en passant cell, were it not for checks. */
static bool has_taker(const nt_position *p, unsigned cell) {
    const nt_variant *v = p->variant;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        unsigned code = nt_code_of(kind, p->state.player);
        const nt_cells *takers = &v->passer[code * v->board.cells + cell];
        for (unsigned w = 0; w < v->board.words; w++) {
            if (takers->word[w] & p->piece[code].word[w]) return true;
        }
    }
    return false;
}

static bool is_passed_written(const nt_position *p, unsigned cell, nt_en_passant policy) {
    if (policy == NT_EP_ALWAYS) return true;
    return policy == NT_EP_LEGAL ? p->state.passed_keyed : has_taker(p, cell);
}

static void write_passed(const nt_position *p, nt_en_passant policy, nt_output *output) {
    bool any = false;
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        if (!is_passed_written(p, p->state.passed[i].cell, policy)) continue;
        char name[2 * NT_LABEL_SIZE];
        nt_output_bytes(output, name, nt_scheme_name(&p->variant->scheme, p->state.passed[i].cell, name));
        any = true;
    }
    if (!any) nt_put(output, '-');
}

/* How many checks each side has left to give, in games that count them. */
static void write_checks(const nt_position *p, nt_output *output) {
    if (!p->variant->check_limit) return;
    nt_output_number(output, p->variant->check_limit - p->checks_given[0]);
    nt_put(output, '+');
    nt_output_number(output, p->variant->check_limit - p->checks_given[1]);
    nt_put(output, ' ');
}

/* Files from the left, each from below. */
static void write_by_files(const nt_position *p, nt_output *output) {
    uint16_t cells[NT_MAX_AXIS];
    for (unsigned file = 0; file < nt_board_files(&p->variant->board); file++) {
        unsigned width = nt_board_file(&p->variant->board, file, cells);
        if (file) nt_put(output, '/');
        write_row(p, cells, width, output);
    }
}

void nt_fen_write(const nt_position *p, const nt_fen_style *style, bool by_files, nt_output *output) {
    const nt_variant *v = p->variant;
    bool turned = by_files && v->board.lattice == NT_HEX && !v->board.flat_ranks;
    if (turned) write_by_files(p, output);
    else if (v->rows_are_plain) write_plain_rows(p, output);
    for (unsigned row = 0; row < v->rows && !turned && !v->rows_are_plain; row++) {
        if (row) nt_put(output, '/');
        write_row(p, v->row[row], v->row_width[row], output);
    }
    if (v->has_drops) write_hands(p, output);
    nt_put(output, ' ');
    nt_put(output, nt_to_lower((unsigned char)v->player_name[p->state.player][0]));
    nt_put(output, ' ');
    nt_code_rights_write(p, style->castling_files, output);
    nt_put(output, ' ');
    write_passed(p, style->en_passant, output);
    nt_put(output, ' ');
    write_checks(p, output);
    nt_output_number(output, p->state.clock);
    nt_put(output, ' ');
    nt_output_number(output, nt_position_number(p));
}
