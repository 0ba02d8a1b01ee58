/* The html notation: boards and views of positions. */
#include "formats/html.h"
#include "formats/svg.h"
#include "rules/code.h"

/* ---- views ---- */

/* The places of the hands: first the slots, then the kinds that can be in a hand. Returns how many. */
static unsigned list_hands(const nt_variant *v, nt_html_hand hands[NT_HTML_HANDS]) {
    unsigned count = 0;
    for (unsigned s = 0; s < v->slots; s++)
        hands[count++] = (nt_html_hand){v->slot[s].player, v->slot[s].kind, v->slot[s].label};
    for (unsigned player = 0; v->has_drops && player < v->players; player++)
        for (unsigned kind = 1; kind <= v->kinds; kind++)
            if (v->kind[kind].base == kind && !v->kind[kind].royal)
                hands[count++] = (nt_html_hand){(uint8_t)player, (uint8_t)kind, NULL};
    return count;
}

void nt_html_look(const nt_position *p, nt_html_view *view) {
    const nt_variant *v = p->variant;
    nt_html_hand hands[NT_HTML_HANDS];
    unsigned places = list_hands(v, hands), in_slots[NT_MAX_PLAYERS][NT_MAX_KINDS + 1] = {{0}};
    memcpy(view->at, p->cell, v->board.cells);
    view->count = v->board.cells;
    for (unsigned i = 0; i < places; i++) {
        unsigned *held = &in_slots[hands[i].player][hands[i].kind], men = p->hand[hands[i].player][hands[i].kind];
        unsigned number = hands[i].slot ? p->state.slots >> i & 1 : men > *held ? men - *held : 0;
        if (hands[i].slot) *held += number;
        view->at[view->count++] = (uint8_t)number;
    }
}

void nt_html_put_changes(nt_output *output, const nt_html_view *before, const nt_html_view *view) {
    for (unsigned i = 0; i < view->count; i++) {
        if (view->at[i] == before->at[i]) continue;
        nt_put(output, ' ');
        nt_output_number(output, i);
        nt_put(output, ' ');
        nt_output_number(output, view->at[i]);
    }
}

/* ---- the object of a board ---- */

/* The inside of a JSON string that may stand in a script element. */
static void put_json(nt_output *output, nt_text text) {
    while (text.length > 0) {
        size_t run = 0;
        while (run < text.length && !strchr("<>&", text.at[run])) run++;
        nt_output_json(output, text.at, run);
        if (run < text.length) nt_output_format(output, "\\u%04x", text.at[run++]);
        text = nt_text_cut(text, run);
    }
}

static void put_string(nt_output *output, const char *string) {
    nt_put(output, '"');
    put_json(output, nt_text_from(string));
    nt_put(output, '"');
}

static void put_cells(const nt_sheet *sheet) {
    char name[2 * NT_LABEL_SIZE];
    nt_output *out = sheet->out;
    nt_output_string(out, "\"cells\":[");
    for (unsigned cell = 0; cell < sheet->v->board.cells; cell++) {
        nt_vector at = nt_svg_middle(sheet, cell);
        nt_scheme_name(&sheet->v->scheme, cell, name);
        nt_output_format(out, "%s[%d,%d,", cell ? "," : "", at.x, at.y);
        put_string(out, name);
        nt_put(out, ']');
    }
}

/* By code: the figure, the name, the label in position codes. */
static void put_men(const nt_sheet *sheet, const nt_cells *codes) {
    char label[NT_MAN_SIZE];
    nt_output *out = sheet->out;
    const char *before = "],\n\"men\":{";
    for (unsigned code = 0; code < NT_MAX_CODES; code++) {
        if (!nt_cells_has(codes, code)) continue;
        const nt_kind *kind = &sheet->v->kind[nt_code_kind(code)];
        nt_output_format(out, "%s\"%u\":[\"", before, code);
        nt_svg_id(sheet, code);
        nt_output_string(out, "\",");
        put_string(out, kind->name);
        label[nt_code_text(sheet->v, code, label)] = '\0';
        nt_put(out, ',');
        put_string(out, label);
        nt_put(out, ']');
        before = ",";
    }
}

static void put_places(const nt_sheet *sheet) {
    nt_html_hand hands[NT_HTML_HANDS];
    nt_output *out = sheet->out;
    unsigned places = list_hands(sheet->v, hands);
    nt_output_string(out, "},\n\"hands\":[");
    for (unsigned i = 0; i < places; i++) {
        nt_output_format(out, "%s[%u,%u", i ? "," : "", hands[i].player, nt_code_of(hands[i].kind, hands[i].player));
        if (hands[i].slot) nt_put(out, ',');
        if (hands[i].slot) put_string(out, hands[i].slot);
        nt_put(out, ']');
    }
    nt_output_string(out, "],\n\"players\":[");
    for (unsigned player = 0; player < sheet->v->players; player++) {
        if (player) nt_put(out, ',');
        put_string(out, sheet->v->player_name[player]);
    }
}

