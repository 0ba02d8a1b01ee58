/* Writing moves as SAN (PGN standard 1994, 8.2.3.4): as little of the origin as tells those men apart that could
 * legally make the move. For pgn and alg, and for messages through nt_move_write. */
#include "formats/formats.h"

static void put_label(const nt_position *p, unsigned kind, nt_output *output) {
    const nt_variant *v = p->variant;
    unsigned shown = v->kind[kind].shown ? v->kind[kind].shown : kind;
    nt_output_string(output, nt_letter_of(v, nt_language_of(v, p->context->to_language), shown));
}

/* Whether the man on `from` has a legal move to `to`. */
static bool is_rival(nt_position *p, unsigned code, unsigned from, unsigned to) {
    nt_move moves[NT_MAX_CHOICES + 1];
    if (!nt_can_reach(p, code, from, to)) return false;
    size_t count = nt_moves_between(p, from, to, moves);
    for (size_t i = 0; i < count; i++)
        if (nt_is_legal(p, moves[i])) return true;
    return false;
}

enum { NEEDS_ORIGIN = 1, SHARES_FILE = 2, SHARES_RANK = 4 };

/* Whether men of one code stand in the way of a short name for the move (NEEDS_ORIGIN), and whether one of them shares
 * the file or the rank of its origin. */
static unsigned rivals_of_code(nt_position *p, nt_move move, unsigned code) {
    const nt_variant *v = p->variant;
    size_t row = (size_t)code * v->board.cells + move.to;
    const nt_reach *reach = move.flags & NT_MOVE_CAPTURE ? &v->capture[row] : &v->quiet[row];
    unsigned found = 0;
    bool own = p->cell[move.to] && nt_code_player(p->cell[move.to]) == p->state.player; /* the tables are of enemies */
    for (unsigned i = 0; i < v->board.words; i++) {
        uint64_t set = own ? ~UINT64_C(0) : reach->leap.word[i] | reach->ride.word[i] | reach->complex.word[i];
        set &= p->piece[code].word[i];
        if (move.from >> 6 == i) set &= ~(UINT64_C(1) << (move.from & 63));
        for (; set; set &= set - 1) {
            unsigned cell = i * 64 + (unsigned)__builtin_ctzll(set);
            if (!is_rival(p, code, cell, move.to)) continue;
            found |= NEEDS_ORIGIN;
            if (v->scheme.file[cell] == v->scheme.file[move.from]) found |= SHARES_FILE;
            if (v->scheme.rank[cell] == v->scheme.rank[move.from]) found |= SHARES_RANK;
        }
    }
    return found;
}

/* ... of all kinds that are written alike, such as a queen and a promoted queen. */
static unsigned rivals(nt_position *p, nt_move move) {
    const nt_variant *v = p->variant;
    unsigned player = p->state.player, shown = v->kind[move.piece].shown;
    unsigned found = rivals_of_code(p, move, nt_code_of(move.piece, player));
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        if (kind == move.piece || v->kind[kind].shown != shown) continue;
        found |= rivals_of_code(p, move, nt_code_of(kind, player));
    }
    return found;
}

/* The file if that is enough, else the rank, else both; a pawn that captures always names its file. Where labels of files
 * are labels of ranks as well it is the whole cell, since 3 does not tell which of them it is. */
static void put_origin(nt_position *p, nt_move move, nt_output *output) {
    const nt_scheme *scheme = &p->variant->scheme;
    bool is_pawn_capture = p->variant->kind[move.piece].is_pawn && move.flags & NT_MOVE_CAPTURE;
    bool file_is_enough = move.type == NT_MOVE_EN_PASSANT || (is_pawn_capture && scheme->alike);
    unsigned found = file_is_enough ? 0 : rivals(p, move);
    bool has_file = is_pawn_capture || (found && (!(found & SHARES_FILE) || found & SHARES_RANK));
    bool has_rank = found & SHARES_FILE;
    if ((has_file && has_rank) || (scheme->alike && (has_file || has_rank))) {
        nt_cell_write(p->variant, move.from, output);
        return;
    }
    if (has_file) nt_output_string(output, scheme->file_label[scheme->file[move.from]]);
    if (has_rank) nt_output_string(output, scheme->rank_label[scheme->rank[move.from]]);
}

static void put_drop(const nt_position *p, nt_move move, bool bracket_drops, nt_output *output) {
    if (bracket_drops) nt_put(output, '(');
    put_label(p, move.piece, output);
    if (!bracket_drops) nt_put(output, '@');
    nt_cell_write(p->variant, move.to, output);
    if (bracket_drops) nt_put(output, ')');
}

static void put_step(nt_position *p, nt_move move, nt_output *output) {
    const nt_variant *v = p->variant;
    if (!v->kind[move.piece].is_pawn || nt_san_pawns_have_letter(v)) put_label(p, move.piece, output);
    put_origin(p, move, output);
    if (move.flags & NT_MOVE_CAPTURE) nt_put(output, 'x');
    nt_cell_write(v, move.to, output);
    if (move.type == NT_MOVE_LOCUST) {
        nt_put(output, 'x');
        nt_cell_write(v, move.aux, output);
    }
    if (!nt_states_promotion(v, move)) return;
    nt_put(output, '=');
    put_label(p, move.promo, output);
}

void nt_san_write(nt_position *before, nt_move move, int after_check, bool bracket_drops, nt_output *output) {
    const nt_board *board = &before->variant->board;
    switch ((nt_move_type)move.type) {
    case NT_MOVE_PASS: nt_output_string(output, "--"); break;
    case NT_MOVE_CASTLE: nt_output_string(output, board->x[move.aux] > board->x[move.from] ? "O-O" : "O-O-O"); break;
    case NT_MOVE_DROP: put_drop(before, move, bracket_drops, output); break;
    case NT_MOVE_STEP:
    case NT_MOVE_DOUBLE:
    case NT_MOVE_EN_PASSANT:
    case NT_MOVE_LOCUST: put_step(before, move, output); break;
    }
    if (after_check) nt_put(output, after_check == 1 ? '+' : '#');
}

bool nt_san_refuses(const nt_writer *writer, const nt_game *game, nt_replay *replay) {
    const nt_position *p = replay && nt_replay_variant(replay) ? nt_replay_start(replay) : NULL;
    if (!p || p->variant->scheme.file_label[0][0] != '(') return false;
    nt_place place = nt_game_place(game, 0);
    nt_report(writer->context, &place, NT_DIAG_WRITE_UNRESOLVED,
              "names of cells in parentheses cannot stand in %s, where they would begin variations", writer->format->name);
    return true;
}

void nt_san_write_move(nt_position *before, nt_move move, int after_check, nt_output *output) {
    nt_san_write(before, move, after_check, false, output);
}
