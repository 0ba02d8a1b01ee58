/* PCRE2 within limits: a pattern and a text come from strangers, so that both must be cheap. Called by tagtest.c. */
#include "tools/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_PATTERN = 1000, MAX_TEXT = 65536, MAX_PARENTHESES = 50,
    MATCH_LIMIT = 1000000, DEPTH_LIMIT = 10000, HEAP_LIMIT = 16384, /* KiB */
    JIT_FIRST = 32 * 1024, JIT_MOST = 512 * 1024
};

struct regex {
    pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *match;
    pcre2_jit_stack *stack;
    char *text; /* a text in Latin-1, converted */
};

void regex_free(regex *pattern) {
    if (pattern == NULL) return;
    pcre2_match_data_free(pattern->data);
    pcre2_match_context_free(pattern->match);
    pcre2_jit_stack_free(pattern->stack);
    pcre2_code_free(pattern->code);
    free(pattern->text);
    free(pattern);
}

static bool compile(cli_run *cli, regex *made, const char *pattern) {
    int error = 0;
    PCRE2_SIZE at = 0;
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    if (context == NULL) return false;
    pcre2_set_max_pattern_length(context, MAX_PATTERN);
    pcre2_set_parens_nest_limit(context, MAX_PARENTHESES);
    made->code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C, &error, &at,
                               context);
    pcre2_compile_context_free(context);
    if (made->code != NULL) return true;
    PCRE2_UCHAR message[200];
    pcre2_get_error_message(error, message, sizeof message);
    cli_usage(cli, "the pattern '%s' is wrong at byte %zu: %s", pattern, (size_t)at + 1, (const char *)message);
    return false;
}

/* Without the compiler to machine code a pattern is interpreted, which is slower and no less right. */
static bool prepare(regex *made) {
    made->data = pcre2_match_data_create(1, NULL);
    made->match = pcre2_match_context_create(NULL);
    if (made->data == NULL || made->match == NULL) return false;
    pcre2_set_match_limit(made->match, MATCH_LIMIT);
    pcre2_set_depth_limit(made->match, DEPTH_LIMIT);
    pcre2_set_heap_limit(made->match, HEAP_LIMIT);
    if (pcre2_jit_compile(made->code, PCRE2_JIT_COMPLETE) != 0) return true;
    made->stack = pcre2_jit_stack_create(JIT_FIRST, JIT_MOST, NULL);
    if (made->stack != NULL) pcre2_jit_stack_assign(made->match, NULL, made->stack);
    return true;
}

regex *regex_new(cli_run *cli, const char *pattern) {
    regex *made = calloc(1, sizeof *made);
    if (made != NULL && compile(cli, made, pattern) && prepare(made)) return made;
    if (cli->status == CLI_FINE) cli_failed(cli, NT_NO_MEMORY, "compile the pattern");
    regex_free(made);
    return NULL;
}

static size_t latin_to_utf8(const char *text, size_t length, char *to) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >= 0x80) to[count++] = (char)(0xC0 | byte >> 6);
        to[count++] = (char)(byte >= 0x80 ? 0x80 | (byte & 0x3F) : byte);
    }
    return count;
}

static int match(const regex *pattern, const char *text, size_t length, uint32_t options) {
    return pcre2_match(pattern->code, (PCRE2_SPTR)text, length, 0, options, pattern->data, pattern->match);
}

static const char *limit_name(int error) {
    switch (error) {
    case PCRE2_ERROR_MATCHLIMIT: return "match limit (1000000)";
    case PCRE2_ERROR_DEPTHLIMIT: return "depth limit (10000)";
    case PCRE2_ERROR_HEAPLIMIT: return "heap limit (16 MiB)";
    case PCRE2_ERROR_JIT_STACKLIMIT: return "stack limit (512 KiB)";
    case PCRE2_ERROR_NOMEMORY: return "memory at hand";
    default: return "limits of the pattern library";
    }
}

bool regex_matches(regex *pattern, const char *text, size_t length, const char **reason) {
    *reason = length > MAX_TEXT ? "length of a text (64 KiB)" : NULL;
    if (*reason != NULL) return false;
    int found = match(pattern, text, length, 0);
    if (found <= PCRE2_ERROR_UTF8_ERR1 && found >= PCRE2_ERROR_UTF8_ERR21) {
        if (pattern->text == NULL) pattern->text = malloc(2 * MAX_TEXT);
        *reason = pattern->text == NULL ? "memory at hand" : NULL;
        if (*reason != NULL) return false;
        length = latin_to_utf8(text, length, pattern->text);
        text = pattern->text;
        found = match(pattern, text, length, 0);
    }
    if (found == PCRE2_ERROR_JIT_STACKLIMIT) found = match(pattern, text, length, PCRE2_NO_JIT);
    if (found < 0 && found != PCRE2_ERROR_NOMATCH) *reason = limit_name(found);
    return found >= 0;
}