/* The board is turned about its middle: a point (x, y) comes to (turn.x - x, turn.y - y). */
static nt_vector turn_of(const nt_sheet *sheet) {
    nt_vector low = nt_svg_middle(sheet, 0), high = low;
    for (unsigned cell = 1; cell < sheet->v->board.cells; cell++) {
        nt_vector at = nt_svg_middle(sheet, cell);
        if (at.x < low.x) low.x = at.x;
        if (at.y < low.y) low.y = at.y;
        if (at.x > high.x) high.x = at.x;
        if (at.y > high.y) high.y = at.y;
    }
    return (nt_vector){low.x + high.x, low.y + high.y};
}

static void put_data(const nt_sheet *sheet, const nt_cells *codes, const nt_html_view *array) {
    nt_output *out = sheet->out;
    nt_vector turn = turn_of(sheet);
    nt_output_format(out, "<script type=\"application/json\">{\"turn\":[%d,%d],\n", turn.x, turn.y);
    put_cells(sheet);
    put_men(sheet, codes);
    put_places(sheet);
    nt_output_string(out, "],\n\"array\":[");
    for (unsigned i = 0; i < array->count; i++) nt_output_format(out, "%s%u", i ? "," : "", array->at[i]);
    nt_output_string(out, "]}</script>\n");
}

/* ---- the picture ---- */

/* All that a man can be. */
static nt_cells codes_of(const nt_variant *v) {
    nt_cells codes = {{0}};
    for (unsigned player = 0; player < v->players; player++)
        for (unsigned kind = 1; kind <= v->kinds; kind++) nt_cells_add(&codes, nt_code_of(kind, player));
    return codes;
}

/* The labels of the board as it lies, and as it lies turned. */
static void put_rims(nt_sheet sheet, nt_vector turn) {
    nt_output_string(sheet.out, "<g class=\"rim\">\n");
    nt_svg_rim(&sheet);
    sheet.settings.turned = true;
    nt_output_format(sheet.out, "</g>\n<g class=\"rim turned\" transform=\"translate(%d %d)\">\n", turn.x, turn.y);
    nt_svg_rim(&sheet);
    nt_output_string(sheet.out, "</g>\n");
}

/* Has room for the labels of both sides. */
static nt_sheet make_sheet(const nt_variant *v, unsigned number, nt_output *output) {
    nt_draw_settings turned = {.turned = true};
    nt_sheet sheet = nt_sheet_make(v, NULL, output), other = nt_sheet_make(v, &turned, output);
    nt_vector turn = turn_of(&sheet);
    if (other.left + turn.x < sheet.left) sheet.left = other.left + turn.x;
    if (other.top + turn.y < sheet.top) sheet.top = other.top + turn.y;
    if (other.right + turn.x > sheet.right) sheet.right = other.right + turn.x;
    if (other.bottom + turn.y > sheet.bottom) sheet.bottom = other.bottom + turn.y;
    sheet.board = number;
    return sheet;
}

void nt_html_put_board(nt_output *output, const nt_variant *v, unsigned number, const nt_html_view *array) {
    nt_sheet sheet = make_sheet(v, number, output);
    nt_cells codes = codes_of(v);
    nt_output_format(output, "<div class=\"board\" id=\"b%u\" hidden=\"hidden\">\n", number);
    nt_svg_open(&sheet, sheet.right, sheet.bottom);
    nt_svg_define(&sheet, &codes);
    nt_output_string(output, "<g class=\"cells\">\n");
    nt_svg_cells(&sheet);
    nt_output_string(output, "</g>\n");
    put_rims(sheet, turn_of(&sheet));
    nt_output_string(output, "<g class=\"marks\">\n");
    nt_svg_mark(&sheet, (nt_vector){0, 0}, true);
    nt_svg_mark(&sheet, (nt_vector){0, 0}, false);
    nt_output_string(output, "</g>\n<g class=\"men\">\n");
    for (unsigned player = 0; player < v->players; player++) {
        nt_svg_army(&sheet, player);
        nt_svg_army_end(&sheet);
    }
    nt_output_string(output, "</g>\n");
    nt_svg_close(&sheet);
    put_data(&sheet, &codes, array);
    nt_output_string(output, "</div>\n");
}
