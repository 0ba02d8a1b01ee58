/* Patterns of positions: whether a position fits one. Public; pattern_read.c compiles them. */
#include "rules/pattern.h"

static unsigned code_at(const nt_position *p, unsigned cell) {
    return cell == NT_NO_CELL ? NT_PATTERN_HOLE : p->cell[cell];
}

/* Walks row and signs together; where they part it goes back to the last run and lets it take one place more. Cost: places
 * times signs. */
static bool row_fits(const nt_pattern *pattern, const nt_pattern_row *row, const nt_position *p) {
    const nt_pattern_sign *sign = pattern->signs + row->first, *end = sign + row->count, *run = NULL;
    size_t place = 0, retry = 0;
    while (place < row->width) {
        if (sign < end && sign->run) {
            run = sign++;
            retry = place;
        } else if (sign < end && nt_cells_has(&sign->codes, code_at(p, row->cells[place]))) {
            sign++;
            place++;
        } else if (run) {
            sign = run + 1;
            place = ++retry;
        } else {
            return false;
        }
    }
    while (sign < end && sign->run) sign++;
    return sign == end;
}

static bool rows_fit(const nt_pattern *pattern, const nt_position *p) {
    for (size_t i = 0; i < pattern->row_count; i++) {
        if (!row_fits(pattern, &pattern->rows[i], p)) return false;
    }
    return true;
}

static bool cells_fit(const nt_pattern *pattern, const nt_position *p) {
    for (size_t i = 0; i < pattern->sign_count; i++) {
        const nt_pattern_sign *sign = &pattern->signs[i];
        if (!nt_cells_has(&sign->codes, p->cell[sign->cell])) return false;
    }
    return (p->state.slots & pattern->slots) == pattern->slots;
}

static bool hands_fit(const nt_pattern *pattern, const nt_position *p) {
    const nt_variant *v = p->variant;
    if (pattern->hands == NT_HANDS_ANY) return true;
    for (unsigned player = 0; player < v->players; player++) {
        for (unsigned kind = 1; kind <= v->kinds; kind++) {
            unsigned wanted = pattern->hand[player][kind], held = p->hand[player][kind];
            if (pattern->hands == NT_HANDS_EXACT ? held != wanted : held < wanted) return false;
        }
    }
    return true;
}

static unsigned count_cells(const nt_cells *set, unsigned words) {
    unsigned count = 0;
    for (unsigned w = 0; w < words; w++) count += (unsigned)__builtin_popcountll(set->word[w]);
    return count;
}

static bool material_fits(const nt_pattern *pattern, const nt_position *p) {
    const nt_variant *v = p->variant;
    unsigned total = count_cells(&p->occupied, v->board.words);
    uint8_t men[NT_MAX_CODES] = {0};
    if (pattern->at_least ? total < pattern->total : total != pattern->total) return false;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        for (unsigned player = 0; player < v->players; player++) {
            unsigned count = count_cells(&p->piece[nt_code_of(kind, player)], v->board.words);
            unsigned shown = nt_code_of(v->kind[kind].mark == '~' ? v->kind[kind].shown : kind, player);
            men[shown] = (uint8_t)(men[shown] + count); /* at most 256 cells, of which no kind can have all */
        }
    }
    for (unsigned code = NT_PATTERN_MEN; code < NT_MAX_CODES; code++) {
        if (pattern->at_least ? men[code] < pattern->men[code] : men[code] != pattern->men[code]) return false;
    }
    return true;
}

bool nt_pattern_fits(const nt_pattern *pattern, const nt_position *p) {
    assert(p->variant == pattern->variant);
    if (pattern->player >= 0 && pattern->player != p->state.player) return false;
    bool fits = false;
    switch (pattern->form) {
    case NT_PATTERN_FEN: fits = memcmp(p->cell, pattern->exact->cell, p->variant->board.cells) == 0; break;
    case NT_PATTERN_BOARD: fits = rows_fit(pattern, p); break;
    case NT_PATTERN_CELLS: fits = cells_fit(pattern, p); break;
    case NT_PATTERN_MATERIAL: fits = material_fits(pattern, p); break;
    }
    return fits && hands_fit(pattern, p);
}

void nt_pattern_free(nt_pattern *pattern) {
    if (!pattern) return;
    nt_position_free(pattern->exact);
    nt_ungrow(pattern->context, &pattern->signs, &pattern->sign_capacity, sizeof *pattern->signs);
    nt_ungrow(pattern->context, &pattern->rows, &pattern->row_capacity, sizeof *pattern->rows);
    nt_delete(pattern->context, pattern, sizeof *pattern);
}
