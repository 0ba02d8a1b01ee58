/* Tables of results, lengths, openings and moves. Entries come sorted, so that what belongs together stands together. Called
 * by nt-stat. */
#include "tools/movetree.h"

#include <stdlib.h>
#include <string.h>

/* ---- results ---- */

/* Games, and what their players got. */
typedef struct score_sum {
    uint64_t games, decided, won[NT_MAX_PLAYERS], lost[NT_MAX_PLAYERS], points[NT_MAX_PLAYERS]; /* points in twelfths */
} score_sum;

static void add_result(score_sum *sum, tally_text text, uint64_t count) {
    nt_result result;
    sum->games += count;
    if (!nt_result_parse(text.at, text.length, &result) || !result.known) return;
    sum->decided += count;
    for (size_t i = 0; i < result.players; i++) {
        sum->points[i] += result.twelfths[i] * count;
        if (result.twelfths[i] == 12) sum->won[i] += count;
        if (result.twelfths[i] == 0) sum->lost[i] += count;
    }
}

bool results_table(const tally *counts, size_t begin, size_t end, table *t) {
    uint64_t games = 0;
    t->name = "results";
    t->caption = "Results";
    table_add_column(t, "sides", "sides", 0);
    table_add_column(t, "result", "result", 0);
    table_add_column(t, "games", "games", TABLE_NUMBER);
    table_add_column(t, "percent", "%", TABLE_NUMBER);
    for (size_t i = begin; i < end; i++) games += counts->entries[i].count;
    for (size_t i = begin; i < end; i++) {
        tally_text fields[3] = {{"", 0}};
        tally_fields(counts, i, fields, 3);
        table_cell(t, fields[1].at, fields[1].length);
        table_cell(t, fields[2].at, fields[2].length);
        table_number(t, counts->entries[i].count);
        table_share(t, counts->entries[i].count, games);
    }
    return true;
}

static void side_rows(table *t, tally_text sides, const score_sum *sum) {
    const char *at = sides.at, *end = sides.at + sides.length;
    for (size_t i = 0; i < NT_MAX_PLAYERS && at < end; i++) {
        const char *next = memchr(at, ' ', (size_t)(end - at));
        if (next == NULL) next = end;
        table_cell(t, at, (size_t)(next - at));
        table_number(t, sum->decided);
        table_number(t, sum->won[i]);
        table_number(t, sum->decided - sum->won[i] - sum->lost[i]);
        table_number(t, sum->lost[i]);
        table_ratio(t, (int64_t)sum->points[i], 12);
        table_share(t, sum->points[i], sum->decided * 12);
        at = next + (next < end);
    }
}

bool sides_table(const tally *counts, size_t begin, size_t end, table *t) {
    t->name = "sides";
    t->caption = "Results by side";
    table_add_column(t, "side", "side", 0);
    table_add_column(t, "games", "games", TABLE_NUMBER);
    table_add_column(t, "won", "+", TABLE_NUMBER);
    table_add_column(t, "shared", "=", TABLE_NUMBER);
    table_add_column(t, "lost", "-", TABLE_NUMBER);
    table_add_column(t, "points", "points", TABLE_NUMBER);
    table_add_column(t, "percent", "%", TABLE_NUMBER);
    for (size_t i = begin; i < end;) {
        score_sum sum = {.games = 0};
        tally_text first[3] = {{"", 0}}, fields[3] = {{"", 0}};
        tally_fields(counts, i, first, 3);
        for (; i < end; i++) {
            tally_fields(counts, i, fields, 3);
            if (tally_compare(first[1], fields[1]) != 0) break;
            add_result(&sum, fields[2], counts->entries[i].count);
        }
        side_rows(t, first[1], &sum);
    }
    return true;
}

/* ---- lengths ---- */

typedef struct length_count {
    uint64_t plies, games;
} length_count;

static int compare_lengths(const void *a, const void *b) {
    uint64_t first = ((const length_count *)a)->plies, second = ((const length_count *)b)->plies;
    return first < second ? -1 : first > second;
}

/* The plies of the game that has so many before it in the order of lengths. */
static uint64_t length_at(const length_count *lengths, size_t count, uint64_t rank) {
    for (size_t i = 0; i < count; i++) {
        if (rank < lengths[i].games) return lengths[i].plies;
        rank -= lengths[i].games;
    }
    return 0;
}

