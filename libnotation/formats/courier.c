/* gc: the move lists of Game Courier, written and guessed, and their row in the table of notations. Turns are read in
 * courier_read.c. Source: spec/game-courier.md sections 1 and 4. */
#include "formats/list.h"

/* ---- a move ---- */

static void put_label(const nt_variant *v, unsigned kind, unsigned player, nt_output *output) {
    char label[NT_LABEL_SIZE];
    nt_output_bytes(output, label, nt_label_of(v, nt_code_of(v->kind[kind].shown, player), label));
}

static void put_from_to(const nt_position *p, unsigned kind, unsigned from, unsigned to, nt_output *output) {
    put_label(p->variant, kind, p->state.player, output);
    nt_put(output, ' ');
    nt_cell_write(p->variant, from, output);
    nt_put(output, '-');
    nt_cell_write(p->variant, to, output);
}

/* Castling is the king's move. Where that could be an ordinary move or none, as in Chess960, the rook's follows. */
static void put_castling(const nt_position *p, nt_move move, nt_output *output) {
    const nt_variant *v = p->variant;
    int far = v->board.x[move.to] - v->board.x[move.from];
    put_from_to(p, move.piece, move.from, move.to, output);
    if (!p->free_castling || far >= 2 || far <= -2) return;
    nt_output_string(output, "; ");
    put_from_to(p, nt_code_kind(p->cell[move.aux]), move.aux, move.aux2, output);
}

/* The slot that a dropped man comes from: the one that is named, else the first that holds his kind; -1: none. */
static int drop_slot(const nt_position *p, nt_move move) {
    const nt_variant *v = p->variant;
    if (move.aux) return move.aux - 1;
    for (unsigned i = 0; i < v->slots; i++) {
        bool filled = p->state.slots >> i & 1;
        if (filled && v->slot[i].player == p->state.player && v->slot[i].kind == move.piece) return (int)i;
    }
    return -1;
}

static void put_drop(const nt_position *p, nt_move move, nt_output *output) {
    int slot = drop_slot(p, move);
    put_label(p->variant, move.piece, p->state.player, output);
    if (slot >= 0) {
        nt_put(output, ' ');
        nt_output_string(output, p->variant->slot[slot].label);
        nt_put(output, '-');
    } else {
        nt_put(output, '*');
    }
    nt_cell_write(p->variant, move.to, output);
}

void nt_gc_write_move(nt_position *before, nt_move move, int after_check, nt_output *output) {
    const nt_variant *v = before->variant;
    (void)after_check;
    switch ((nt_move_type)move.type) {
    case NT_MOVE_PASS: nt_output_string(output, "pass"); return;
    case NT_MOVE_DROP: put_drop(before, move, output); return;
    case NT_MOVE_CASTLE: put_castling(before, move, output); return;
    case NT_MOVE_STEP:
    case NT_MOVE_DOUBLE:
    case NT_MOVE_EN_PASSANT:
    case NT_MOVE_LOCUST: break;
    }
    put_from_to(before, move.piece, move.from, move.to, output);
    if (move.type == NT_MOVE_LOCUST) {
        nt_output_string(output, "; ");
        nt_cell_write(v, move.aux, output);
        nt_put(output, '-');
    }
    if (!nt_states_promotion(v, move)) return;
    nt_output_string(output, "; ");
    put_label(v, move.promo, before->state.player, output);
    nt_put(output, '-');
    nt_cell_write(v, move.to, output);
}

/* ---- the notation ---- */

/* Above 95, which is what PGN says to tag pairs: lists may begin with them too, and a label that stands before a move
 * apart from it is never PGN, however many faults the rest has. */
static int sniff(const nt_head *head) {
    const nt_list_traits *t = &head->traits;
    unsigned own = t->hyphens + t->stars;
    if (!own || t->equals || t->drops) return 0;
    if (t->groups) return 20;
    bool marked = t->labels || t->stars || t->parts;
    if (marked && own * 10 >= t->words * 9) return 97;
    if (t->labels * 2 >= t->words) return 96;
    if (marked) return own * 4 >= t->words * 3 ? 90 : 30;
    if (own < t->words) return 20;
    return t->bare || t->bars || t->slashes ? 75 : 55;
}

static const nt_list_style style = {.turn = nt_gc_turn, .columns = true, .line_comments = true};

static nt_status read_game(nt_reader *reader) { return nt_list_read_game(reader, &style); }

static nt_status write_game(nt_writer *writer, const nt_game *game, nt_replay *replay) {
    return nt_list_write_game(writer, game, replay, &style);
}

const nt_format nt_format_gc = {
    .name = "gc",
    .title = "Game Courier move list",
    .family = NT_FAMILY_COURIER,
    .sniff = sniff,
    .read_game = read_game,
    .read_move = nt_gc_read_move,
    .part = nt_gc_part_at,
    .write_move = nt_gc_write_move,
    .write_game = write_game,
    .free_state = nt_list_free_state,
};
