/* Castling rights in position codes: X-FEN (KQkq, or the rook's file where that is not clear) and Shredder-FEN (files).
 * For fen_fields.c, fen_write.c, gc_code.c and cells.c only. Source: Reinhard Scharnagl's X-FEN definition. */
#include "rules/code.h"

/* ---- where king and rook stand ---- */

/* The king that may castle: the one on its cell of the array, else one on that rank; NT_NO_CELL: none. */
static unsigned home_king(const nt_position *p, unsigned player) {
    const nt_variant *v = p->variant;
    unsigned home = v->castling.king_from[player];
    const nt_cells *kings = &p->piece[nt_code_of(v->castling.king_kind, player)];
    if (nt_cells_has(kings, home)) return home;
    for (unsigned x = 0; x < v->board.width; x++) {
        unsigned cell = nt_board_at(&v->board, (int)x, v->board.y[home]);
        if (cell != NT_NO_CELL && nt_cells_has(kings, cell)) return cell;
    }
    return NT_NO_CELL;
}

/* The outermost rook on one side of the king on its rank; NT_NO_CELL: none. */
static unsigned outer_rook(const nt_position *p, unsigned player, unsigned side, unsigned king) {
    const nt_board *board = &p->variant->board;
    unsigned rook = nt_code_of(p->variant->castling.rook_kind, player);
    int step = side ? -1 : 1;
    for (int x = side ? (int)board->width - 1 : 0; x != board->x[king]; x += step) {
        unsigned cell = nt_board_at(board, x, board->y[king]);
        if (cell != NT_NO_CELL && p->cell[cell] == rook) return cell;
    }
    return NT_NO_CELL;
}

/* Whether king and rook of a right stand on their cells of the array. */
static bool is_array_right(const nt_position *p, unsigned player, unsigned side) {
    const nt_castling *c = &p->variant->castling;
    return p->cell[c->king_from[player]] == nt_code_of(c->king_kind, player) &&
           p->cell[c->rook_from[player][side]] == nt_code_of(c->rook_kind, player);
}

static void set_right(nt_position *p, unsigned player, unsigned side, unsigned rook) {
    unsigned bit = 2 * player + side;
    p->state.rights = (uint8_t)(p->state.rights | 1u << bit);
    p->castle_rook[bit] = (uint8_t)rook;
}

void nt_code_array_rights(nt_position *p) {
    const nt_variant *v = p->variant;
    if (!v->castling.exists) return;
    p->free_castling = v->castling.any_file;
    for (unsigned bit = 0; bit < 2 * v->players; bit++) {
        if (!(v->array_rights >> bit & 1) || !is_array_right(p, bit / 2, bit % 2)) continue;
        set_right(p, bit / 2, bit % 2, v->castling.rook_from[bit / 2][bit % 2]);
    }
}

/* ---- reading ---- */

/* A right as a letter states it. side: -1 when the letter is a file, which is then the rook's. */
typedef struct stated_right {
    size_t at;
    unsigned char letter;
    unsigned player;
    int side, file;
} stated_right;

static void drop_right(nt_code_reader *reader, const stated_right *right, const char *why) {
    nt_code_report(reader, right->at, NT_DIAG_FEN_RIGHTS, "the castling right %c is dropped: %s %s", right->letter,
                   reader->v->player_name[right->player], why);
}

/* The rook that a right means; NT_NO_CELL: there is none. *side is set to where it stands from the king. */
static unsigned stated_rook(const nt_position *p, const stated_right *right, unsigned king, unsigned *side) {
    const nt_variant *v = p->variant;
    if (right->side >= 0) {
        *side = (unsigned)right->side;
        if (!v->castling.any_file && is_array_right(p, right->player, *side)) {
            return v->castling.rook_from[right->player][*side];
        }
        return outer_rook(p, right->player, *side, king);
    }
    unsigned cell = v->scheme.at[v->scheme.rank[king]][right->file];
    if (cell == NT_NO_CELL || p->cell[cell] != nt_code_of(v->castling.rook_kind, right->player)) return NT_NO_CELL;
    *side = v->board.x[cell] > v->board.x[king];
    return cell;
}

