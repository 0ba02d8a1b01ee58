/* The moves of a piece as a diagram, for people who read a variant. */
#include "rules/code.h"

typedef struct drawing {
    const nt_variant *v;
    unsigned from, code;
    char mark[NT_MAX_CELLS]; /* 0: cannot get there */
} drawing;

static unsigned distance(const nt_board *board, unsigned cell, unsigned x, unsigned y) {
    unsigned dx = board->x[cell] > x ? board->x[cell] - x : x - board->x[cell];
    unsigned dy = board->y[cell] > y ? board->y[cell] - y : y - board->y[cell];
    return dx + dy;
}

/* Where the man stands: in the array when its moves depend on that, else as near to the middle as there is a cell. */
static unsigned origin(const nt_variant *v, unsigned kind) {
    const char *betza = v->kind[kind].betza;
    if (v->kind[kind].is_pawn || (betza != NULL && strchr(betza, 'i') != NULL)) {
        for (unsigned cell = 0; cell < v->board.cells; cell++) {
            if (v->array[cell] == nt_code_of(kind, 0)) return cell;
        }
    }
    unsigned x = (v->board.width - 1) / 2, y = (v->board.height - 1) / 2, best = 0;
    for (unsigned cell = 1; cell < v->board.cells; cell++) {
        if (distance(&v->board, cell, x, y) < distance(&v->board, best, x, y)) best = cell;
    }
    return best;
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
    d.from = origin(variant, (unsigned)kind);
    mark_moves(&d);
    nt_grid_write(variant, text_of_drawing, &d, output);
}
