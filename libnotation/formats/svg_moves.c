/* SVG pictures of how a piece moves; nt_kind_svg is public. A sign says what can be done on a cell: a ring to move there, a
 * cross to capture, a filled sign for both. It is a lozenge where the piece leaps, dashed when only its first move can be
 * that, and under an arch when it needs men to jump over. Lines lead along the ways that must be clear. */
#include "formats/svg.h"

/* What a cell says. LEAP: nothing on the way matters; the others say what can be done after a jump over men, and that an
 * enemy is captured here on the way to other cells. */
enum {
    MOVE = 1,
    CAPTURE = 2,
    FIRST_MOVE = 4, /* as a first move only */
    FIRST_CAPTURE = 8,
    OVER_MOVE = 16,
    OVER_CAPTURE = 32,
    TAKES = 64,
    LEAP = 128,
    OVER = OVER_MOVE | OVER_CAPTURE
};

typedef struct picture {
    nt_sheet sheet;
    unsigned from, code;
    const nt_kind_move *moves;
    size_t count;
    uint8_t signs[NT_MAX_CELLS];
    bool has_ways; /* that must be clear */
} picture;

static bool is_near(const nt_board *board, unsigned a, unsigned b) {
    int x = board->x[b] - board->x[a], y = board->y[b] - board->y[a];
    if (board->lattice == NT_SQUARE) return x >= -1 && x <= 1 && y >= -1 && y <= 1;
    return x * x - x * y + y * y <= 3; /* the squares of the distances of the orthogonal and the diagonal step */
}

static unsigned signs_of(const picture *p, const nt_kind_move *step) {
    unsigned signs = step->flags & NT_KIND_TAKES ? TAKES : 0;
    bool moves = step->flags & NT_KIND_MOVES, captures = step->flags & NT_KIND_CAPTURES;
    if (step->flags & NT_KIND_OVER) return signs | (moves ? OVER_MOVE : 0u) | (captures ? OVER_CAPTURE : 0u);
    if (moves) signs |= step->flags & NT_KIND_FIRST_MOVE ? FIRST_MOVE : MOVE;
    if (captures) signs |= step->flags & NT_KIND_FIRST_CAPTURE ? FIRST_CAPTURE : CAPTURE;
    bool leaps = !(step->flags & NT_KIND_CLEAR) && !is_near(&p->sheet.v->board, p->from, step->to);
    return signs | (leaps && (moves || captures) ? LEAP : 0u);
}

/* Adds up what the steps say to their cells. What can always be done hides what can be done as a first move. */
static void settle_signs(picture *p) {
    for (size_t i = 0; i < p->count; i++) {
        const nt_kind_move *step = &p->moves[i];
        p->signs[step->to] |= (uint8_t)signs_of(p, step);
        if (step->before != NT_KIND_START && !(step->flags & NT_KIND_OVER)) p->has_ways = true;
    }
    for (unsigned cell = 0; cell < p->sheet.v->board.cells; cell++) {
        if (p->signs[cell] & MOVE) p->signs[cell] &= (uint8_t)~FIRST_MOVE;
        if (p->signs[cell] & CAPTURE) p->signs[cell] &= (uint8_t)~FIRST_CAPTURE;
    }
}

/* ---- signs ---- */

static void write_ring(nt_output *out, nt_vector at, bool is_leap, bool is_filled, bool is_first) {
    if (is_leap) nt_output_format(out, "<path d=\"M%d %dl25 25-25 25-25-25z\"", at.x, at.y - 25);
    else nt_output_format(out, "<circle cx=\"%d\" cy=\"%d\" r=\"19\"", at.x, at.y);
    nt_output_format(out, " fill=\"%s\" stroke=\"#0060a8\"%s/>\n", is_filled ? "#0060a8" : "#ffffff",
                     is_first ? " stroke-dasharray=\"11 9\"" : "");
}

static void write_cross(nt_output *out, nt_vector at, bool is_alone, bool is_first) {
    static const char cross[] =
        "<path d=\"M%d %dl34 34m0-34l-34 34\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"%s/>\n";
    if (is_alone) nt_output_format(out, cross, at.x - 17, at.y - 17, "#fffaf0", 15, " stroke-linecap=\"square\"");
    nt_output_format(out, cross, at.x - 17, at.y - 17, "#b3261e", 8, is_first ? " stroke-dasharray=\"10 4\"" : "");
}

