/* Patterns of text with bounds on what they may cost. regex.c is the only user of PCRE2 among the filters. For tools/. */
#ifndef REGEX_H
#define REGEX_H

#include "tools/cli.h"

typedef struct regex regex;

/* Compiles a pattern; NULL after cli_usage, when it is no valid one, or cli_failed. Freed with regex_free. */
regex *regex_new(cli_run *cli, const char *pattern);
void regex_free(regex *pattern);

/* Whether the pattern is found in a text of at most 64 KiB; a text that is not UTF-8 is taken for Latin-1. False with
 * *reason set (static): a limit was met, so that nobody can say. */
bool regex_matches(regex *pattern, const char *text, size_t length, const char **reason);

#endif
