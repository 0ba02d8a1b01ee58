/* A position as a sorted list of `cell:piece` items with blanks between: `a1:R a2:P ... h8:r`. Men in named slots are
 * items of their own (`W1:M`); other men in hand are `@:P`, one item for each man. Items are sorted as byte strings. The
 * list says nothing about side or rights: they are read as those of a Game Courier code. Called by rules/code.c only. */
#include "rules/code.h"

#include <stdlib.h>

/* ---- reading ---- */

bool nt_code_place(const nt_variant *v, nt_text name, unsigned *cell, int *slot) {
    size_t length = 0;
    *slot = -1;
    *cell = nt_scheme_match(&v->scheme, name, &length);
    if (*cell != NT_NO_CELL && length == name.length) return true;
    *cell = NT_NO_CELL;
    *slot = nt_slot_match(v, name, &length);
    if (*slot >= 0 && length == name.length) return true;
    *slot = -1;
    return nt_text_is(name, "@");
}

static void fill_slot(nt_code_reader *reader, size_t at, int slot, unsigned code) {
    nt_position *p = reader->p;
    const nt_slot *s = &reader->v->slot[slot];
    if (code != nt_code_of(s->kind, s->player)) {
        nt_code_report(reader, at, NT_DIAG_FEN_FIELD, "the slot %s is not for that piece", s->label);
        return;
    }
    if (p->state.slots >> slot & 1) {
        nt_code_report(reader, at, NT_DIAG_FEN_FIELD, "the slot %s is given twice", s->label);
        return;
    }
    p->state.slots |= UINT32_C(1) << slot;
    p->hand[s->player][s->kind]++;
}

static void read_item(nt_code_reader *reader, nt_text item) {
    size_t at = (size_t)(item.at - reader->text.at);
    char quoted[NT_QUOTE_SIZE];
    const unsigned char *colon = memchr(item.at, ':', item.length);
    unsigned cell = NT_NO_CELL;
    int slot = -1;
    if (!colon || colon + 1 == item.at + item.length) {
        nt_code_report(reader, at, NT_DIAG_FEN_FIELD, "\"%s\" is not of the form cell:piece", nt_quote(item, quoted));
        return;
    }
    nt_text name = {item.at, (size_t)(colon - item.at)};
    if (!nt_code_place(reader->v, name, &cell, &slot)) {
        nt_code_report(reader, at, NT_DIAG_CELL_UNKNOWN, "the board has no cell \"%s\"", nt_quote(name, quoted));
        return;
    }
    size_t mark_at = 0;
    nt_text label = nt_text_cut(item, name.length + 1); /* no braces: the item's end is the label's */
    unsigned code = nt_code_of_text(reader->v, label, &mark_at);
    if (!code) {
        nt_code_report(reader, at + name.length + 1, NT_DIAG_FEN_PIECE, "%s has no piece \"%s\"", reader->v->id,
                       nt_quote(label, quoted));
        return;
    }
    if (slot >= 0) {
        fill_slot(reader, at, slot, code);
    } else if (cell == NT_NO_CELL) {
        unsigned player = nt_code_player(code), kind = nt_code_kind(code);
        bool is_mark = reader->v->kind[kind].mark;
        if (!is_mark && !nt_code_drops(reader, at, player, kind)) return;
        if (is_mark || !nt_code_hand(reader->p, player, kind))
            nt_code_report(reader, at, NT_DIAG_FEN_FIELD, "the hand has no room for \"%s\"", nt_quote(item, quoted));
    } else if (reader->p->cell[cell]) {
        nt_code_report(reader, at, NT_DIAG_FEN_FIELD, "the cell \"%s\" is given twice", nt_quote(name, quoted));
    } else {
        nt_position_put(reader->p, cell, code);
    }
}

nt_status nt_cells_read(nt_code_reader *reader) {
    nt_text rest = reader->text, item;
    while ((item = nt_text_word(rest, &rest)).length) read_item(reader, item);
    nt_code_array_rights(reader->p);
    nt_code_first_turn(reader->p);
    return reader->failed ? NT_INVALID : NT_OK;
}

/* ---- writing ---- */

enum { KEY_SIZE = NT_MAN_SIZE + 3, MAX_ITEMS = NT_MAX_CELLS + NT_MAX_SLOTS + NT_MAX_PLAYERS * NT_MAX_KINDS };

/* One item. key is what it is sorted by: the place and the colon; of a man in hand, where places do not differ, all of
 * it, and then code is 0. */
typedef struct cells_item {
    char key[KEY_SIZE];
    uint8_t code, times;
} cells_item;

static int compare_items(const void *a, const void *b) {
    return strcmp(((const cells_item *)a)->key, ((const cells_item *)b)->key);
}

static void set_place(cells_item *item, const char *place, size_t length, unsigned code) {
    assert(length + 1 < KEY_SIZE);
    memcpy(item->key, place, length);
    item->key[length] = ':';
    item->key[length + 1] = '\0';
    item->code = (uint8_t)code;
    item->times = 1;
}

static size_t board_items(const nt_position *p, cells_item *items) {
    size_t count = 0;
    for (unsigned cell = 0; cell < p->variant->board.cells; cell++) {
        char name[2 * NT_LABEL_SIZE];
        if (p->cell[cell]) {
            size_t length = nt_scheme_name(&p->variant->scheme, cell, name);
            set_place(&items[count++], name, length, p->cell[cell]);
        }
    }
    return count;
}

static size_t slot_items(const nt_position *p, cells_item *items) {
    size_t count = 0;
    for (unsigned s = 0; s < p->variant->slots; s++) {
        const nt_slot *slot = &p->variant->slot[s];
        if (!(p->state.slots >> s & 1)) continue;
        set_place(&items[count++], slot->label, strlen(slot->label), nt_code_of(slot->kind, slot->player));
    }
    return count;
}

/* How many men of a kind in a hand are in no slot. */
static unsigned loose_men(const nt_position *p, unsigned player, unsigned kind) {
    unsigned count = p->hand[player][kind];
    for (unsigned s = 0; s < p->variant->slots; s++) {
        const nt_slot *slot = &p->variant->slot[s];
        if (slot->player == player && slot->kind == kind && p->state.slots >> s & 1 && count > 0) count--;
    }
    return count;
}

static size_t hand_items(const nt_position *p, cells_item *items) {
    size_t count = 0;
    for (unsigned player = 0; player < p->variant->players; player++) {
        for (unsigned kind = 1; kind <= p->variant->kinds; kind++) {
            unsigned men = loose_men(p, player, kind);
            if (!men) continue;
            cells_item *item = &items[count++];
            *item = (cells_item){.key = "@:", .times = (uint8_t)men};
            item->key[2 + nt_code_text(p->variant, nt_code_of(kind, player), item->key + 2)] = '\0';
        }
    }
    return count;
}

void nt_cells_write(const nt_position *p, nt_output *output) {
    cells_item items[MAX_ITEMS];
    size_t count = board_items(p, items);
    count += slot_items(p, items + count);
    count += hand_items(p, items + count);
    qsort(items, count, sizeof *items, compare_items);
    bool first = true;
    for (size_t i = 0; i < count; i++) {
        char man[NT_MAN_SIZE];
        size_t length = items[i].code ? nt_code_text(p->variant, items[i].code, man) : 0;
        for (unsigned n = 0; n < items[i].times; n++) {
            if (!first) nt_put(output, ' ');
            first = false;
            nt_output_string(output, items[i].key);
            nt_output_bytes(output, man, length);
        }
    }
}