static void take_right(nt_code_reader *reader, const stated_right *right) {
    nt_position *p = reader->p;
    const nt_castling *c = &reader->v->castling;
    if (!c->exists || !c->side_exists[right->player]) {
        drop_right(reader, right, "cannot castle in this game");
        return;
    }
    unsigned king = home_king(p, right->player), side = 0;
    unsigned rook = king == NT_NO_CELL ? NT_NO_CELL : stated_rook(p, right, king, &side);
    unsigned bit = 2 * right->player + side;
    if (king == NT_NO_CELL) drop_right(reader, right, "has no king on the home rank");
    else if (rook == NT_NO_CELL) drop_right(reader, right, "has no rook there to castle with");
    else if (!(c->side_exists[right->player] >> side & 1)) drop_right(reader, right, "cannot castle to that side");
    else if (p->state.rights >> bit & 1) drop_right(reader, right, "has a right on that side already");
    else set_right(p, right->player, side, rook);
}

/* Whether a letter is a right at all. */
static bool read_letter(const nt_variant *v, stated_right *right) {
    unsigned char lower = nt_to_lower(right->letter);
    right->player = nt_is_lower(right->letter);
    right->side = lower == 'k' ? 1 : lower == 'q' ? 0 : -1;
    size_t length = 0;
    right->file = right->side >= 0 ? -1 : nt_scheme_file(&v->scheme, (nt_text){&lower, 1}, &length);
    return nt_is_letter(right->letter) && (right->side >= 0 || right->file >= 0);
}

void nt_code_rights_read(nt_code_reader *reader, size_t at, nt_text field) {
    nt_position *p = reader->p;
    const nt_castling *c = &reader->v->castling;
    p->free_castling = c->exists && c->any_file;
    if (nt_text_is(field, "-")) return;
    for (size_t i = 0; i < field.length; i++) {
        stated_right right = {.at = at + i, .letter = field.at[i]};
        if (!read_letter(reader->v, &right)) {
            char quoted[NT_QUOTE_SIZE];
            nt_code_report(reader, at + i, NT_DIAG_FEN_FIELD,
                           "\"%s\" is no castling right; these are K, Q, k, q, the files of rooks, or -",
                           nt_quote((nt_text){field.at + i, 1}, quoted));
            return;
        }
        take_right(reader, &right);
    }
    for (unsigned bit = 0; bit < 2 * reader->v->players; bit++) {
        if (!(p->state.rights >> bit & 1)) continue;
        bool home = is_array_right(p, bit / 2, bit % 2) && p->castle_rook[bit] == c->rook_from[bit / 2][bit % 2];
        if (!home) p->free_castling = true;
    }
}

/* ---- writing ---- */

static void write_right(const nt_position *p, unsigned player, unsigned side, bool files, nt_output *output) {
    static const char letters[2][2] = {{'Q', 'K'}, {'q', 'k'}};
    const nt_scheme *scheme = &p->variant->scheme;
    unsigned rook = p->castle_rook[2 * player + side], king = home_king(p, player);
    bool clear = !p->free_castling || (king != NT_NO_CELL && outer_rook(p, player, side, king) == rook);
    if (clear && !files) {
        nt_put(output, (unsigned char)letters[player & 1][side]);
        return;
    }
    for (const char *c = scheme->file_label[scheme->file[rook]]; *c; c++) {
        nt_put(output, player ? nt_to_lower((unsigned char)*c) : nt_to_upper((unsigned char)*c));
    }
}

void nt_code_rights_write(const nt_position *p, bool files, nt_output *output) {
    if (!p->state.rights) {
        nt_put(output, '-');
        return;
    }
    for (unsigned player = 0; player < p->variant->players; player++) {
        for (unsigned side = 2; side-- > 0;) {
            if (p->state.rights >> (2 * player + side) & 1) write_right(p, player, side, files, output);
        }
    }
}
