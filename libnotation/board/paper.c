/* Where cells and the labels of files and ranks lie on paper: for text diagrams and pictures. */
#include "board/board.h"

nt_vector nt_board_paper(const nt_board *board, nt_vector point) {
    if (board->lattice == NT_SQUARE) return point;
    if (board->flat_ranks) return (nt_vector){2 * point.y - point.x, point.x};
    return (nt_vector){point.y - point.x, point.x + point.y};
}

/* The files of a scheme, or its ranks: the line of each cell, and the order of the cells in a line. */
typedef struct lines {
    const nt_board *board;
    bool turned;
    unsigned count;
    const uint8_t *line, *order;
    const char (*label)[NT_LABEL_SIZE];
} lines;

static nt_vector point_of(const nt_board *board, unsigned cell) { return (nt_vector){board->x[cell], board->y[cell]}; }

/* The first or the last cell of a line beyond an order, NT_NO_CELL: there is none. */
static unsigned extreme(const lines *l, unsigned line, bool last, int beyond) {
    unsigned best = NT_NO_CELL;
    for (unsigned cell = 0; cell < l->board->cells; cell++) {
        if (l->line[cell] != line || (last ? l->order[cell] >= beyond : l->order[cell] <= beyond)) continue;
        if (best == NT_NO_CELL || (last ? l->order[cell] > l->order[best] : l->order[cell] < l->order[best])) best = cell;
    }
    return best;
}

static bool lies_lower(const lines *l, unsigned a, unsigned b) {
    nt_vector p = nt_board_paper(l->board, point_of(l->board, a)), q = nt_board_paper(l->board, point_of(l->board, b));
    int up = p.y - q.y, right = p.x - q.x;
    if (l->turned) up = -up, right = -right;
    return up != 0 ? up < 0 : right < 0;
}

/* The step that leaves the board at one end of a line; *step stays as it is for a line of one cell, which goes by the line
 * before it. Returns the last cell before the step. */
static unsigned leave(const lines *l, unsigned line, bool upper, nt_vector *step) {
    unsigned first = extreme(l, line, false, -1), last = extreme(l, line, true, NT_MAX_CELLS);
    if (first == NT_NO_CELL || first == last) return first;
    bool at_last = lies_lower(l, last, first) != upper;
    unsigned end = at_last ? last : first, next = extreme(l, line, at_last, l->order[end]);
    nt_vector from = point_of(l->board, next), to = point_of(l->board, end);
    int cells = l->order[end] - l->order[next];
    if (cells < 0) cells = -cells;
    *step = (nt_vector){(to.x - from.x) / cells, (to.y - from.y) / cells};
    return end;
}

static bool is_taken(const nt_rim *rim, unsigned count, nt_vector beyond) {
    for (unsigned i = 0; i < count; i++)
        if (rim[i].beyond.x == beyond.x && rim[i].beyond.y == beyond.y) return true;
    return false;
}

/* The step that leaves the board at the first line of more than one cell. */
static nt_vector first_step(const lines *l, bool upper) {
    nt_vector step = {0, 0};
    for (unsigned line = 0; line < l->count && step.x == 0 && step.y == 0; line++) leave(l, line, upper, &step);
    return step;
}

/* Labels the lines at their lower or their upper ends; returns how many labels there are now. *clear: no place was taken; a
 * label whose place is taken is left out. */
static unsigned label_lines(const lines *l, bool upper, nt_rim *rim, unsigned count, bool *clear) {
    unsigned before = count;
    nt_vector step = first_step(l, upper);
    *clear = true;
    for (unsigned line = 0; line < l->count && (step.x != 0 || step.y != 0); line++) {
        unsigned end = leave(l, line, upper, &step);
        if (end == NT_NO_CELL) continue;
        nt_vector cell = point_of(l->board, end);
        nt_vector beyond = nt_board_paper(l->board, (nt_vector){cell.x + step.x, cell.y + step.y});
        bool taken = is_taken(rim, before, beyond);
        if (taken) *clear = false;
        else rim[count++] = (nt_rim){nt_board_paper(l->board, cell), beyond, l->label[line]};
    }
    return count;
}

static unsigned square_rim(const nt_board *board, const nt_scheme *scheme, bool turned, nt_rim *rim) {
    unsigned count = 0;
    int x = turned ? (int)board->width - 1 : 0, y = turned ? (int)board->height - 1 : 0, out = turned ? 1 : -1;
    for (unsigned file = 0; file < scheme->files; file++)
        rim[count++] = (nt_rim){{(int)file, y}, {(int)file, y + out}, scheme->file_label[file]};
    for (unsigned rank = 0; rank < scheme->ranks; rank++)
        rim[count++] = (nt_rim){{x, (int)rank}, {x + out, (int)rank}, scheme->rank_label[rank]};
    return count;
}

unsigned nt_board_rim(const nt_board *board, const nt_scheme *scheme, bool turned, nt_rim *rim) {
    if (board->lattice == NT_SQUARE) return square_rim(board, scheme, turned, rim);
    lines files = {board, turned, scheme->files, scheme->file, scheme->rank, scheme->file_label};
    lines ranks = {board, turned, scheme->ranks, scheme->rank, scheme->file, scheme->rank_label};
    unsigned count = 0;
    for (unsigned ends = 0; ends < 4; ends++) { /* the lower ends of both first, the upper ones where labels would meet */
        bool clear;
        unsigned before = label_lines(&files, ends & 2, rim, 0, &clear);
        count = label_lines(&ranks, ends & 1, rim, before, &clear);
        if (clear) break;
    }
    return count;
}
