/* What the unit tests share: a context that keeps its last finding, and an allocator that counts and can fail. */
#ifndef NT_TEST_SUPPORT_H
#define NT_TEST_SUPPORT_H

#include "base/diag.h"

#include <check.h>

/* live: bytes not freed yet; fail_at: the number of the allocation that fails, from 1, 0: none. */
typedef struct test_memory {
    size_t live, count, fail_at;
} test_memory;

nt_allocator test_allocator(test_memory *memory);

typedef struct test_findings {
    size_t count;
    char id[40], text[1001], where[80], file[80];
    nt_severity severity;
    uint64_t line, column, offset, game;
    uint32_t ply;
} test_findings;

nt_context *test_context(test_memory *memory, test_findings *findings, nt_mode mode, nt_limits limits);

/* The fixture of suites that need one context: a tolerant one, with counts at zero; and its end, when nothing may be left. */
nt_context *test_open(test_memory *memory, test_findings *findings);
void test_close(nt_context *context, const test_memory *memory);

#endif
