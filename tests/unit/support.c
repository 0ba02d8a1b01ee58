/* What the unit tests share; see support.h. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

static void *resize(void *user, void *block, size_t old_size, size_t new_size) {
    test_memory *memory = user;
    if (new_size > 0 && ++memory->count == memory->fail_at) return NULL;
    void *new_block = NULL;
    if (new_size == 0) free(block);
    else new_block = realloc(block, new_size);
    memory->live += new_size - old_size;
    return new_block;
}

nt_allocator test_allocator(test_memory *memory) { return (nt_allocator){resize, memory}; }

static void keep(void *user, const nt_diagnostic *diagnostic) {
    test_findings *findings = user;
    findings->count++;
    snprintf(findings->id, sizeof findings->id, "%s", diagnostic->id);
    snprintf(findings->text, sizeof findings->text, "%s", diagnostic->text);
    snprintf(findings->where, sizeof findings->where, "%s", diagnostic->where);
    snprintf(findings->file, sizeof findings->file, "%s", diagnostic->file ? diagnostic->file : "");
    findings->severity = diagnostic->severity;
    findings->line = diagnostic->line;
    findings->column = diagnostic->column;
    findings->offset = diagnostic->offset;
    findings->game = diagnostic->game;
    findings->ply = diagnostic->ply;
}

nt_context *test_context(test_memory *memory, test_findings *findings, nt_mode mode, nt_limits limits) {
    nt_settings settings = {.sink = findings ? keep : NULL, .sink_user = findings, .mode = mode, .limits = limits};
    if (memory) settings.allocator = test_allocator(memory);
    return nt_context_new(&settings);
}

nt_context *test_open(test_memory *memory, test_findings *findings) {
    *memory = (test_memory){0};
    *findings = (test_findings){0};
    return test_context(memory, findings, NT_TOLERANT, (nt_limits){0});
}

void test_close(nt_context *context, const test_memory *memory) {
    nt_context_free(context);
    ck_assert_uint_eq(memory->live, 0);
}
