/* Coordinate schemes for callers of the library: names and colours of cells, moves renamed. */
#include "base/output.h"
#include "rules/variant.h"

struct nt_coords {
    nt_context *context;
    nt_board board;
    nt_scheme scheme;
};

static nt_status set_up(nt_coords *coords, const nt_variant *variant, const char *board, const char *name) {
    if (variant) coords->board = variant->board;
    else if (!nt_board_read(&coords->board, nt_text_from(board))) return NT_INVALID;
    if (variant && !name) coords->scheme = variant->scheme;
    else if (!name || !nt_scheme_named(&coords->scheme, &coords->board, nt_text_from(name))) return NT_USAGE;
    return NT_OK;
}

nt_coords *nt_coords_new(nt_context *context, const nt_variant *variant, const char *board, const char *name,
                         nt_status *status) {
    nt_coords *coords = nt_new(context, sizeof *coords);
    *status = NT_NO_MEMORY;
    if (!coords) return NULL;
    coords->context = context;
    *status = set_up(coords, variant, board, name);
    if (*status == NT_OK) return coords;
    nt_coords_free(coords);
    return NULL;
}

void nt_coords_free(nt_coords *coords) {
    if (coords) nt_delete(coords->context, coords, sizeof *coords);
}

const char *nt_coords_at(const nt_variant *variant, size_t index) { return nt_scheme_at(variant->board.lattice, index); }

void nt_coords_write(const nt_coords *coords, size_t cell, nt_output *output) {
    char name[2 * NT_LABEL_SIZE];
    assert(cell < coords->board.cells);
    nt_output_bytes(output, name, nt_scheme_name(&coords->scheme, (unsigned)cell, name));
}

nt_status nt_coords_rename(const nt_coords *from, const nt_coords *to, nt_input *input, nt_output *output) {
    assert(from->board.cells == to->board.cells);
    return nt_board_rename(from->context, input, &from->scheme, &to->scheme, output);
}

unsigned nt_cell_colour(const nt_variant *variant, size_t cell) {
    assert(cell < variant->board.cells);
    return nt_board_colour(&variant->board, (unsigned)cell);
}
