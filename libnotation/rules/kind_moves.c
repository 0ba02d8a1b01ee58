/* How a piece moves, told step by step from its compiled programs: for diagrams, pictures and whoever wants to know. */
#include "rules/variant.h"

static uint8_t flags_of(const nt_step *step, uint8_t extra) {
    unsigned flags = 0;
    if (step->flags & NT_STEP_EMPTY_ENDS) flags |= NT_KIND_MOVES;
    if (step->flags & NT_STEP_ENEMY_ENDS) flags |= NT_KIND_CAPTURES;
    if (step->flags & NT_STEP_TAKES) flags |= NT_KIND_TAKES;
    if (extra & NT_EXTRA_FIRST_MOVE) flags |= NT_KIND_FIRST_MOVE;
    if (extra & NT_EXTRA_FIRST_CAPTURE) flags |= NT_KIND_FIRST_CAPTURE;
    return (uint8_t)flags;
}

/* What must hold on the way past a step. */
static uint8_t way_past(const nt_step *step, uint8_t before) {
    unsigned past = before & (NT_KIND_CLEAR | NT_KIND_OVER);
    bool empty = (step->flags & NT_STEP_EMPTY_GOES) != 0;
    bool men = (step->flags & (NT_STEP_ENEMY_GOES | NT_STEP_OWN_GOES)) != 0;
    if (empty && !men) past |= NT_KIND_CLEAR;
    if (men && !empty) past |= NT_KIND_OVER;
    return (uint8_t)past;
}

size_t nt_kind_moves(const nt_variant *v, size_t kind, size_t player, size_t from, nt_kind_move *moves) {
    assert(kind >= 1 && kind <= v->kinds && player < v->players && from < v->board.cells);
    const nt_program *program = nt_program_of(v, nt_code_of((unsigned)kind, (unsigned)player), (unsigned)from);
    const nt_step *steps = v->steps + program->first;
    if (!moves) return program->length;
    uint16_t before = NT_KIND_START;
    for (unsigned i = 0; i < program->length; i++) {
        while (before != NT_KIND_START && steps[before].skip <= i) before = moves[before].before;
        uint8_t way = before == NT_KIND_START ? 0 : way_past(&steps[before], moves[before].flags);
        uint8_t flags = flags_of(&steps[i], v->extra[program->first + i]);
        moves[i] = (nt_kind_move){before, steps[i].cell, (uint8_t)(flags | way)};
        before = (uint16_t)i;
    }
    return program->length;
}

/* How far a cell is from the middle of the board, in half steps. */
static unsigned distance(const nt_board *board, unsigned cell) {
    int first = board->lattice == NT_HEX ? 1 : 0; /* lattice points run from here to width - 1 and height - 1 */
    nt_vector middle = nt_board_paper(board, (nt_vector){first + (int)board->width - 1, first + (int)board->height - 1});
    nt_vector at = nt_board_paper(board, (nt_vector){2 * board->x[cell], 2 * board->y[cell]});
    int right = at.x - middle.x, up = at.y - middle.y;
    return (unsigned)((right < 0 ? -right : right) + (up < 0 ? -up : up));
}

/* The cell nearest to the middle; with a code only of those where such a man stands in the array, NT_NO_CELL when there
 * is none. */
static unsigned middle_cell(const nt_variant *v, unsigned code) {
    unsigned best = NT_NO_CELL;
    for (unsigned cell = 0; cell < v->board.cells; cell++) {
        if (code != 0 && v->array[cell] != code) continue;
        if (best == NT_NO_CELL || distance(&v->board, cell) < distance(&v->board, best)) best = cell;
    }
    return best;
}

size_t nt_kind_home(const nt_variant *v, size_t kind) {
    assert(kind >= 1 && kind <= v->kinds);
    const nt_kind *k = &v->kind[kind];
    bool depends = k->is_pawn || (k->betza != NULL && strchr(k->betza, 'i') != NULL);
    unsigned cell = depends ? middle_cell(v, nt_code_of((unsigned)kind, 0)) : NT_NO_CELL;
    return cell != NT_NO_CELL ? cell : middle_cell(v, 0);
}