bool lengths_table(const tally *counts, size_t begin, size_t end, table *t) {
    static const char *const keys[] = {"games", "shortest", "quarter", "median", "mean", "three_quarters", "longest"};
    static const char *const titles[] = {"games", "shortest", "1/4", "median", "mean", "3/4", "longest"};
    length_count *lengths = malloc((end - begin + 1) * sizeof *lengths);
    uint64_t games = 0, plies = 0;
    if (lengths == NULL) return false;
    for (size_t i = begin; i < end; i++) {
        tally_text fields[2] = {{"", 0}};
        tally_fields(counts, i, fields, 2);
        length_count *length = &lengths[i - begin];
        length->games = counts->entries[i].count;
        if (!tally_number(fields[1], &length->plies)) length->plies = 0;
        games += length->games;
        plies += length->games * length->plies;
    }
    qsort(lengths, end - begin, sizeof *lengths, compare_lengths);
    t->name = "lengths";
    t->caption = "Lengths in plies";
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) table_add_column(t, keys[i], titles[i], TABLE_NUMBER);
    table_number(t, games);
    table_number(t, length_at(lengths, end - begin, 0));
    table_number(t, length_at(lengths, end - begin, (games - 1) / 4));
    table_number(t, length_at(lengths, end - begin, (games - 1) / 2));
    table_ratio(t, (int64_t)plies, (int64_t)games);
    table_number(t, length_at(lengths, end - begin, games - 1 - (games - 1) / 4));
    table_number(t, length_at(lengths, end - begin, games - 1));
    free(lengths);
    return true;
}

/* ---- openings ---- */

typedef struct opening {
    tally_text code, name;
    score_sum sum;
} opening;

/* The most frequent first. */
static int compare_openings(const void *a, const void *b) {
    const opening *first = a, *second = b;
    if (first->sum.games != second->sum.games) return first->sum.games > second->sum.games ? -1 : 1;
    int order = tally_compare(first->code, second->code);
    return order != 0 ? order : tally_compare(first->name, second->name);
}

bool openings_table(const tally *counts, size_t begin, size_t end, uint64_t at_least, table *t) {
    opening *openings = malloc((end - begin + 1) * sizeof *openings);
    size_t count = 0;
    uint64_t games = 0;
    if (openings == NULL) return false;
    for (size_t i = begin; i < end; i++) {
        tally_text fields[4] = {{"", 0}};
        tally_fields(counts, i, fields, 4);
        opening *last = count > 0 ? &openings[count - 1] : NULL;
        if (last == NULL || tally_compare(last->code, fields[1]) != 0 || tally_compare(last->name, fields[2]) != 0) {
            last = &openings[count++];
            *last = (opening){.code = fields[1], .name = fields[2]};
        }
        add_result(&last->sum, fields[3], counts->entries[i].count);
        games += counts->entries[i].count;
    }
    qsort(openings, count, sizeof *openings, compare_openings);
    t->name = "openings";
    t->caption = "Openings";
    table_add_column(t, "eco", "ECO", 0);
    table_add_column(t, "opening", "opening", 0);
    table_add_column(t, "games", "games", TABLE_NUMBER);
    table_add_column(t, "percent", "%", TABLE_NUMBER);
    table_add_column(t, "score", "first side %", TABLE_NUMBER);
    for (size_t i = 0; i < count && openings[i].sum.games >= at_least; i++) {
        table_cell(t, openings[i].code.at, openings[i].code.length);
        table_cell(t, openings[i].name.at, openings[i].name.length);
        table_number(t, openings[i].sum.games);
        table_share(t, openings[i].sum.games, games);
        table_share(t, openings[i].sum.points[0], openings[i].sum.decided * 12);
    }
    free(openings);
    return true;
}

/* ---- the tree of moves ---- */

/* A node: the end of its line in the entries it covers. Nodes stand in preorder. */
typedef struct tree_node {
    tally_text root, line, move;
    size_t ply, parent;
    score_sum sum;
} tree_node;

typedef struct tree {
    tree_node *nodes;
    size_t count, capacity, plies;
    size_t *open; /* the node at each ply of the entry before */
    size_t depth; /* how many are open */
} tree;

static bool add_node(tree *lines, tally_text root, tally_text line, tally_text move) {
    if (lines->count == lines->capacity) {
        size_t capacity = lines->capacity == 0 ? 64 : 2 * lines->capacity;
        tree_node *grown = realloc(lines->nodes, capacity * sizeof *grown);
        if (grown == NULL) return false;
        lines->nodes = grown;
        lines->capacity = capacity;
    }
    size_t parent = lines->depth > 0 ? lines->open[lines->depth - 1] : SIZE_MAX;
    lines->nodes[lines->count] = (tree_node){.root = root, .line = line, .move = move, .ply = lines->depth, .parent = parent};
    lines->open[lines->depth++] = lines->count++;
    return true;
}

/* The move of a line that begins at *at; *at: where the next one begins. */
static tally_text next_move(tally_text line, size_t *at) {
    const char *from = line.at + *at, *blank = memchr(from, ' ', line.length - *at);
    size_t length = blank != NULL ? (size_t)(blank - from) : line.length - *at;
    *at += length + (blank != NULL);
    return (tally_text){from, length};
}

/* Adds the games of one line, whose entries come sorted: what it shares with the line before is open. */
static bool add_line(tree *lines, tally_text root, tally_text line, tally_text result, uint64_t count) {
    if (lines->depth == 0 || tally_compare(lines->nodes[lines->open[0]].root, root) != 0) {
        lines->depth = 0;
        if (!add_node(lines, root, (tally_text){line.at, 0}, root)) return false;
    }
    size_t ply = 0;
    add_result(&lines->nodes[lines->open[0]].sum, result, count);
    for (size_t at = 0; at < line.length && ply < lines->plies;) {
        tally_text move = next_move(line, &at);
        ply++;
        bool same = ply < lines->depth && tally_compare(lines->nodes[lines->open[ply]].move, move) == 0;
        if (!same) {
            lines->depth = ply;
            if (!add_node(lines, root, (tally_text){line.at, (size_t)(move.at + move.length - line.at)}, move)) return false;
        }
        add_result(&lines->nodes[lines->open[ply]].sum, result, count);
    }
    lines->depth = ply + 1;
    return true;
}

