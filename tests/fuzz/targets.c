/* The table of targets, and what they share; see fuzz.h. */
#include "fuzz/fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 128 << 20 /* of a context */, MOST_VARIANTS = 2000,
       NESTING = 500 /* jansson reads no deeper than the 2048 levels that some 680 variations make */ };

outcome *fuzz_findings;
bool fuzz_runs;

void fuzz_fail(const char *condition, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "not so: %s: ", condition);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

/* ---- the context and its variants ---- */

static memory shared;
static nt_context *context;
static char *names[MOST_VARIANTS];
static size_t name_count;

static void list_names(void) {
    const char *id;
    for (size_t i = 0; name_count < MOST_VARIANTS && (id = nt_variant_at(context, i)) != NULL; i++) {
        names[name_count] = malloc(strlen(id) + 1);
        if (names[name_count] == NULL) abort();
        strcpy(names[name_count++], id);
    }
}

void fuzz_run(fuzz_target *target, const uint8_t *data, size_t size) {
    target(data, size);
    if (shared.bytes <= MOST_BYTES) return;
    nt_context_free(context);
    context = NULL;
    FUZZ_MUST(shared.blocks == 0, "%zu blocks left", shared.blocks);
}

nt_context *fuzz_context(void) {
    if (context == NULL) {
        nt_settings settings = {.allocator = memory_allocator(&shared), .sink = work_sink, .sink_user = &fuzz_findings,
                                .limits = {.nesting = NESTING}};
        context = nt_context_new(&settings);
        if (context == NULL) abort();
    }
    return context;
}

const nt_variant *fuzz_variant(unsigned number) {
    static const char *const first[] = {"chess",       "chess960", "crazyhouse",      "glinski", "3check",  "antichess",
                                        "racingkings", "makruk",   "ajax-orthodox",   "grand",   "courier", "shatranj",
                                        "gothic",      "wellisch", "atlantean-coffee-house",     "brusky"};
    enum { FIRST = sizeof first / sizeof *first };
    const nt_variant *v = NULL;
    nt_context *c = fuzz_context();
    if (name_count == 0) list_names();
    const char *name = number < FIRST ? first[number] : names[number % name_count];
    FUZZ_MUST(nt_variant_load(c, name, &v) == NT_OK, "%s", name);
    return v;
}

/* ---- the table ---- */

#define READER(name) \
    static void read_##name(const uint8_t *data, size_t size) { fuzz_reader(nt_format_find(#name), data, size); }

READER(pgn)
READER(gc)
READER(alg)
READER(coord)
READER(uci)
READER(json)
READER(html)
READER(xml)
READER(zsg)
READER(guess)

static const struct {
    const char *name;
    fuzz_target *target;
} targets[] = {
    {"pgn", read_pgn},   {"gc", read_gc},       {"alg", read_alg},       {"coord", read_coord}, {"uci", read_uci},
    {"json", read_json}, {"html", read_html},   {"xml", read_xml},       {"zsg", read_zsg},     {"guess", read_guess},
    {"code", fuzz_code}, {"pattern", fuzz_pattern}, {"variant", fuzz_variants}, {"betza", fuzz_betza}, {"moves", fuzz_moves},
};

fuzz_target *fuzz_find(const char *name) {
    if (name == NULL) name = getenv("NT_FUZZ");
    for (size_t i = 0; name != NULL && i < sizeof targets / sizeof *targets; i++)
        if (strcmp(targets[i].name, name) == 0) return targets[i].target;
    fputs("NT_FUZZ must be one of:", stderr);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) fprintf(stderr, " %s", targets[i].name);
    fputc('\n', stderr);
    exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static fuzz_target *target;
    if (target == NULL) target = fuzz_find(NULL);
    fuzz_runs = true;
    fuzz_run(target, data, size);
    return 0;
}
