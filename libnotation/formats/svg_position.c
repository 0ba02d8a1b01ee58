/* SVG pictures of positions; nt_position_svg is public. */
#include "formats/svg.h"

enum { ITEM_WIDTH = 140, ITEM_HEIGHT = 96, HAND_GAP = 30, HEADING = 50 };

/* ---- hands ---- */

/* A man that waits beside the board, or a slot for one. */
typedef struct item {
    unsigned code, count; /* count 0: an empty slot */
    const char *slot;     /* its label, or NULL */
} item;

enum { MAX_ITEMS = NT_MAX_KINDS + NT_MAX_SLOTS };

/* What a player has in hand: first his slots, then the kinds in none. */
static unsigned list_hand(const nt_position *p, unsigned player, item items[MAX_ITEMS]) {
    const nt_variant *v = p->variant;
    unsigned in_slots[NT_MAX_KINDS + 1] = {0}, count = 0;
    for (unsigned s = 0; s < v->slots; s++) {
        const nt_slot *slot = &v->slot[s];
        if (slot->player != player) continue;
        bool filled = p->state.slots >> s & 1;
        in_slots[slot->kind] += filled;
        items[count++] = (item){nt_code_of(slot->kind, player), filled, slot->label};
    }
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        unsigned men = p->hand[player][kind];
        if (men > in_slots[kind]) items[count++] = (item){nt_code_of(kind, player), men - in_slots[kind], NULL};
    }
    return count;
}

/* Where the hand of a player is: hands stand above each other, that of the nearest player lowest. */
typedef struct hand_box {
    int left, top, rows, columns;
} hand_box;

static hand_box place_hand(const nt_sheet *sheet, unsigned player, unsigned count) {
    unsigned players = sheet->v->players, above = sheet->settings.turned ? player : players - 1 - player;
    int height = (sheet->bottom - sheet->top) / (int)players;
    int rows = (height - HEADING) / ITEM_HEIGHT;
    if (rows < 1) rows = 1;
    int top = sheet->top + height * (int)above;
    return (hand_box){sheet->right + HAND_GAP, top, rows, ((int)count + rows - 1) / rows};
}

static void write_item(const nt_sheet *sheet, const item *it, int left, int top) {
    nt_vector middle = {left + 48, top + ITEM_HEIGHT / 2};
    nt_output *out = sheet->out;
    if (it->slot) {
        nt_output_format(out,
                         "<rect x=\"%d\" y=\"%d\" width=\"88\" height=\"88\" rx=\"10\" fill=\"#f3ead6\""
                         " stroke=\"#7a6247\" stroke-width=\"2\"%s/>\n", middle.x - 44, middle.y - 44,
                         it->count ? "" : " stroke-dasharray=\"8 6\"");
        nt_svg_words(out, middle.x + 52, middle.y, 26, "start", it->slot);
    } else if (it->count > 1) {
        char times[8] = "\xc3\x97"; /* a multiplication sign */
        size_t length = 2;
        if (it->count >= 100) times[length++] = (char)('0' + it->count / 100);
        if (it->count >= 10) times[length++] = (char)('0' + it->count / 10 % 10);
        times[length++] = (char)('0' + it->count % 10);
        nt_svg_words(out, middle.x + 46, middle.y, sheet->text, "start", times);
    }
    if (!it->count) return;
    nt_svg_army(sheet, nt_code_player(it->code));
    nt_svg_man(sheet, it->code, middle);
    nt_svg_army_end(sheet);
}

static void write_hand(const nt_sheet *sheet, const nt_position *p, unsigned player) {
    item items[MAX_ITEMS];
    unsigned count = list_hand(p, player, items);
    hand_box box = place_hand(sheet, player, count);
    nt_svg_words(sheet->out, box.left, box.top + HEADING / 2, sheet->text, "start", sheet->v->player_name[player]);
    for (unsigned i = 0; i < count; i++)
        write_item(sheet, &items[i], box.left + ITEM_WIDTH * ((int)i / box.rows),
                   box.top + HEADING + ITEM_HEIGHT * ((int)i % box.rows));
}

/* How wide the hands are; 0 in games without them. */
static int hands_width(const nt_sheet *sheet, const nt_position *p) {
    int columns = 1;
    if (!sheet->v->has_drops) return 0;
    for (unsigned player = 0; player < sheet->v->players; player++) {
        item items[MAX_ITEMS];
        hand_box box = place_hand(sheet, player, list_hand(p, player, items));
        if (box.columns > columns) columns = box.columns;
    }
    return HAND_GAP + columns * ITEM_WIDTH;
}

/* ---- words ---- */