static void tree_rows(const tree *lines, uint64_t at_least, table *t) {
    for (size_t i = 0; i < lines->count; i++) {
        const tree_node *node = &lines->nodes[i];
        char shown[200];
        if (node->sum.games < at_least) continue;
        int indent = (int)(node->ply < 60 ? 2 * node->ply : 120);
        int size = (int)(node->move.length < 70 ? node->move.length : 70);
        snprintf(shown, sizeof shown, "%*s%.*s", indent, "", size, node->move.at);
        table_cell(t, shown, strlen(shown));
        table_cell(t, node->root.at, node->root.length);
        table_number(t, node->ply);
        table_cell(t, node->line.at, node->line.length);
        table_number(t, node->sum.games);
        table_share(t, node->sum.games, node->parent == SIZE_MAX ? node->sum.games : lines->nodes[node->parent].sum.games);
        table_share(t, node->sum.points[0], node->sum.decided * 12);
    }
}

/* Puts the nodes in the order of a walk in which the more frequent move comes first. The nodes of one parent are sorted by
 * what their paths are compared by: the counts on the way down. */
typedef struct sorted_node {
    size_t node;
    const tree *lines;
} sorted_node;

static int compare_siblings(const tree_node *a, const tree_node *b) {
    if (a->sum.games != b->sum.games) return a->sum.games > b->sum.games ? -1 : 1;
    int order = tally_compare(a->root, b->root);
    return order != 0 ? order : tally_compare(a->move, b->move);
}

static int compare_nodes(const void *first, const void *second) {
    const sorted_node *x = first, *y = second;
    const tree *lines = x->lines;
    size_t a = x->node, b = y->node;
    if (a == b) return 0;
    int deeper = 0; /* which one is below the other, if the paths meet */
    while (lines->nodes[a].ply > lines->nodes[b].ply) a = lines->nodes[a].parent, deeper = 1;
    while (lines->nodes[b].ply > lines->nodes[a].ply) b = lines->nodes[b].parent, deeper = -1;
    if (a == b) return deeper;
    while (lines->nodes[a].parent != lines->nodes[b].parent) {
        a = lines->nodes[a].parent;
        b = lines->nodes[b].parent;
    }
    return compare_siblings(&lines->nodes[a], &lines->nodes[b]);
}

static bool sort_tree(tree *lines) {
    sorted_node *order = malloc((lines->count + 1) * sizeof *order);
    tree_node *sorted = malloc((lines->count + 1) * sizeof *sorted);
    size_t *place = malloc((lines->count + 1) * sizeof *place);
    bool memory = order != NULL && sorted != NULL && place != NULL;
    for (size_t i = 0; memory && i < lines->count; i++) order[i] = (sorted_node){i, lines};
    if (memory && lines->count > 0) qsort(order, lines->count, sizeof *order, compare_nodes);
    for (size_t i = 0; memory && i < lines->count; i++) {
        sorted[i] = lines->nodes[order[i].node];
        place[order[i].node] = i;
        if (sorted[i].parent != SIZE_MAX) sorted[i].parent = place[sorted[i].parent]; /* parents come first */
    }
    free(order);
    free(place);
    if (!memory) {
        free(sorted);
        return false;
    }
    free(lines->nodes);
    lines->nodes = sorted;
    return true;
}

bool tree_table(const tally *counts, size_t begin, size_t end, size_t plies, uint64_t at_least, table *t) {
    tree lines = {.plies = plies, .open = malloc((plies + 2) * sizeof *lines.open)};
    bool memory = lines.open != NULL;
    for (size_t i = begin; memory && i < end; i++) {
        tally_text fields[4] = {{"", 0}};
        tally_fields(counts, i, fields, 4);
        memory = add_line(&lines, fields[1], fields[2], fields[3], counts->entries[i].count);
    }
    t->name = "tree";
    t->caption = "Moves";
    table_add_column(t, "move", "move", TABLE_PEOPLE);
    table_add_column(t, "variant", "variant", TABLE_MACHINES);
    table_add_column(t, "ply", "ply", TABLE_NUMBER | TABLE_MACHINES);
    table_add_column(t, "line", "line", TABLE_MACHINES);
    table_add_column(t, "games", "games", TABLE_NUMBER);
    table_add_column(t, "percent", "%", TABLE_NUMBER);
    table_add_column(t, "score", "first side %", TABLE_NUMBER);
    memory = memory && sort_tree(&lines);
    if (memory) tree_rows(&lines, at_least, t);
    free(lines.nodes);
    free(lines.open);
    return memory;
}
