/* SVG pictures: the men. Six figures drawn for this library, and discs with labels for all other kinds. Called by
 * svg_position.c and svg_moves.c.
 *
 * A figure is filled and outlined in the colours of its army; its inner lines have the army's `color`. */
#include "formats/svg.h"

/* body: the silhouette; lines: what is drawn on it. */
typedef struct figure {
    const char *name, *body, *lines;
} figure;

static const figure figures[] = {
    {"king",
     "M-4-44H4V-38H10V-31H4V-26C8-23 9-18 6-12C14-20 25-20 31-12C38-2 33 11 21 22L24 30V37H-24V30L-21 22C-33 11-38-2-31-12"
     "C-25-20-14-20-6-12C-9-18-8-23-4-26V-31H-10V-38H-4Z",
     "M-21 22C-8 18 8 18 21 22M-23 30H23M0 17V2C0-10-17-18-24-9C-30-1-26 9-17 16M0 2C0-10 17-18 24-9C30-1 26 9 17 16"},
    {"queen",
     "M-23 37V31L-19 23C-19 17-21 13-23 9L-32-14A5 5 0 1 1-28-16L-17-4L-18-25A5 5 0 1 1-13-26L-6-7L-2-30A5 5 0 1 1 2-30L6-7"
     "L13-26A5 5 0 1 1 18-25L17-4L28-16A5 5 0 1 1 32-14L23 9C21 13 19 17 19 23L23 31V37Z",
     "M-21 14C-8 10 8 10 21 14M-19 23C-8 20 8 20 19 23M-22 30H22"},
    {"rook", "M-28 37V29H-22V21L-16 14L-14-12L-22-19V-35H-12V-28H-5V-35H5V-28H12V-35H22V-19L14-12L16 14L22 21V29H28V37Z",
     "M-20-19H20M-14-12H14M-16 14H16M-22 29H22"},
    {"bishop",
     "M-26 37V33C-26 28-19 26-12 25C-9 20-8 16-8 12H-11C-15 12-15 5-11 5C-19-2-19-13-12-21C-9-25-6-28-4-30A6 6 0 1 1 4-30C6-28"
     " 9-25 12-21C19-13 19-2 11 5C15 5 15 12 11 12H8C8 16 9 20 12 25C19 26 26 28 26 33V37Z",
     "M-11 5H11M-8 12H8M-12 25H12M1-9L10-20"},
    {"knight",
     "M27 37V30H24C30 19 31 5 27-7C22-22 10-32-5-35L-16-42L-15-30C-19-27-21-24-22-19C-24-12-28-7-31 0C-34 6-33 12-29 15"
     "C-26 18-22 17-19 13C-15 9-9 10-4 5C-6 15-19 19-20 30H-24V37Z",
     "M-20 30H24M-15-18A1.5 1.5 0 1 0-12-18A1.5 1.5 0 1 0-15-18M-27 6H-26M0-26C15-20 21-5 18 18"},
    {"pawn",
     "M-24 37V33C-24 27-18 24-13 22C-8 15-6 7-6-1H-10C-14-1-14-8-10-8H-8A15 15 0 1 1 8-8H10C14-8 14-1 10-1H6C6 7 8 15 13 22"
     "C18 24 24 27 24 33V37Z",
     "M-6-1H6M-13 22H13"},
};

/* The colours of an army. lines: of what is drawn on a man. */
typedef struct colours {
    const char *name, *fill, *edge, *lines;
} colours;

static const colours armies[] = {
    {"white", "#fffefa", "#2b2520", "#2b2520"}, {"black", "#3a342f", "#16120f", "#f8f2e6"},
    {"red", "#b5352a", "#4d120c", "#fff6ee"},   {"blue", "#2a68b0", "#0c2b52", "#f4f8ff"},
    {"yellow", "#f5c83a", "#4f3c00", "#332700"}, {"green", "#2e8b57", "#0d3a22", "#f2fff7"},
};

enum { FIGURES = sizeof figures / sizeof figures[0], ARMIES = sizeof armies / sizeof armies[0] };

/* The colours that a player is called by, else those of his number. */
static const colours *army_of(const nt_variant *v, unsigned player) {
    for (unsigned i = 0; i < ARMIES; i++)
        if (nt_text_is_nocase(nt_text_from(v->player_name[player]), armies[i].name)) return &armies[i];
    return &armies[player];
}

static const figure *figure_of(const nt_variant *v, unsigned kind) {
    const nt_kind *k = &v->kind[v->kind[kind].shown];
    if (v->kind[kind].mark == '+') return NULL;
    for (unsigned i = 0; i < FIGURES; i++)
        if (nt_text_is_nocase(nt_text_from(k->name), figures[i].name)) return &figures[i];
    return NULL;
}

