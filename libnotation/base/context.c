/* The context: settings with their defaults filled in, counts of findings, names of statuses. Public. */
#include "base/base.h"

#include <stdlib.h>

const char *nt_version(void) { return NT_VERSION; }

const char *nt_status_text(nt_status status) {
    switch (status) {
    case NT_OK: return "success";
    case NT_END: return "no more games";
    case NT_INVALID: return "the input is not valid";
    case NT_NO_MEMORY: return "out of memory";
    case NT_IO: return "reading or writing failed";
    case NT_LIMIT: return "a limit was exceeded";
    case NT_USAGE: return "unknown name";
    }
    return "unknown status";
}

static void *resize_by_malloc(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    if (new_size > 0) return realloc(block, new_size);
    free(block);
    return NULL;
}

static void set_default(size_t *limit, size_t value) {
    if (*limit == 0) *limit = value;
}

static void set_default_limits(nt_limits *limits) {
    set_default(&limits->game_bytes, (size_t)64 << 20);
    set_default(&limits->plies, 100000);
    set_default(&limits->nesting, 1000);
    set_default(&limits->tags, 1000);
    set_default(&limits->tag_name, 255);
    set_default(&limits->tag_value, (size_t)64 << 10);
    set_default(&limits->comment, (size_t)1 << 20);
    set_default(&limits->nags, 64);
    set_default(&limits->variant_file, (size_t)256 << 10);
    /* Spans and places of a game are 32 bits wide. */
    if (limits->game_bytes > UINT32_MAX / 2) limits->game_bytes = UINT32_MAX / 2;
}

nt_context *nt_context_new(const nt_settings *settings) {
    static const nt_settings defaults;
    if (!settings) settings = &defaults;
    nt_allocator allocator = settings->allocator;
    if (!allocator.resize) allocator = (nt_allocator){resize_by_malloc, NULL};
    nt_context *context = allocator.resize(allocator.user, NULL, 0, sizeof *context);
    if (!context) return NULL;
    *context = (nt_context){
        .allocator = allocator,
        .by_malloc = allocator.resize == resize_by_malloc,
        .sink = settings->sink,
        .sink_user = settings->sink_user,
        .mode = settings->mode,
        .limits = settings->limits,
        .language = settings->language,
        .to_language = settings->to_language,
    };
    set_default_limits(&context->limits);
    return context;
}

void nt_context_free(nt_context *context) {
    if (!context) return;
    if (context->free_variants) context->free_variants(context);
    if (context->free_map) context->free_map(context);
    nt_allocator allocator = context->allocator;
    allocator.resize(allocator.user, context, sizeof *context, 0);
}

uint64_t nt_context_errors(const nt_context *context) { return context->errors; }

uint64_t nt_context_warnings(const nt_context *context) { return context->warnings; }
