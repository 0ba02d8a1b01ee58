/* Readers: what is read is replayed, written in all notations and read again. The last bytes of an input say how it is read
 * and which allocation fails. */
#include "fuzz/fuzz.h"

#include "base/unpack.h"

#include <string.h>

enum { OPTIONS = 4 };

static outcome first, second, whole;
static bytes text;

static void run(const work *w, outcome *o, const char *what) {
    fuzz_findings = o;
    work_run(w, NULL, o);
    FUZZ_MUST(o->status != 2, "%s of %zu bytes ends with trouble", what, w->size);
}

/* However the bytes come, what is read is the same. */
static void try_chunks(work w, size_t chunk) {
    w.kind = WORK_CHECK;
    run(&w, &first, "checking");
    w.chunk = chunk;
    run(&w, &second, "checking in chunks");
    FUZZ_MUST(bytes_equal(&first.out, &second.out), "in chunks of %zu\n%.*s\n%.*s", chunk, (int)first.out.size, first.out.at,
              (int)second.out.size, second.out.at);
}

/* Converts what w reads to a notation; then w reads that. */
static void convert(work *w, unsigned choice) {
    w->kind = WORK_CONVERT;
    w->choice = choice;
    run(w, &first, "converting");
    text.size = 0;
    bytes_add(&text, first.out.at, first.out.size);
    w->from = nt_format_at(choice);
    w->input = text.at == NULL ? (const unsigned char *)"" : text.at;
    w->size = text.size;
}

/* MemorySanitizer takes what a library that was not built for it has written for bytes that nobody has. */
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#define IS_WATCHED true
#endif
#endif
#ifndef IS_WATCHED
#define IS_WATCHED false
#endif

/* Pages are for people: a game may look different when it comes back. */
static bool is_round_trip(const nt_format *format) {
    bool has_library = format == nt_format_find("json") || format == nt_format_find("xml");
    if (!nt_format_reads(format) || !nt_format_writes(format) || format == nt_format_find("html")) return false;
    return !IS_WATCHED || !has_library;
}

/* The games of a text in one notation have the moves that the input has, and come to be written as they are. What a notation
 * has no place for becomes a comment, and json and xml tell where things stood. */
static void try_format(work w, unsigned choice) {
    const char *name = nt_format_name(nt_format_at(choice));
    convert(&w, choice);
    if (!nt_format_reads(w.from)) return;
    w.kind = WORK_PLAYS;
    run(&w, &second, name);
    FUZZ_MUST(bytes_equal(&whole.out, &second.out), "%s has other moves\n%.*s--- not\n%.*s--- in\n%.*s", name,
              (int)second.out.size, second.out.at, (int)whole.out.size, whole.out.at, (int)text.size, text.at);
    if (w.from == nt_format_find("json") || w.from == nt_format_find("xml")) return;
    convert(&w, choice);
    w.kind = WORK_CONVERT;
    run(&w, &second, name);
    FUZZ_MUST(bytes_equal(&text, &second.out), "%s changes each time it is written\n%.*s\n--- again:\n%.*s", name,
              (int)text.size, text.at, (int)second.out.size, second.out.at);
}

/* A fuzzer tries two of the notations with an input, which its bytes choose, and comes to more inputs; without one all are. */
static bool is_chosen(unsigned choice, const uint8_t *data, size_t size) {
    uint32_t hash = 0;
    for (size_t i = 0; i < size; i++) hash = (hash ^ data[i]) * 0x9E3779B1u;
    return !fuzz_runs || choice % 4 == hash >> 30;
}

/* XML has no characters for most control bytes, which is told with xml-character. */
static bool fits_xml(const uint8_t *data, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (data[i] < ' ' && data[i] != '\t' && data[i] != '\n' && data[i] != '\r') return false;
    return true;
}

/* A failure of memory is told, or makes no difference. */
static void try_memory(work w, size_t at, unsigned choice) {
    memory m = {.fail_at = 0};
    w.context = NULL;
    w.kind = choice == 7 ? WORK_CHECK : choice == 6 ? WORK_PARSE : WORK_CONVERT;
    w.choice = choice % 6;
    work_run(&w, &m, &first);
    FUZZ_MUST(m.blocks == 0 && !m.wrong, "%zu blocks left", m.blocks);
    m = (memory){.fail_at = at % (m.count + 1), .from_then_on = at % 3 == 0};
    work_run(&w, &m, &second);
    FUZZ_MUST(m.blocks == 0 && !m.wrong, "%zu blocks left after a failure", m.blocks);
    FUZZ_MUST(m.hit || second.status != 2, "trouble without a reason");
    FUZZ_MUST(second.status == 2 || bytes_equal(&first.out, &second.out), "allocation %zu failed, and nobody said so",
              m.fail_at);
}

void fuzz_reader(const nt_format *from, const uint8_t *data, size_t size) {
    uint8_t options[OPTIONS] = {0};
    if (size > OPTIONS) {
        size -= OPTIONS;
        memcpy(options, data + size, OPTIONS);
    }
    work w = {.input = data, .size = size, .from = from, .context = fuzz_context(), .no_findings = true};
    work checked = w;
    checked.no_findings = false;
    if (nt_unpack_knows(data, size)) { /* nearly always damaged, which is trouble and rightly so */
        checked.kind = WORK_CHECK;
        fuzz_findings = &first;
        work_run(&checked, NULL, &first);
        return;
    }
    try_chunks(checked, 1 + options[0] % 97u);
    w.kind = WORK_PLAYS;
    run(&w, &whole, "playing");
    for (unsigned i = 0; nt_format_at(i) != NULL; i++)
        if (is_chosen(i, data, size) && is_round_trip(nt_format_at(i)) &&
            (nt_format_at(i) != nt_format_find("xml") || fits_xml(data, size)))
            try_format(w, i);
    w.kind = WORK_COPY;
    run(&w, &first, "copying");
    if (options[1] % 8 == 0) try_memory(checked, options[2] + 256u * options[3], options[1] / 8 % 8);
    fuzz_findings = NULL;
}
