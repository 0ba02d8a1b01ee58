/* Makes each allocation, read and write of the library's work fail in turn: alone, and from then on; and each allocation of
 * libxml2. What was hit must end with status 2 or with the same output as without, nothing may leak, and blocks must come back as
 * they were given. Run by run.sh: sweep STEP TABLE..., tables as table.tsv says; of the allocations only each STEP-th is made to
 * fail where there are more than a few. */
#include "support/work.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 5, LINE = 1024, FEW = 160 };

typedef struct sweep {
    const char *table;
    size_t step, allocations; /* of the work without a fault */
    unsigned long line, passed, failed, faults;
    outcome whole, now; /* without a fault, and with one */
} sweep;

static const char *const kinds[] = {[WORK_CHECK] = "check",     [WORK_PARSE] = "parse",     [WORK_CONVERT] = "convert",
                                    [WORK_REPLAY] = "replay",   [WORK_COPY] = "copy",       [WORK_PLAYS] = "plays",
                                    [WORK_VARIANT] = "variant", [WORK_CODE] = "code",       [WORK_PATTERN] = "pattern"};

static bool complain(sweep *s, const work *w, const char *how, size_t at, const char *what) {
    printf("%s:%lu: %s %u: %s %zu: %s (status %d, without the fault %d)\n", s->table, s->line, kinds[w->kind], w->choice, how,
           at, what, s->now.status, s->whole.status);
    return false;
}

static bool is_same(const sweep *s) { return s->now.status == s->whole.status && bytes_equal(&s->now.out, &s->whole.out); }

/* One run with a fault that was hit or not; memory: after it. */
static bool judge(sweep *s, const work *w, const memory *m, bool hit, const char *how, size_t at) {
    s->faults += hit;
    if (m->wrong) return complain(s, w, how, at, "a block came back with another size");
    if (m->blocks != 0) return complain(s, w, how, at, "a leak");
    if (hit && s->now.status == 2) return true;
    if (!is_same(s)) return complain(s, w, how, at, hit ? "lost in silence" : "another output");
    return true;
}

/* ---- the memory of libxml2, which is one for the whole program ---- */

static memory foreign;

/* Whether this allocation fails. */
static bool foreign_fails(void) {
    foreign.count++;
    bool fails = foreign.count == foreign.fail_at || (foreign.from_then_on && foreign.hit);
    foreign.hit |= fails;
    if (fails) errno = ENOMEM;
    return fails;
}

static void *foreign_malloc(size_t size) { return foreign_fails() ? NULL : malloc(size); }
static void *foreign_realloc(void *block, size_t size) { return foreign_fails() ? NULL : realloc(block, size); }
static char *foreign_strdup(const char *text) { return foreign_fails() ? NULL : strdup(text); }