/* Draws what a cell, or a line of the legend, says. */
static void write_sign(nt_output *out, nt_vector at, unsigned signs) {
    bool moves = signs & (MOVE | FIRST_MOVE | OVER_MOVE), captures = signs & (CAPTURE | FIRST_CAPTURE | OVER_CAPTURE);
    bool both = (signs & (MOVE | CAPTURE)) == (MOVE | CAPTURE) || (signs & OVER) == OVER ||
                (signs & (FIRST_MOVE | FIRST_CAPTURE)) == (FIRST_MOVE | FIRST_CAPTURE);
    bool has_ring = moves || (captures && signs & LEAP);
    if (has_ring) write_ring(out, at, signs & LEAP, both, signs & FIRST_MOVE);
    if (captures && !both) write_cross(out, at, !has_ring, signs & FIRST_CAPTURE);
    if (signs & OVER)
        nt_output_format(out, "<path d=\"M%d %da30 30 0 0 1 60 0\" fill=\"none\" stroke=\"#3b3128\"/>\n", at.x - 30,
                         at.y - 4);
    if (signs & TAKES)
        nt_output_format(out,
                         "<circle cx=\"%d\" cy=\"%d\" r=\"32\" fill=\"none\" stroke=\"#b3261e\" stroke-dasharray=\"4 6\"/>\n",
                         at.x, at.y);
}

/* The ways that must be clear: from the piece through the steps that others go on from. */
static void write_ways(const picture *p) {
    if (!p->has_ways) return;
    nt_output_string(p->sheet.out, "<path d=\"");
    nt_vector start = nt_svg_middle(&p->sheet, p->from);
    size_t drawn = SIZE_MAX; /* the step at which the line that is being drawn ends */
    for (size_t i = 0; i < p->count; i++) {
        const nt_kind_move *step = &p->moves[i];
        if (step->before == NT_KIND_START || step->flags & NT_KIND_OVER) continue;
        const nt_kind_move *before = &p->moves[step->before];
        nt_vector a = nt_svg_middle(&p->sheet, before->to), b = nt_svg_middle(&p->sheet, step->to);
        if (before->before == NT_KIND_START && drawn != step->before)
            nt_output_format(p->sheet.out, "M%d %dL%d %d", start.x, start.y, a.x, a.y);
        else if (drawn != step->before) nt_output_format(p->sheet.out, "M%d %d", a.x, a.y);
        nt_output_format(p->sheet.out, "L%d %d", b.x, b.y);
        drawn = i;
    }
    nt_output_string(p->sheet.out, "\" fill=\"none\" stroke=\"#0060a8\" stroke-width=\"6\" stroke-opacity=\".6\"/>\n");
}

static void write_signs(const picture *p) {
    nt_output_string(p->sheet.out, "<g stroke-width=\"5\" stroke-linejoin=\"round\">\n");
    write_ways(p);
    for (unsigned cell = 0; cell < p->sheet.v->board.cells; cell++)
        if (p->signs[cell]) write_sign(p->sheet.out, nt_svg_middle(&p->sheet, cell), p->signs[cell]);
    nt_output_string(p->sheet.out, "</g>\n");
}

/* ---- legend ---- */

/* One line of the legend: cells that say just these signs, of those in mask. */
static const struct {
    unsigned mask, signs;
    const char *words;
} legend[] = {
    {MOVE | CAPTURE | LEAP, MOVE | CAPTURE, "moves and captures"},
    {MOVE | CAPTURE | LEAP, MOVE | CAPTURE | LEAP, "leaps: moves and captures"},
    {MOVE | CAPTURE | LEAP, MOVE, "only moves"},
    {MOVE | CAPTURE | LEAP, MOVE | LEAP, "leaps: only moves"},
    {MOVE | CAPTURE | LEAP, CAPTURE, "only captures"},
    {MOVE | CAPTURE | LEAP, CAPTURE | LEAP, "leaps: only captures"},
    {FIRST_MOVE | LEAP, FIRST_MOVE, "moves as its first move"},
    {FIRST_MOVE | LEAP, FIRST_MOVE | LEAP, "leaps: moves as its first move"},
    {FIRST_CAPTURE | LEAP, FIRST_CAPTURE, "captures as its first move"},
    {FIRST_CAPTURE | LEAP, FIRST_CAPTURE | LEAP, "leaps: captures as its first move"},
    {OVER, OVER, "over a man: moves and captures"},
    {OVER, OVER_MOVE, "over a man: only moves"},
    {OVER, OVER_CAPTURE, "over a man: only captures"},
    {TAKES, TAKES, "captures here on the way"},
};

enum { LEGEND_LINES = sizeof legend / sizeof legend[0], WORDS = 80 };

static bool occurs(const picture *p, unsigned i) {
    for (unsigned cell = 0; cell < p->sheet.v->board.cells; cell++)
        if ((p->signs[cell] & legend[i].mask) == legend[i].signs) return true;
    return false;
}

static int line_height(const picture *p) { return p->sheet.text + 28; }

