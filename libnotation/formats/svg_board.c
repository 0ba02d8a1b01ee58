/* SVG pictures: the board of a variant, square or hexagonal. Called by svg_position.c and svg_moves.c. */
#include "formats/svg.h"

/* The shapes of a board: the distances of cells, the outline of a cell and a narrower one, as paths from a first point.
 * reach: how far the middle of a label is from that of its cell, in hundredths of the distance of two cells; a little more
 * where the text is larger. */
typedef struct shapes {
    int step_x, step_y;
    int half_x, half_y; /* of the box around a cell */
    nt_vector first, first_narrow;
    const char *outline, *narrow;
    int reach;
} shapes;

static const shapes *shapes_of(const nt_board *board) {
    static const shapes square = {100, 100, 50, 50, {-50, -50}, {-45, -45}, "h100v100h-100z", "h90v90h-90z", 74};
    static const shapes tall = {90, 52, 60, 52, {-60, 0}, {-53, 0}, "l30-52h60l30 52-30 52h-60z",
                                "l26.5-46h53l26.5 46-26.5 46h-53z", 73};
    static const shapes flat = {52, 90, 52, 60, {0, -60}, {0, -53}, "l52 30v60l-52 30-52-30v-60z",
                                "l46 26.5v53l-46 26.5-46-26.5v-53z", 73};
    return board->lattice == NT_SQUARE ? &square : board->flat_ranks ? &flat : &tall;
}

static nt_vector on_sheet(const nt_sheet *sheet, nt_vector paper) {
    const shapes *s = shapes_of(&sheet->v->board);
    int side = sheet->settings.turned ? -1 : 1;
    return (nt_vector){side * s->step_x * paper.x, -side * s->step_y * paper.y};
}

nt_vector nt_svg_middle(const nt_sheet *sheet, unsigned cell) {
    const nt_board *board = &sheet->v->board;
    return on_sheet(sheet, nt_board_paper(board, (nt_vector){board->x[cell], board->y[cell]}));
}

/* Where a label at the rim stands. */
static nt_vector label_at(const nt_sheet *sheet, const nt_rim *rim) {
    nt_vector cell = on_sheet(sheet, rim->cell), beyond = on_sheet(sheet, rim->beyond);
    int reach = shapes_of(&sheet->v->board)->reach + (sheet->text - 30) / 2;
    return (nt_vector){cell.x + (beyond.x - cell.x) * reach / 100, cell.y + (beyond.y - cell.y) * reach / 100};
}

static void widen(nt_sheet *sheet, nt_vector at, int half_x, int half_y) {
    if (at.x - half_x < sheet->left) sheet->left = at.x - half_x;
    if (at.x + half_x > sheet->right) sheet->right = at.x + half_x;
    if (at.y - half_y < sheet->top) sheet->top = at.y - half_y;
    if (at.y + half_y > sheet->bottom) sheet->bottom = at.y + half_y;
}

nt_sheet nt_sheet_make(const nt_variant *v, const nt_draw_settings *settings, nt_output *output) {
    nt_sheet sheet = {.out = output, .v = v, .left = INT32_MAX, .top = INT32_MAX, .right = INT32_MIN, .bottom = INT32_MIN};
    if (settings) sheet.settings = *settings;
    const shapes *s = shapes_of(&v->board);
    for (unsigned cell = 0; cell < v->board.cells; cell++)
        widen(&sheet, nt_svg_middle(&sheet, cell), s->half_x, s->half_y);
    sheet.text = 30 + (sheet.right - sheet.left > 900 ? (sheet.right - sheet.left - 900) / 40 : 0);
    if (sheet.settings.coordinates == NT_DRAW_NONE) return sheet;
    nt_rim rim[2 * NT_MAX_AXIS];
    unsigned labels = nt_board_rim(&v->board, &v->scheme, sheet.settings.turned, rim);
    for (unsigned i = 0; i < labels; i++) widen(&sheet, label_at(&sheet, &rim[i]), sheet.text * 2 / 3, sheet.text / 2);
    return sheet;
}

/* ---- cells ---- */

/* 0, 1, and on hexagons 2: a bishop's cells have one colour. */
static unsigned colour_of(const nt_board *board, unsigned cell) {
    return (unsigned)(board->x[cell] + board->y[cell]) % (board->lattice == NT_HEX ? 3 : 2);
}

static void write_cells(const nt_sheet *sheet, unsigned colour, const char *fill) {
    const shapes *s = shapes_of(&sheet->v->board);
    nt_output_format(sheet->out, "<path fill=\"%s\" d=\"", fill);
    for (unsigned cell = 0; cell < sheet->v->board.cells; cell++) {
        if (colour_of(&sheet->v->board, cell) != colour) continue;
        nt_vector at = nt_svg_middle(sheet, cell);
        nt_output_format(sheet->out, "M%d %d%s", at.x + s->first.x, at.y + s->first.y, s->outline);
    }
    nt_output_string(sheet->out, "\"/>\n");
}

void nt_svg_rim(const nt_sheet *sheet) {
    nt_rim rim[2 * NT_MAX_AXIS];
    unsigned labels = nt_board_rim(&sheet->v->board, &sheet->v->scheme, sheet->settings.turned, rim);
    for (unsigned i = 0; i < labels; i++) {
        nt_vector at = label_at(sheet, &rim[i]);
        nt_svg_words(sheet->out, at.x, at.y, sheet->text, "middle", rim[i].label);
    }
}

/* They stand low in the cells: men stand higher when they are shown. */
void nt_svg_names(const nt_sheet *sheet) {
    if (sheet->settings.coordinates != NT_DRAW_CELLS) return;
    for (unsigned cell = 0; cell < sheet->v->board.cells; cell++) {
        char name[2 * NT_LABEL_SIZE];
        nt_scheme_name(&sheet->v->scheme, cell, name);
        nt_vector at = nt_svg_middle(sheet, cell);
        nt_svg_words(sheet->out, at.x, at.y + 36, 20, "middle", name);
    }
}

void nt_svg_cells(const nt_sheet *sheet) {
    static const char *const squares[] = {"#cfae83", "#f5ecd9"};
    static const char *const hexagons[] = {"#e3c9a0", "#bf9767", "#f7efdf"};
    unsigned colours = sheet->v->board.lattice == NT_HEX ? 3 : 2;
    nt_output_string(sheet->out, "<g stroke=\"#7a6247\" stroke-width=\"2\">\n");
    for (unsigned i = 0; i < colours; i++) write_cells(sheet, i, colours == 3 ? hexagons[i] : squares[i]);
    nt_output_string(sheet->out, "</g>\n");
}

void nt_svg_board(const nt_sheet *sheet) {
    nt_output_format(sheet->out, "<rect x=\"%d\" y=\"%d\" width=\"100%%\" height=\"100%%\" fill=\"#fdfbf5\"/>\n",
                     sheet->left - NT_SVG_MARGIN, sheet->top - NT_SVG_MARGIN);
    nt_svg_cells(sheet);
    if (sheet->settings.coordinates != NT_DRAW_NONE) nt_svg_rim(sheet);
}

void nt_svg_mark(const nt_sheet *sheet, nt_vector at, bool dashed) {
    const shapes *s = shapes_of(&sheet->v->board);
    nt_output_format(sheet->out,
                     "<path d=\"M%d %d%s\" fill=\"#56b4e9\" fill-opacity=\".4\" stroke=\"#0060a8\" stroke-width=\"6\"%s/>\n",
                     at.x + s->first_narrow.x, at.y + s->first_narrow.y, s->narrow,
                     dashed ? " stroke-dasharray=\"14 10\"" : "");
}
