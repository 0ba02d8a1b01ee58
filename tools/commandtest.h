/* Conditions on commands in comments, [%clk 0:00:09]. For nt-grep. */
#ifndef COMMANDTEST_H
#define COMMANDTEST_H

#include "tools/cli.h"
#include "tools/regex.h"

/* A bound of a range, in thousandths of what the command counts. */
typedef struct command_bound {
    bool exists, excluded;
    int64_t number;
} command_bound;

typedef struct command_test {
    char *name;
    bool missing;       /* the game must not have it */
    const char *equal;  /* the value is this text; NULL: not asked */
    regex *pattern;     /* the value matches; NULL: not asked */
    command_bound low, high;
} command_test;

/* Reads NAME, !NAME, NAME=TEXT, NAME~PATTERN, NAME<N, NAME<=N, NAME>N, NAME>=N; false after a message. text must outlive the
 * test. */
bool command_test_read(cli_run *cli, command_test *test, const char *text);
void command_test_free(command_test *test);

/* Whether a comment of the main line has such a command, or none has, as the test asks. NT_LIMIT: nobody can say, and a
 * message says why. */
nt_status command_test_game(cli_run *cli, const command_test *test, const nt_game *game, bool *passes);

#endif