static void write_legend(const picture *p, int left, int top) {
    nt_output *out = p->sheet.out;
    int size = p->sheet.text, height = line_height(p), y = top + size + 10;
    nt_output_string(out, "<g font-weight=\"bold\">");
    nt_svg_words(out, left, y, size + 6, "start", p->sheet.v->kind[nt_code_kind(p->code)].name);
    nt_output_string(out, "</g>\n<g stroke-width=\"5\" stroke-linejoin=\"round\">\n");
    int first = y + height, line = first;
    for (unsigned i = 0; i < LEGEND_LINES; i++) {
        if (!occurs(p, i)) continue;
        write_sign(out, (nt_vector){left + 30, line}, legend[i].signs);
        line += height;
    }
    if (p->has_ways)
        nt_output_format(out, "<path d=\"M%d %dh60\" stroke=\"#0060a8\" stroke-width=\"6\" stroke-opacity=\".6\"/>\n", left,
                         line);
    nt_output_string(out, "</g>\n");
    line = first;
    for (unsigned i = 0; i < LEGEND_LINES; i++) {
        if (!occurs(p, i)) continue;
        nt_svg_words(out, left + WORDS, line, size, "start", legend[i].words);
        line += height;
    }
    if (p->has_ways) nt_svg_words(out, left + WORDS, line, size, "start", "the way must be clear");
}

/* Where the legend ends: below, and on the right if that is beyond the board. */
static nt_vector legend_end(const picture *p, int left, int top) {
    const nt_sheet *sheet = &p->sheet;
    const char *name = sheet->v->kind[nt_code_kind(p->code)].name;
    int lines = p->has_ways ? 2 : 1, right = left + nt_svg_width(name, sheet->text + 6);
    for (unsigned i = 0; i < LEGEND_LINES; i++) {
        int end = left + WORDS + nt_svg_width(legend[i].words, sheet->text);
        if (!occurs(p, i)) continue;
        if (end > right) right = end;
        lines++;
    }
    return (nt_vector){right > sheet->right ? right : sheet->right, top + lines * line_height(p)};
}

/* ---- words ---- */

static void list_cells(const picture *p, unsigned i) {
    nt_output *out = p->sheet.out;
    bool first = true;
    for (unsigned cell = 0; cell < p->sheet.v->board.cells; cell++) {
        char name[2 * NT_LABEL_SIZE];
        if ((p->signs[cell] & legend[i].mask) != legend[i].signs) continue;
        if (first) nt_output_format(out, "\n%s:", legend[i].words);
        first = false;
        nt_scheme_name(&p->sheet.v->scheme, cell, name);
        nt_output_string(out, " ");
        nt_svg_escape(out, name);
    }
    if (!first) nt_output_string(out, ".");
}

static void describe(const picture *p) {
    char name[2 * NT_LABEL_SIZE];
    nt_output *out = p->sheet.out;
    nt_scheme_name(&p->sheet.v->scheme, p->from, name);
    nt_output_string(out, "<desc>The moves of the ");
    nt_svg_escape(out, p->sheet.v->kind[nt_code_kind(p->code)].name);
    nt_output_string(out, " on ");
    nt_svg_escape(out, name);
    nt_output_string(out, " of an empty board.");
    for (unsigned i = 0; i < LEGEND_LINES; i++) list_cells(p, i);
    nt_output_string(out, "</desc>\n");
}

static void draw(picture *p) {
    const nt_sheet *sheet = &p->sheet;
    nt_cells codes = {{0}};
    settle_signs(p);
    int left = sheet->left + 10, top = sheet->bottom;
    nt_vector end = legend_end(p, left, top);
    nt_svg_open(sheet, end.x, end.y);
    describe(p);
    nt_cells_add(&codes, p->code);
    nt_svg_define(sheet, &codes);
    nt_svg_board(sheet);
    nt_svg_names(sheet);
    write_signs(p);
    nt_svg_army(sheet, 0);
    nt_svg_man(sheet, p->code, nt_svg_middle(sheet, p->from));
    nt_svg_army_end(sheet);
    write_legend(p, left, top);
    nt_svg_close(sheet);
}

nt_status nt_kind_svg(const nt_variant *v, size_t kind, size_t from, const nt_draw_settings *settings, nt_output *output) {
    picture p = {.sheet = nt_sheet_make(v, settings, output), .code = nt_code_of((unsigned)kind, 0)};
    p.from = (unsigned)from;
    p.count = nt_kind_moves(v, kind, 0, p.from, NULL);
    size_t size = (p.count + 1) * sizeof *p.moves;
    nt_kind_move *moves = nt_new(output->context, size);
    if (!moves) return NT_NO_MEMORY;
    nt_kind_moves(v, kind, 0, p.from, moves);
    p.moves = moves;
    draw(&p);
    nt_delete(output->context, moves, size);
    return NT_OK;
}
