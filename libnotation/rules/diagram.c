/* Text diagrams for people: ranks with their labels, files below, `.` for an empty cell (diagram_hexagons.c: outlines); of a
 * position with the side to move and the hands at the end. Called by rules/code.c and rules/draw.c only. */
#include "rules/code.h"

static unsigned longer(size_t length, unsigned width) { return length > width ? (unsigned)length : width; }

/* The width of a column: the longest text that stands in one. */
static unsigned column_width(const nt_variant *v, nt_grid_text *text, const void *what) {
    unsigned width = 1;
    for (unsigned file = 0; file < v->scheme.files; file++) width = longer(strlen(v->scheme.file_label[file]), width);
    for (unsigned cell = 0; cell < v->board.cells; cell++) {
        char man[NT_MAN_SIZE];
        width = longer(text(what, cell, man), width);
    }
    return width;
}

static unsigned margin_width(const nt_variant *v) {
    unsigned width = 1;
    for (unsigned row = 0; row < nt_board_rows(&v->board); row++) width = longer(strlen(nt_row_label(v, row)), width);
    return width;
}

static void spaces(nt_output *output, size_t count) {
    while (count-- > 0) nt_put(output, ' ');
}

/* Texts that stand in columns; blanks are put before a text only, so that no line ends with blanks. */
typedef struct columns {
    nt_output *output;
    unsigned width;
    size_t due;
} columns;

static void add_text(columns *line, const char *text, size_t length) {
    if (length) {
        spaces(line->output, line->due);
        nt_output_bytes(line->output, text, length);
        line->due = 0;
    }
    line->due += line->width - length + 1;
}

typedef struct grid {
    const nt_variant *v;
    nt_grid_text *text;
    const void *what;
    unsigned margin;
} grid;

static void write_rank(const grid *g, unsigned row, columns line) {
    uint16_t cells[NT_MAX_AXIS];
    unsigned width = nt_board_row(&g->v->board, row, cells);
    const char *label = nt_row_label(g->v, row);
    spaces(line.output, g->margin - strlen(label));
    nt_output_string(line.output, label);
    line.due = 2;
    for (unsigned file = 0; file < width; file++) {
        char man[NT_MAN_SIZE] = "";
        add_text(&line, man, cells[file] == NT_NO_CELL ? 0 : g->text(g->what, cells[file], man));
    }
    nt_put(line.output, '\n');
}

static void write_files(const nt_variant *v, unsigned margin, columns line) {
    line.due = margin + 2;
    for (unsigned file = 0; file < v->scheme.files; file++) {
        add_text(&line, v->scheme.file_label[file], strlen(v->scheme.file_label[file]));
    }
    nt_put(line.output, '\n');
}

/* The labels of the filled slots of a player: " (W1 W2)". */
static void write_slots(const nt_position *p, unsigned player, nt_output *output) {
    bool any = false;
    for (unsigned s = 0; s < p->variant->slots; s++) {
        if (p->variant->slot[s].player != player || !(p->state.slots >> s & 1)) continue;
        nt_output_string(output, any ? " " : " (");
        nt_output_string(output, p->variant->slot[s].label);
        any = true;
    }
    if (any) nt_put(output, ')');
}

void nt_grid_write(const nt_variant *v, nt_grid_text *text, const void *what, nt_output *output) {
    if (v->board.lattice == NT_HEX) {
        nt_hexagons_write(v, text, what, output);
        return;
    }
    grid g = {v, text, what, margin_width(v)};
    columns line = {.output = output, .width = column_width(v, text, what)};
    for (unsigned row = 0; row < nt_board_rows(&v->board); row++) write_rank(&g, row, line);
    write_files(v, g.margin, line);
}

static size_t man_of_position(const void *what, unsigned cell, char buffer[NT_MAN_SIZE]) {
    const nt_position *p = what;
    if (p->cell[cell]) return nt_code_text(p->variant, p->cell[cell], buffer);
    buffer[0] = '.';
    return 1;
}

/* "White in hand: P P N", with slots "White in hand: M M (W1 W2)". */
static void write_hand(const nt_position *p, unsigned player, nt_output *output) {
    const nt_variant *v = p->variant;
    nt_output_format(output, "%s in hand:", v->player_name[player]);
    bool any = false;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        char man[NT_MAN_SIZE];
        size_t length = nt_code_text(v, nt_code_of(kind, player), man);
        for (unsigned n = p->hand[player][kind]; n > 0; n--) {
            nt_put(output, ' ');
            nt_output_bytes(output, man, length);
            any = true;
        }
    }
    if (!any) nt_output_string(output, " -");
    write_slots(p, player, output);
    nt_put(output, '\n');
}

void nt_diagram_write(const nt_position *p, nt_output *output) {
    const nt_variant *v = p->variant;
    nt_grid_write(v, man_of_position, p, output);
    nt_output_format(output, "\n%s to move\n", v->player_name[p->state.player]);
    for (unsigned player = 0; v->has_drops && player < v->players; player++) write_hand(p, player, output);
}
