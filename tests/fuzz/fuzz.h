/* What the fuzz targets share. A target takes any bytes, does its work and ends the program when something is not as it must
 * be. targets.c chooses one by its name; libFuzzer or main.c calls it. */
#ifndef FUZZ_H
#define FUZZ_H

#include "support/work.h"

#include <stdint.h>

typedef void fuzz_target(const uint8_t *data, size_t size);

/* Ends the program with a message where a condition does not hold. */
#define FUZZ_MUST(condition, ...) ((condition) ? (void)0 : fuzz_fail(#condition, __VA_ARGS__))
_Noreturn void fuzz_fail(const char *condition, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether a fuzzer calls, and not a program that runs inputs again. */
extern bool fuzz_runs;

/* Calls a target; then the context is given up when it has grown. */
void fuzz_run(fuzz_target *target, const uint8_t *data, size_t size);

/* The context that runs share, so that variants need not be compiled each time. Findings go to *fuzz_findings. */
nt_context *fuzz_context(void);
extern outcome *fuzz_findings;

/* A variant by a number, the same one for the same number. */
const nt_variant *fuzz_variant(unsigned number);

/* Whether the position, its legal moves and its way back are what a slow look at the rules says; tries `most` moves out in
 * all notations, from move number `first` on. */
void fuzz_position(nt_position *p, unsigned first, unsigned most);

/* The target chosen by a name, or by NT_FUZZ where it is NULL. */
fuzz_target *fuzz_find(const char *name);

void fuzz_reader(const nt_format *from, const uint8_t *data, size_t size);
fuzz_target fuzz_code, fuzz_pattern, fuzz_variants, fuzz_betza, fuzz_moves;

#endif
