/* Attacks: who could capture on a cell. Works backwards from the cell through the reach tables of the variant. */
#include "rules/position.h"

/* Walks a program to a target that is taken for occupied by an enemy of the mover. Cost: the length of the program. */
static bool walk_captures(const nt_position *p, unsigned code, unsigned from, unsigned target) {
    const nt_variant *v = p->variant;
    const nt_program *program = nt_program_of(v, code, from);
    const nt_step *steps = v->steps + program->first;
    unsigned us = nt_code_player(code);
    for (unsigned i = 0; i < program->length;) {
        const nt_step *s = &steps[i];
        unsigned there = p->cell[s->cell];
        uint8_t way;
        if (s->cell == target) {
            if (s->flags & NT_STEP_ENEMY_ENDS) return true;
            way = NT_STEP_ENEMY_GOES;
        } else {
            way = !there ? NT_STEP_EMPTY_GOES : nt_code_player(there) == us ? NT_STEP_OWN_GOES : NT_STEP_ENEMY_GOES;
        }
        i = s->flags & way ? i + 1 : s->skip;
    }
    return false;
}

/* The cells from which men of one code attack a cell, of those that `men` holds. */
static void attackers_of(const nt_position *p, unsigned code, unsigned cell, const nt_cells *occupied, const nt_cells *men,
                         bool walks, nt_cells *found) {
    const nt_variant *v = p->variant;
    const nt_reach *reach = &v->capture[code * v->board.cells + cell];
    unsigned words = v->board.words;
    for (unsigned w = 0; w < words; w++) {
        found->word[w] |= men->word[w] & reach->leap.word[w];
        for (uint64_t set = men->word[w] & reach->ride.word[w]; set; set &= set - 1) {
            unsigned from = 64 * w + (unsigned)__builtin_ctzll(set);
            const uint64_t *between = nt_between(v, from, cell);
            bool blocked = false;
            for (unsigned b = 0; b < words; b++) blocked |= (between[b] & occupied->word[b]) != 0;
            if (!blocked) nt_cells_add(found, from);
        }
        for (uint64_t set = walks ? men->word[w] & reach->complex.word[w] : 0; set; set &= set - 1) {
            unsigned from = 64 * w + (unsigned)__builtin_ctzll(set);
            if (walk_captures(p, code, from, cell)) nt_cells_add(found, from);
        }
    }
}

static bool any_cell(const nt_cells *set) {
    return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) != 0;
}

static void attackers_of_player(const nt_position *p, unsigned cell, unsigned player, nt_cells *found) {
    for (unsigned kind = 1; kind <= p->variant->kinds; kind++) {
        unsigned code = nt_code_of(kind, player);
        attackers_of(p, code, cell, &p->occupied, &p->piece[code], true, found);
    }
}

bool nt_attacked_by(const nt_position *p, unsigned cell, unsigned attacker) {
    nt_cells found = {{0}};
    attackers_of_player(p, cell, attacker, &found);
    return any_cell(&found);
}

bool nt_attacked(const nt_position *p, unsigned cell, unsigned player, nt_cells *attackers) {
    nt_cells found = {{0}};
    if (p->variant->is_simple && !attackers) return nt_attacked_small(p, cell, player, p->occupied.word[0], 0);
    for (unsigned enemy = 0; enemy < p->variant->players; enemy++)
        if (enemy != player) attackers_of_player(p, cell, enemy, &found);
    if (attackers) *attackers = found;
    return any_cell(&found);
}

bool nt_in_check(const nt_position *p, unsigned player) {
    unsigned royal = p->royal[player];
    if (royal == NT_NO_CELL) return false;
    return nt_attacked(p, royal, player, NULL);
}

/* ---- boards of one word: no loops over words, no sets on the stack ---- */

/* All kinds at once, leaps first: a branch for each of them would not be foreseen. */
static bool is_attacked_by(const nt_position *p, unsigned cell, unsigned enemy, uint64_t occupied, uint64_t removed) {
    const nt_variant *v = p->variant;
    uint64_t leapers = 0;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        unsigned code = nt_code_of(kind, enemy);
        leapers |= p->piece[code].word[0] & nt_small_of(v, true, code, cell).leap;
    }
    return leapers & ~removed || nt_ridden_small(p, cell, enemy, occupied, removed);
}

bool nt_attacked_small(const nt_position *p, unsigned cell, unsigned player, uint64_t occupied, uint64_t removed) {
    unsigned players = p->variant->players;
    if (NT_LIKELY(players == 2)) return is_attacked_by(p, cell, player ^ 1, occupied, removed);
    for (unsigned enemy = 0; enemy < players; enemy++)
        if (enemy != player && is_attacked_by(p, cell, enemy, occupied, removed)) return true;
    return false;
}

bool nt_ridden_small(const nt_position *p, unsigned cell, unsigned attacker, uint64_t occupied, uint64_t removed) {
    const nt_variant *v = p->variant;
    const uint64_t *between = nt_between(v, cell, 0);
    uint64_t riders = 0;
    for (unsigned i = 0; i < v->riders; i++) {
        unsigned code = nt_code_of(v->rider[i], attacker);
        riders |= p->piece[code].word[0] & nt_small_of(v, true, code, cell).ride;
    }
    for (riders &= ~removed; riders; riders &= riders - 1)
        if (!(between[__builtin_ctzll(riders)] & occupied)) return true;
    return false;
}

bool nt_attacked_if(const nt_position *p, unsigned cell, unsigned player, const nt_cells *occupied, const nt_cells *removed) {
    const nt_variant *v = p->variant;
    if (v->board.words == 1) return nt_attacked_small(p, cell, player, occupied->word[0], removed->word[0]);
    for (unsigned enemy = 0; enemy < v->players; enemy++) {
        if (enemy == player) continue;
        for (unsigned kind = 1; kind <= v->kinds; kind++) {
            unsigned code = nt_code_of(kind, enemy);
            nt_cells men = p->piece[code], found = {{0}};
            for (unsigned w = 0; w < v->board.words; w++) men.word[w] &= ~removed->word[w];
            attackers_of(p, code, cell, occupied, &men, false, &found);
            if (any_cell(&found)) return true;
        }
    }
    return false;
}

bool nt_has_complex_attacker(const nt_position *p, unsigned cell, unsigned player) {
    const nt_variant *v = p->variant;
    if (!v->has_complex) return false;
    for (unsigned enemy = 0; enemy < v->players; enemy++) {
        if (enemy == player) continue;
        for (unsigned kind = 1; kind <= v->kinds; kind++) {
            unsigned code = nt_code_of(kind, enemy);
            if (!(v->reach_flags[code] & NT_REACH_COMPLEX)) continue;
            const nt_reach *reach = &v->capture[code * v->board.cells + cell];
            for (unsigned w = 0; w < v->board.words; w++)
                if (p->piece[code].word[w] & reach->complex.word[w]) return true;
        }
    }
    return false;
}
