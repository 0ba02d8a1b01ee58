/* What the pictures share: the sheet with its scale, the board, the men, text. For formats/svg*.c only.
 *
 * All lengths are whole numbers: a square has sides of 100, a hexagon a radius of 60, so that one size of men fits both. A
 * man fills a box of 100 around its middle. */
#ifndef NT_SVG_H
#define NT_SVG_H

#include "base/output.h"
#include "rules/position.h"

enum { NT_SVG_MARGIN = 20 };

/* A picture being drawn. left, top, right, bottom: what the board and its labels take up. board: a number that goes into the
 * ids of figures, where several boards stand in one document; 0: none. */
typedef struct nt_sheet {
    nt_output *out;
    const nt_variant *v;
    nt_draw_settings settings;
    unsigned board;
    int left, top, right, bottom;
    int text; /* the size of labels and words: 30, more on large boards, which are shown smaller */
} nt_sheet;

/* A sheet for the board of a variant; settings may be NULL. */
nt_sheet nt_sheet_make(const nt_variant *v, const nt_draw_settings *settings, nt_output *output);

/* ---- svg.c ---- */

/* Opens the picture: its frame and its title. right and bottom: of what is beside and below the board. */
void nt_svg_open(const nt_sheet *sheet, int right, int bottom);
void nt_svg_close(const nt_sheet *sheet);

/* Writes text as the inside of an element: nt_output_markup. */
void nt_svg_escape(nt_output *output, const char *text);

/* A line of text; anchor: "start", "middle" or "end"; y is the middle of its capitals. */
void nt_svg_words(nt_output *output, int x, int y, int size, const char *anchor, const char *text);

/* How wide a line of text is at most, as far as that can be told without the font. */
int nt_svg_width(const char *text, int size);

/* ---- svg_board.c ---- */

/* The middle of a cell on the sheet. */
nt_vector nt_svg_middle(const nt_sheet *sheet, unsigned cell);

/* The ground, the cells in their colours, the coordinates at the rim; the last two also by themselves. */
void nt_svg_board(const nt_sheet *sheet);
void nt_svg_cells(const nt_sheet *sheet);
void nt_svg_rim(const nt_sheet *sheet);

/* The names of the cells, if the settings ask for them. */
void nt_svg_names(const nt_sheet *sheet);

/* A mark around the middle of a cell: where the last move began (dashed) or ended. */
void nt_svg_mark(const nt_sheet *sheet, nt_vector at, bool dashed);

/* ---- svg_men.c ---- */

/* Defines the figures of a set of codes, before they are used; writes the id of the figure of one. */
void nt_svg_define(const nt_sheet *sheet, const nt_cells *codes);
void nt_svg_id(const nt_sheet *sheet, unsigned code);

/* Opens and closes a group of men of one player, and puts a man of the group on a point. */
void nt_svg_army(const nt_sheet *sheet, unsigned player);
void nt_svg_man(const nt_sheet *sheet, unsigned code, nt_vector at);
void nt_svg_army_end(const nt_sheet *sheet);

#endif
