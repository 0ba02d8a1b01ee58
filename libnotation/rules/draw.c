/* The moves of a piece as a diagram, for people who read a variant. */
#include "rules/code.h"

typedef struct drawing {
    const nt_variant *v;
    unsigned from, code;
    char mark[NT_MAX_CELLS]; /* 0: cannot get there */
} drawing;

/* How far a cell is from the middle, in half steps. */
static unsigned distance(const nt_board *board, unsigned cell) {
    int dx = 2 * board->x[cell] - (int)(board->width - 1), dy = 2 * board->y[cell] - (int)(board->height - 1);
    return (unsigned)((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
}

/* The cell nearest to the middle; with a code only of those where such a man stands in the array, NT_NO_CELL when there
 * is none. */
static unsigned middle(const nt_variant *v, unsigned code) {
    unsigned best = NT_NO_CELL;
    for (unsigned cell = 0; cell < v->board.cells; cell++) {
        if (code != 0 && v->array[cell] != code) continue;
        if (best == NT_NO_CELL || distance(&v->board, cell) < distance(&v->board, best)) best = cell;
    }
    return best;
}

/* Where the man stands: in the array when its moves depend on that, else in the middle. */
static unsigned origin(const nt_variant *v, unsigned code) {
    const nt_kind *kind = &v->kind[nt_code_kind(code)];
    bool depends = kind->is_pawn || (kind->betza != NULL && strchr(kind->betza, 'i') != NULL);
    unsigned cell = depends ? middle(v, code) : NT_NO_CELL;
    return cell != NT_NO_CELL ? cell : middle(v, 0);
}

/* Walks the program with all cells empty: a capture counts where a first enemy could stand. */
static void mark_moves(drawing *d) {
    const nt_program *program = nt_program_of(d->v, d->code, d->from);
    const nt_step *steps = d->v->steps + program->first;
    for (unsigned i = 0; i < program->length;) {
        const nt_step *step = &steps[i];
        bool moves = (step->flags & NT_STEP_EMPTY_ENDS) != 0, takes = (step->flags & NT_STEP_ENEMY_ENDS) != 0;
        char *mark = &d->mark[step->cell];
        moves = moves || *mark == '*' || *mark == 'm';
        takes = takes || *mark == '*' || *mark == 'x';
        *mark = moves && takes ? '*' : moves ? 'm' : takes ? 'x' : '\0';
        i = (step->flags & NT_STEP_EMPTY_GOES) != 0 ? i + 1 : step->skip;
    }
}

static size_t text_of_drawing(const void *what, unsigned cell, char buffer[NT_MAN_SIZE]) {
    const drawing *d = what;
    if (cell == d->from) return nt_code_text(d->v, d->code, buffer);
    buffer[0] = d->mark[cell] != '\0' ? d->mark[cell] : '.';
    return 1;
}

void nt_kind_draw(const nt_variant *variant, size_t kind, nt_output *output) {
    drawing d = {.v = variant, .code = nt_code_of((unsigned)kind, 0)};
    assert(kind >= 1 && kind <= variant->kinds);
    d.from = origin(variant, d.code);
    mark_moves(&d);
    nt_grid_write(variant, text_of_drawing, &d, output);
}
