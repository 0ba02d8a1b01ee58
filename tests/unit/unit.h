/* What every unit test shares: the end of its main. Each C file of tests/unit is a program of its own, built by `make tests`
 * with the static library, so that functions which the shared library hides can be tested. */
#ifndef UNIT_H
#define UNIT_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

/* Runs the tests of a suite, prints the failures and the line "N passed, N failed", and frees the suite. Returns the exit
 * status of the program. */
static inline int unit_run(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    int run = srunner_ntests_run(runner);
    srunner_free(runner);
    printf("%d passed, %d failed\n", run - failed, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