/* With more than two players the discs of each have a shape of their own, so that colours alone need not tell. */
static unsigned shape_of(const nt_variant *v, unsigned code) { return v->players > 2 ? nt_code_player(code) : 0; }

void nt_svg_id(const nt_sheet *sheet, unsigned code) {
    unsigned kind = nt_code_kind(code), shape = shape_of(sheet->v, code);
    if (sheet->board) nt_output_format(sheet->out, "b%u-%u", sheet->board, kind);
    else nt_output_format(sheet->out, "nt-%u", kind);
    if (shape && !figure_of(sheet->v, kind)) nt_output_format(sheet->out, "-%u", shape);
}

static void define_disc(const nt_sheet *sheet, unsigned code) {
    static const char *const shapes[] = {"M-40 0A40 40 0 1 1 40 0A40 40 0 1 1-40 0Z",
                                         "M-36-36Q0-42 36-36V4C36 22 18 34 0 42C-18 34-36 22-36 4Z",
                                         "M-36-28Q-36-36-28-36H28Q36-36 36-28V28Q36 36 28 36H-28Q-36 36-36 28Z",
                                         "M0-44L40-10L26 38H-26L-40-10Z"};
    static const int sizes[] = {50, 50, 42, 32, 25, 20};
    const nt_kind *kind = &sheet->v->kind[nt_code_kind(code)];
    size_t length = strlen(kind->label);
    int size = length < sizeof sizes / sizeof *sizes ? sizes[length] : 110 / (int)length;
    nt_output_format(sheet->out, "<path d=\"%s\"/>\n", shapes[shape_of(sheet->v, code)]);
    nt_output_string(sheet->out, "<g stroke=\"none\" fill=\"currentColor\" font-weight=\"bold\">");
    nt_svg_words(sheet->out, 0, 0, size, "middle", kind->label);
    nt_output_string(sheet->out, "</g>\n");
}

static void define_man(const nt_sheet *sheet, unsigned code) {
    const figure *f = figure_of(sheet->v, nt_code_kind(code));
    nt_output_string(sheet->out, "<g id=\"");
    nt_svg_id(sheet, code);
    nt_output_string(sheet->out, "\">");
    if (f) {
        nt_output_format(sheet->out, "<path d=\"%s\"/><path d=\"%s\" fill=\"none\" stroke=\"currentColor\"/>", f->body,
                         f->lines);
    } else {
        define_disc(sheet, code);
    }
    if (sheet->v->kind[nt_code_kind(code)].mark == '~')
        nt_output_string(sheet->out, "<circle cx=\"30\" cy=\"-30\" r=\"9\"/>");
    nt_output_string(sheet->out, "</g>\n");
}

void nt_svg_define(const nt_sheet *sheet, const nt_cells *codes) {
    nt_output_string(sheet->out, "<defs>\n");
    for (unsigned code = 0; code < NT_MAX_CODES; code++) {
        if (!nt_cells_has(codes, code)) continue;
        bool is_defined = false; /* for an earlier player whose figure is the same */
        for (unsigned player = 0; player < nt_code_player(code); player++) {
            unsigned other = nt_code_of(nt_code_kind(code), player);
            bool same = shape_of(sheet->v, other) == shape_of(sheet->v, code) || figure_of(sheet->v, nt_code_kind(code));
            if (same && nt_cells_has(codes, other)) is_defined = true;
        }
        if (!is_defined) define_man(sheet, code);
    }
    nt_output_string(sheet->out, "</defs>\n");
}

void nt_svg_army(const nt_sheet *sheet, unsigned player) {
    const colours *c = army_of(sheet->v, player);
    nt_output_format(sheet->out,
                     "<g fill=\"%s\" stroke=\"%s\" color=\"%s\" stroke-width=\"3\" stroke-linejoin=\"round\""
                     " stroke-linecap=\"round\">\n",
                     c->fill, c->edge, c->lines);
}

void nt_svg_man(const nt_sheet *sheet, unsigned code, nt_vector at) {
    nt_output_string(sheet->out, "<use href=\"#");
    nt_svg_id(sheet, code);
    if (sheet->settings.coordinates == NT_DRAW_CELLS)
        nt_output_format(sheet->out, "\" transform=\"translate(%d %d)scale(.8)\"/>\n", at.x, at.y - 10);
    else nt_output_format(sheet->out, "\" x=\"%d\" y=\"%d\"/>\n", at.x, at.y);
}

void nt_svg_army_end(const nt_sheet *sheet) { nt_output_string(sheet->out, "</g>\n"); }
