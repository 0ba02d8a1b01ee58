/* Text diagrams of hexagonal boards: outlined cells, with the labels of files and ranks beyond the rim. Called by
 * rules/diagram.c only.
 *
 *          ___                     / \ / \
 *      ___/ b \___     or         | r | n |
 *     / q \___/ k \              / \ / \ / \
 */
#include "rules/code.h"

enum { MAX_TEXTS = NT_MAX_CELLS + 2 * NT_MAX_AXIS, LINE_SIZE = 1800 };

/* A text and the paper point that it stands on. */
typedef struct placed {
    int x, y;
    bool is_cell;
    char text[NT_MAN_SIZE];
    uint8_t length;
} placed;

/* What the diagram is made of. pitch: bytes for one unit to the right; least, most: points of all texts. */
typedef struct hexagons {
    placed item[MAX_TEXTS];
    unsigned count;
    bool flat_ranks;
    int pitch, least_x, least_y, most_y;
} hexagons;

typedef struct line {
    char bytes[LINE_SIZE];
    int length;
} line;

static void paint(line *l, int at, const char *text, int length) {
    for (int i = 0; i < length; i++) {
        if (at + i < 0 || at + i >= LINE_SIZE) continue;
        for (; l->length <= at + i; l->length++) l->bytes[l->length] = ' ';
        l->bytes[at + i] = text[i];
    }
}

static void place(hexagons *h, nt_vector at, bool is_cell, const char *text, size_t length) {
    placed *item = &h->item[h->count++];
    *item = (placed){.x = at.x, .y = at.y, .is_cell = is_cell, .length = (uint8_t)length};
    memcpy(item->text, text, length);
    if (h->count == 1 || at.x < h->least_x) h->least_x = at.x;
    if (h->count == 1 || at.y < h->least_y) h->least_y = at.y;
    if (h->count == 1 || at.y > h->most_y) h->most_y = at.y;
}

static void place_all(hexagons *h, const nt_variant *v, nt_grid_text *text, const void *what) {
    nt_rim rim[2 * NT_MAX_AXIS];
    unsigned labels = nt_board_rim(&v->board, &v->scheme, false, rim);
    for (unsigned cell = 0; cell < v->board.cells; cell++) {
        char man[NT_MAN_SIZE];
        size_t length = text(what, cell, man);
        if (length == 1 && man[0] == '.') length = 0; /* the outline says that it is there */
        place(h, nt_board_paper(&v->board, (nt_vector){v->board.x[cell], v->board.y[cell]}), true, man, length);
    }
    for (unsigned i = 0; i < labels; i++) place(h, rim[i].beyond, false, rim[i].label, strlen(rim[i].label));
    int width = 1;
    for (unsigned i = 0; i < h->count; i++) width = h->item[i].length > width ? h->item[i].length : width;
    if (v->board.flat_ranks) h->pitch = 2 * ((width + 4) / 4); /* even: the slants of two rows meet */
    else h->pitch = width < 3 ? 4 : width + 1;
}

/* Files are vertical. A cell takes three lines, the first of which is the floor of the cell above it. */
static void paint_tall(const hexagons *h, const placed *item, int row, line *l) {
    int at = h->pitch * (item->x - h->least_x), within = row - (h->most_y - item->y);
    int room = h->pitch - 1;
    if (within == 1) paint(l, at + 1 + (room - item->length) / 2, item->text, item->length);
    if (!item->is_cell || within < 0 || within > 2) return;
    for (int i = 0; i < room && within != 1; i++) paint(l, at + 1 + i, "_", 1);
    if (within > 0) paint(l, at, within == 1 ? "/" : "\\", 1);
    if (within > 0) paint(l, at + h->pitch, within == 1 ? "\\" : "/", 1);
}

/* Ranks are horizontal. A cell takes three lines, of which it shares the first and the last with its neighbours. */
static void paint_flat(const hexagons *h, const placed *item, int row, line *l) {
    int middle = h->pitch * (item->x - h->least_x + 1), within = row - 2 * (h->most_y - item->y);
    int room = 2 * h->pitch - 1;
    if (within == 1) paint(l, middle - h->pitch + 1 + (room - item->length) / 2, item->text, item->length);
    if (!item->is_cell || within < 0 || within > 2) return;
    int half = within == 1 ? h->pitch : h->pitch / 2;
    paint(l, middle - half, within == 0 ? "/" : within == 1 ? "|" : "\\", 1);
    paint(l, middle + half, within == 0 ? "\\" : within == 1 ? "|" : "/", 1);
}

void nt_hexagons_write(const nt_variant *v, nt_grid_text *text, const void *what, nt_output *output) {
    hexagons h = {.flat_ranks = v->board.flat_ranks};
    place_all(&h, v, text, what);
    int rows = (h.most_y - h.least_y) * (h.flat_ranks ? 2 : 1) + 3, blank = -1;
    for (int row = 0; row < rows; row++) {
        line l = {.length = 0};
        for (unsigned i = 0; i < h.count; i++) {
            if (h.flat_ranks) paint_flat(&h, &h.item[i], row, &l);
            else paint_tall(&h, &h.item[i], row, &l);
        }
        if (l.length == 0) {
            if (blank >= 0) blank++; /* before and after the diagram there are none */
            continue;
        }
        for (; blank > 0; blank--) nt_put(output, '\n');
        blank = 0;
        nt_output_bytes(output, l.bytes, (size_t)l.length);
        nt_put(output, '\n');
    }
}
