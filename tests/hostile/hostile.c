/* Hostile inputs, made by rule: damage to texts of all notations byte by byte, and texts that grow, whose time must grow no
 * faster. Run by run.sh:
 *
 *   hostile bytes STEP FILE...   every value of a byte put into and instead of each STEP-th byte; the file cut off there
 *   hostile flips COUNT FILE...  COUNT times some bits turned over, by a fixed seed
 *   hostile growth [UNIT]        traps of traps[], or those that repeat UNIT, with eight times as many units
 *
 * Each run must end without trouble, with all memory given back, and within a second of the processor. */
#include "support/random.h"
#include "support/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned long passed, failed, runs;
static outcome result;
static outcome *receiver = &result;

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void tell(bool good, const char *what, const char *why) {
    passed += good;
    failed += !good;
    if (!good) printf("%s: %s\n", what, why);
    fflush(stdout);
}

/* ---- damage ---- */

typedef struct victim {
    const char *path;
    nt_context *context;
    memory memory;
    work work;
    bytes whole, text;
    bool good;
} victim;

static void open_context(victim *v) {
    nt_settings settings = {.allocator = memory_allocator(&v->memory), .sink = work_sink, .sink_user = &receiver};
    v->context = nt_context_new(&settings);
    if (v->context == NULL) abort();
    v->work.context = v->context;
}

/* Variants stay in the context; it is given up now and then, and must leave nothing. */
static void renew_context(victim *v) {
    nt_context_free(v->context);
    if (v->memory.blocks != 0) tell(v->good = false, v->path, "a leak");
    v->memory = (memory){.fail_at = 0};
    open_context(v);
}

static void attack(victim *v, const char *how, size_t at, unsigned value) {
    char why[200];
    double begun = seconds();
    v->work.input = v->text.at;
    v->work.size = v->text.size;
    v->work.kind = v->work.kind == WORK_CHECK ? WORK_PARSE : WORK_CHECK;
    work_run(&v->work, NULL, &result);
    bool packed = v->text.size > 1 && ((v->text.at[0] == 0x1F && v->text.at[1] == 0x8B) || v->text.at[0] == 'B' ||
                                       v->text.at[0] == 0x28 || v->text.at[0] == 0xFD);
    bool trouble = result.status == 2 && !packed, slow = seconds() - begun > 1;
    snprintf(why, sizeof why, "%s %u at byte %zu: %s", how, value, at, trouble ? "trouble" : "more than a second");
    if (trouble || slow) tell(v->good = false, v->path, why);
    if (++runs % 20000 == 0) renew_context(v);
}

static void set_text(victim *v, size_t first, const void *between, size_t size, size_t second) {
    v->text.size = 0;
    bytes_add(&v->text, v->whole.at, first);
    bytes_add(&v->text, between, size);
    if (second < v->whole.size) bytes_add(&v->text, v->whole.at + second, v->whole.size - second);
}

static void damage_byte(victim *v, size_t at) {
    for (unsigned value = 0; value < 256 && v->good; value++) {
        unsigned char byte = (unsigned char)value;
        set_text(v, at, &byte, 1, at);
        attack(v, "inserted", at, value);
        set_text(v, at, &byte, 1, at + 1);
        attack(v, "replaced by", at, value);
    }
    set_text(v, at, "", 0, v->whole.size);
    attack(v, "cut off", at, 0);
}

static void flip_bits(victim *v, unsigned long count) {
    uint64_t state = v->whole.size;
    for (unsigned long i = 0; i < count && v->good && v->whole.size > 0; i++) {
        set_text(v, v->whole.size, "", 0, v->whole.size);
        for (uint64_t flips = 1 + draw(&state) % 8; flips > 0; flips--)
            v->text.at[draw(&state) % v->text.size] ^= (unsigned char)(1u << draw(&state) % 8);
        attack(v, "bits turned over in run", i, 0);
    }
}

static void damage_file(const char *path, bool flips, unsigned long number) {
    victim v = {.path = path, .good = true};
    if (!bytes_read(&v.whole, path)) {
        tell(false, path, "cannot be read");
        return;
    }
    open_context(&v);
    for (size_t at = 0; !flips && at <= v.whole.size && v.good; at += number) damage_byte(&v, at);
    if (flips) flip_bits(&v, number);
    nt_context_free(v.context);
    v.good = v.good && v.memory.blocks == 0 && !v.memory.wrong;
    tell(v.good, path, "a leak, or a block of the wrong size");
    bytes_free(&v.whole);
    bytes_free(&v.text);
}

/* ---- growth ---- */

/* A text of `head`, `unit` over and over (%d counts), `tail`. */
typedef struct trap {
    const char *format, *head, *unit, *tail;
} trap;