static void describe_army(const nt_position *p, unsigned player, nt_output *out) {
    const nt_variant *v = p->variant;
    nt_output_string(out, "\n");
    nt_svg_escape(out, v->player_name[player]);
    bool any = false;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        const nt_cells *men = &p->piece[nt_code_of(kind, player)];
        bool first = true;
        for (unsigned cell = 0; cell < v->board.cells; cell++) {
            char name[2 * NT_LABEL_SIZE];
            if (!nt_cells_has(men, cell)) continue;
            if (first) nt_output_string(out, any ? ", " : ": ");
            if (first) nt_svg_escape(out, v->kind[kind].name);
            nt_scheme_name(&v->scheme, cell, name);
            nt_output_string(out, " ");
            nt_svg_escape(out, name);
            first = false;
            any = true;
        }
    }
    bool held = false;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        if (!p->hand[player][kind]) continue;
        nt_output_format(out, "%s%u ", held ? ", " : any ? "; in hand: " : ": in hand: ", p->hand[player][kind]);
        nt_svg_escape(out, v->kind[kind].name);
        held = true;
    }
    nt_output_string(out, any || held ? "." : ": no men.");
}

/* For those who cannot see the picture. */
static void describe(const nt_position *p, const nt_move *last, nt_output *out) {
    char name[2 * NT_LABEL_SIZE];
    nt_output_string(out, "<desc>");
    nt_svg_escape(out, p->variant->player_name[p->state.player]);
    nt_output_string(out, nt_position_in_check(p) ? " to move, in check." : " to move.");
    if (last && last->type != NT_MOVE_PASS) {
        nt_scheme_name(&p->variant->scheme, last->to, name);
        nt_output_string(out, " Last move: ");
        nt_svg_escape(out, p->variant->kind[last->piece].name);
        nt_output_string(out, " to ");
        nt_svg_escape(out, name);
        if (last->type != NT_MOVE_DROP) {
            nt_scheme_name(&p->variant->scheme, last->from, name);
            nt_output_string(out, " from ");
            nt_svg_escape(out, name);
        }
        nt_output_string(out, ".");
    }
    for (unsigned player = 0; player < p->variant->players; player++) describe_army(p, player, out);
    nt_output_string(out, "</desc>\n");
}

enum { TURN_SIZE = 100 };

static int turn_left(const nt_sheet *sheet) { return sheet->left + 30 + sheet->text / 2; }

/* "White to move" */
static void turn_words(const nt_position *p, char words[TURN_SIZE]) {
    const char *parts[] = {p->variant->player_name[p->state.player],
                           nt_position_in_check(p) ? " to move, in check" : " to move"};
    size_t length = 0, room = TURN_SIZE / 2; /* for a name */
    for (unsigned i = 0; i < 2; i++, room = TURN_SIZE - 1)
        for (const char *at = parts[i]; *at && length < room; at++) words[length++] = *at;
    words[length] = 0;
}

static void write_turn(const nt_sheet *sheet, const nt_position *p, const char *words) {
    int y = sheet->bottom + sheet->text + 10;
    nt_svg_army(sheet, p->state.player);
    nt_output_format(sheet->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", sheet->left + 18, y, sheet->text * 45 / 100);
    nt_svg_army_end(sheet);
    nt_svg_words(sheet->out, turn_left(sheet), y, sheet->text, "start", words);
}

/* ---- men ---- */

static void write_men(const nt_sheet *sheet, const nt_position *p) {
    for (unsigned player = 0; player < sheet->v->players; player++) {
        nt_svg_army(sheet, player);
        for (unsigned cell = 0; cell < sheet->v->board.cells; cell++)
            if (p->cell[cell] && nt_code_player(p->cell[cell]) == player)
                nt_svg_man(sheet, p->cell[cell], nt_svg_middle(sheet, cell));
        nt_svg_army_end(sheet);
    }
}

/* The codes that stand on the board or wait beside it. */
static nt_cells codes_in(const nt_position *p) {
    nt_cells codes = {{0}};
    for (unsigned cell = 0; cell < p->variant->board.cells; cell++)
        if (p->cell[cell]) nt_cells_add(&codes, p->cell[cell]);
    for (unsigned player = 0; player < p->variant->players; player++)
        for (unsigned kind = 1; kind <= p->variant->kinds; kind++)
            if (p->hand[player][kind]) nt_cells_add(&codes, nt_code_of(kind, player));
    return codes;
}

void nt_position_svg(const nt_position *p, const nt_move *last, const nt_draw_settings *settings, nt_output *output) {
    nt_sheet sheet = nt_sheet_make(p->variant, settings, output);
    nt_cells codes = codes_in(p);
    char words[TURN_SIZE];
    turn_words(p, words);
    int right = sheet.right + hands_width(&sheet, p), words_right = turn_left(&sheet) + nt_svg_width(words, sheet.text);
    nt_svg_open(&sheet, words_right > right ? words_right : right, sheet.bottom + 2 * sheet.text);
    describe(p, last, output);
    nt_svg_define(&sheet, &codes);
    nt_svg_board(&sheet);
    if (last && last->type != NT_MOVE_PASS) {
        if (last->type != NT_MOVE_DROP) nt_svg_mark(&sheet, nt_svg_middle(&sheet, last->from), true);
        nt_svg_mark(&sheet, nt_svg_middle(&sheet, last->to), false);
    }
    nt_svg_names(&sheet);
    write_men(&sheet, p);
    for (unsigned player = 0; p->variant->has_drops && player < p->variant->players; player++) write_hand(&sheet, p, player);
    write_turn(&sheet, p, words);
    nt_svg_close(&sheet);
}