/* False: libxml2 is not there. */
static bool take_foreign(void) {
    static const char *const names[] = {"libxml2.so.16", "libxml2.so.2"};
    typedef int setup(void (*)(void *), void *(*)(size_t), void *(*)(void *, size_t), char *(*)(const char *));
    void *library = NULL, *found;
    setup *set = NULL;
    for (size_t i = 0; i < 2 && library == NULL; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    found = library == NULL ? NULL : dlsym(library, "xmlMemSetup");
    memcpy(&set, &found, sizeof set);
    return set != NULL && set(free, foreign_malloc, foreign_realloc, foreign_strdup) == 0;
}

static bool sweep_foreign(sweep *s, const work *w, bool from_then_on) {
    bool good = true, hit = true;
    for (size_t at = 1; good && hit; at++) {
        memory m = {.fail_at = 0};
        foreign = (memory){.fail_at = at, .from_then_on = from_then_on};
        work_run(w, &m, &s->now);
        hit = foreign.hit;
        foreign = (memory){.fail_at = 0};
        good = judge(s, w, &m, hit, from_then_on ? "no memory of libxml2 from" : "no memory of libxml2 at", at);
    }
    return good;
}

static bool sweep_allocations(sweep *s, const work *w, bool from_then_on) {
    bool good = true, hit = true;
    size_t step = s->allocations <= FEW ? 1 : s->step;
    for (size_t at = 1 + s->line % step; good && hit; at += step) {
        memory m = {.fail_at = at, .from_then_on = from_then_on};
        work_run(w, &m, &s->now);
        hit = m.hit;
        good = judge(s, w, &m, hit, from_then_on ? "no memory from allocation" : "no memory at allocation", at);
    }
    return good;
}

/* Failed reads and writes must be told, always. */
static bool sweep_streams(sweep *s, work w, bool reads) {
    bool good = true, hit = true;
    for (size_t at = 1; good && hit; at++) {
        memory m = {.fail_at = 0};
        w.chunk = reads ? 100 : 0;
        *(reads ? &w.read_fails : &w.write_fails) = at;
        work_run(&w, &m, &s->now);
        hit = s->now.faulted;
        good = judge(s, &w, &m, hit, reads ? "failed read" : "failed write", at);
        if (good && hit && s->now.status != 2) good = complain(s, &w, reads ? "failed read" : "failed write", at, "not told");
    }
    return good;
}

static bool run_short(sweep *s, work w) {
    memory m = {.fail_at = 0};
    w.chunk = 1;
    w.short_writes = true;
    work_run(&w, &m, &s->now);
    return judge(s, &w, &m, false, "short reads and writes", 0);
}

static void run_work(sweep *s, const work *w) {
    memory m = {.fail_at = 0};
    work_run(w, &m, &s->whole);
    s->now.status = s->whole.status;
    s->allocations = m.count;
    bool good = m.blocks == 0 && !m.wrong && s->whole.status != 2;
    if (!good) complain(s, w, "run", 0, m.blocks != 0 ? "a leak" : "trouble without a fault");
    if (!w->html_map) good = good && sweep_foreign(s, w, false) && sweep_foreign(s, w, true); /* its XPath crashes without memory */
    bool has_streams = w->kind != WORK_CODE && w->kind != WORK_PATTERN;
    good = good && sweep_allocations(s, w, false) && sweep_allocations(s, w, true) && sweep_streams(s, *w, false);
    if (has_streams) good = good && run_short(s, *w) && sweep_streams(s, *w, true);
    s->passed += good;
    s->failed += !good;
}

/* A row: work, choice, variant, file of variants, input. */
static void run_row(sweep *s, char *line) {
    char *column[COLUMNS];
    for (size_t i = 0; i < COLUMNS; i++) {
        column[i] = line;
        line += strcspn(line, i == COLUMNS - 1 ? "\n" : "\t\n");
        if (*line != '\0') *line++ = '\0';
    }
    bytes input = {.at = NULL};
    work w = {.kind = WORK_CHECK, .choice = (unsigned)strtoul(column[1], NULL, 10)};
    size_t kind = 0;
    while (kind < sizeof kinds / sizeof *kinds && strcmp(kinds[kind], column[0]) != 0) kind++;
    bool good = kind < sizeof kinds / sizeof *kinds;
    w.kind = (work_kind)kind;
    if (column[4][0] == '@') good = good && bytes_read(&input, column[4] + 1);
    else bytes_add(&input, column[4], strlen(column[4]));
    w.input = input.at;
    w.size = input.size;
    if (column[2][0] != '\0') w.variant = column[2];
    bool is_map = strstr(column[3], ".map") != NULL;
    if (column[3][0] != '\0') *(is_map ? &w.html_map : &w.variant_file) = column[3];
    if (good) run_work(s, &w);
    else printf("%s:%lu: cannot be read\n", s->table, s->line);
    s->failed += !good;
    bytes_free(&input);
}

static bool run_table(sweep *s, const char *path) {
    char line[LINE];
    FILE *file = fopen(path, "r");
    if (file == NULL) return false;
    s->table = path;
    for (s->line = 1; fgets(line, sizeof line, file) != NULL; s->line++)
        if (line[0] != '#' && line[0] != '\n') run_row(s, line);
    fclose(file);
    return true;
}

int main(int argc, char **argv) {
    sweep s = {.table = "", .step = argc > 1 ? strtoul(argv[1], NULL, 10) : 0};
    if (s.step == 0) return 2;
    if (!take_foreign()) printf("libxml2 is not there: its memory does not fail\n");
    for (int i = 2; i < argc; i++) {
        if (run_table(&s, argv[i])) continue;
        printf("%s: cannot be read\n", argv[i]);
        s.failed++;
    }
    outcome_free(&s.whole);
    outcome_free(&s.now);
    printf("%lu faults\n%lu passed, %lu failed\n", s.faults, s.passed, s.failed);
    return s.failed > 0;
}