static const trap traps[] = {
    {"pgn", "1. e4 ", "(", ""},
    {"pgn", "1. e4 ", "(1. d4 ", ""},
    {"pgn", "1. e4 ", "(d4) ", "*"},
    {"pgn", "1. e4 ", ")", ""},
    {"pgn", "", "{", ""},
    {"pgn", "1. e4 {", "x", ""},
    {"pgn", "1. e4 ", "{} ", "*"},
    {"pgn", "1. e4 ", "{\n", ""},
    {"pgn", "1. e4 ", "$1 ", "*"},
    {"pgn", "1. e4 ", "! ", "*"},
    {"pgn", "1. e4 ", "; c\n", "*"},
    {"pgn", "", "% c\n", ""},
    {"pgn", "", "[A%d \"x\"]\n", "\n*\n"},
    {"pgn", "", "[A \"x\"]\n", "\n*\n"},
    {"pgn", "", "[A \"x\n", ""},
    {"pgn", "[A \"", "\\", ""},
    {"pgn", "[A \"", "\" ", ""},
    {"pgn", "", "[", ""},
    {"pgn", "", "Nf3 Nf6 Ng1 Ng8 ", "*"},
    {"pgn", "", "Ke8 ", "*"},
    {"pgn", "", "e4 * ", ""},
    {"pgn", "", "1", ""},
    {"pgn", "", "1.", ""},
    {"pgn", "", ".", ""},
    {"pgn", "", "e", ""},
    {"pgn", "", "\xFF", ""},
    {"pgn", "", "\r", ""},
    {"pgn", "", " ", ""},
    {"pgn", "", "[Event \"x\"]\n\n1. e4 *\n\n", ""},
    {"pgn", "", "1. e4 e5 2. Ke7 *\n\n", ""},
    {"pgn", "[FEN \"", "8/", "\"]\n\n*\n"},
    {"pgn", "[FEN \"", "1", "\"]\n\n*\n"},
    {"gc", "1.P e2-e4 p e7-e5\n", "| 2.N g1-f3\n", ""},
    {"gc", "", "|", ""},
    {"gc", "1.P e2-e4 ", "// c\n", ""},
    {"gc", "1.P e2-e4", "; e4-e5", ""},
    {"gc", "", "1.N g1-f3 n g8-f6\n2.N f3-g1 n f6-g8\n", ""},
    {"gc", "", "name: x\n", ""},
    {"alg", "1.e4 ", "(", ""},
    {"alg", "1.e4 ", "(1.d4) ", ""},
    {"alg", "", "1.Nf3 Nf6\n2.Ng1 Ng8\n", ""},
    {"alg", "", "1.e4 e5 {c}\n\n", ""},
    {"coord", "1. e2-e4 ", "(2. d2-d4 ", ""},
    {"coord", "", "g1-f3 g8-f6 f3-g1 f6-g8 ", ""},
    {"uci", "", "g1f3 g8f6 f3g1 f6g8 ", ""},
    {"uci", "", "position startpos moves e2e4\n", ""},
    {"uci", "position fen ", "8/", ""},
    {"zsg", "", "1. Knight g1 - f3\n1. Knight g8 - f6\n2. Knight f3 - g1\n2. Knight f6 - g8\n", ""},
    {"zsg", "1. Pawn e2 - e4", " x a1", ""},
    {"zsg", "1. Pawn e2 - e4", " @ a1 0 0", ""},
    {"zsg", "1. Pawn e2 - e4 = Queen on", " e4", ""},
    {"zsg", "", "1", ""},
    {"zsg", "", "(White Pawn e4)\n", ""},
    {"zsg", "", "1. partial 2 A a1 - a2\n", ""},
    {"zsg", "1. Pass\n", "x\n1. Pass\n", ""},
    {"zsg", "", "A%d=x\n", ""},
    {"zsg", "", "Zillions Save Game File\n", ""},
    {"json", "", "[", ""},
    {"json", "", "{\"a\":", ""},
    {"json", "{\"moves\":[", "{\"san\":\"Nf3\"},{\"san\":\"Nf6\"},{\"san\":\"Ng1\"},{\"san\":\"Ng8\"},", "{\"san\":\"e4\"}]}"},
    {"json", "{\"moves\":[{\"san\":\"e4\",\"variations\":[", "[{\"san\":\"d4\"}],", "[]]}]}"},
    {"json", "{\"tags\":{", "\"a%d\":\"x\",", "\"b\":\"x\"}}"},
    {"json", "{\"tags\":{\"a\":\"", "\\u00e9", "\"}}"},
    {"json", "", "{\"moves\":[]}\n", ""},
    {"json", "", "\"", ""},
    {NULL, "", "\n", ""},
    {NULL, "", "x: y\n", ""},
    {NULL, "", "(", ""},
    {"variant", "", "[v%d]\n", ""},
    {"variant", "[v]\n", "k%d = x\n", ""},
    {"variant", "[v]\n", "piece A = a W\n", ""},
    {"variant", "", "# c\n", ""},
    {"variant", "[v]\nboard = square 8x8\npiece A = a ", "W", "\n"},
    {"variant", "[v]\nboard = square 8x8\npiece A = a ", "[", "\n"},
    {"variant", "[v", "{a,b}", "]\ntitle = x\n"},
    {"variant", "[v : ", "chess ", "]\n"},
    {"variant", "[v : chess]\narray = ", "8/", "\n"},
    {"code", "", "8/", ""},
    {"code", "", "1", ""},
    {"code", "8/8/8/8/8/8/8/8[", "P", "] w - - 0 1"},
    {"pattern", "", "*/", ""},
    {"pattern", "", "*?", ""},
    {"pattern", "", "(QR", ""},
};

