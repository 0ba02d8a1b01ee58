/* Conditions on the tags of a game. For nt-grep. */
#ifndef TAGTEST_H
#define TAGTEST_H

#include "tools/cli.h"
#include "tools/regex.h"
#include "tools/values.h"

typedef enum tag_relation {
    TAG_IS_GIVEN,
    TAG_IS_MISSING,
    TAG_EQUALS,   /* byte for byte */
    TAG_DIFFERS,  /* given, and another text */
    TAG_MATCHES,  /* a pattern */
    TAG_MISMATCHES,
    TAG_CONTAINS, /* ASCII case ignored */
    TAG_IN_RANGE  /* between two dotted numbers */
} tag_relation;

/* A bound of a range. */
typedef struct tag_bound {
    bool exists, excluded; /* excluded: the bound itself is not in the range */
    values_number number;
} tag_bound;

typedef struct tag_test {
    tag_relation relation;
    char *name;
    const char *text;
    tag_bound low, high;
    regex *pattern;
} tag_test;

/* Reads NAME, !NAME, NAME=TEXT, NAME!=TEXT, NAME~PATTERN, NAME!~PATTERN, NAME<N, NAME<=N, NAME>N, NAME>=N, NAME=N..N; false
 * after a message. text must outlive the test. */
bool tag_test_read(cli_run *cli, tag_test *test, const char *text);

/* Reads the part from the relation on, without a name: `>40`, `=10..20`, `40` (which is =40). The test is a range. */
bool tag_test_read_range(cli_run *cli, tag_test *test, const char *option, const char *text);

/* A test whether a tag contains a text. */
bool tag_test_contains(cli_run *cli, tag_test *test, const char *name, const char *text);

void tag_test_free(tag_test *test);

/* Whether a game passes; text is room for the value. NT_NO_MEMORY; NT_LIMIT: nobody can say, and a message says why. */
nt_status tag_test_game(cli_run *cli, const tag_test *test, const nt_game *game, values_text *text, bool *passes);

/* The same for the tag of another name. */
nt_status tag_test_named(cli_run *cli, const tag_test *test, const char *name, const nt_game *game, values_text *text,
                         bool *passes);

/* Whether a number lies in the range of a test. */
bool tag_test_number(const tag_test *test, uint64_t number);

#endif