static void make_text(const trap *t, size_t count, bytes *text) {
    char unit[200];
    text->size = 0;
    bytes_add(text, t->head, strlen(t->head));
    const char *number = strstr(t->unit, "%d");
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(t->unit);
        if (number != NULL)
            length = (size_t)snprintf(unit, sizeof unit, "%.*s%zu%s", (int)(number - t->unit), t->unit, i, number + 2);
        bytes_add(text, number != NULL ? unit : t->unit, length);
    }
    bytes_add(text, t->tail, strlen(t->tail));
}

static double time_of(work *w, const trap *t, size_t count, int repeats, bytes *text) {
    double least = 1e9;
    make_text(t, count, text);
    w->input = text->at;
    w->size = text->size;
    for (int i = 0; i < repeats; i++) {
        double begun = seconds();
        work_run(w, NULL, &result);
        double spent = seconds() - begun;
        if (spent < least) least = spent;
        if (result.status == 2) return -1;
    }
    return least;
}

/* Whether eight times the units take less than 20 times as long, once the time can be measured: 64 times would be the square.
 * A busy machine gets more tries. */
static bool is_linear(work w, const trap *t, char *why, size_t size) {
    enum { MOST_BYTES = 16 << 20, TIMES = 8, TRIES = 4, RUNS = 3 };
    static const double LEAST = 0.05; /* seconds; less cannot be compared */
    bytes text = {.at = NULL};
    size_t count = 1000;
    double before = time_of(&w, t, count, RUNS, &text), empty = time_of(&w, t, 0, RUNS, &text), ratio = 0;
    while (before >= 0 && before - empty < LEAST && text.size < MOST_BYTES) {
        count *= 2;
        before = time_of(&w, t, count, RUNS, &text);
    }
    bool good = before >= 0 && before - empty < LEAST;
    for (int i = 0; i < TRIES && !good && before >= 0; i++) {
        ratio = (time_of(&w, t, TIMES * count, 1, &text) - empty) / (before - empty);
        good = ratio < 20;
        if (!good) before = time_of(&w, t, count, RUNS, &text);
    }
    snprintf(why, size, before < 0 ? "trouble" : "%zu units take %.3f s, %d times as many %.1f times as long", count, before, TIMES,
             ratio);
    bytes_free(&text);
    return good;
}

static void grow(const trap *t, bool high_limits) {
    char what[300], why[200];
    work w = {.kind = WORK_CHECK, .from = t->format == NULL ? NULL : nt_format_find(t->format)};
    if (t->format != NULL && strcmp(t->format, "variant") == 0) w.kind = WORK_VARIANT;
    if (t->format != NULL && strcmp(t->format, "code") == 0) w.kind = WORK_CODE;
    if (t->format != NULL && strcmp(t->format, "pattern") == 0) w.kind = WORK_PATTERN, w.choice = NT_PATTERN_BOARD;
    size_t high = (size_t)1 << 28;
    if (high_limits) /* not of tags: their names are compared in pairs, which the limit keeps small */
        w.settings.limits = (nt_limits){.plies = high, .nesting = high, .tag_value = high, .comment = high, .nags = high,
                                        .variant_file = high};
    snprintf(what, sizeof what, "%s: '%s' '%s'... '%s'%s", t->format == NULL ? "any" : t->format, t->head, t->unit, t->tail,
             high_limits ? ", without limits" : "");
    bool good = is_linear(w, t, why, sizeof why);
    tell(good, what, why);
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "growth") == 0) {
        for (size_t i = 0; i < sizeof traps / sizeof *traps; i++)
            for (int high = 0; high < 2; high++)
                if (argc < 3 || strcmp(argv[2], traps[i].unit) == 0) grow(&traps[i], high);
    } else {
        unsigned long number = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
        if (number == 0) return 2;
        for (int i = 3; i < argc; i++) damage_file(argv[i], strcmp(what, "flips") == 0, number);
        printf("%lu damaged inputs\n", runs);
    }
    outcome_free(&result);
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed > 0;
}
