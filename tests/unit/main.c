/* Runs all unit tests and ends with the line "N passed, N failed". Each file test_NAME.c offers NAME_suite; make writes
 * one line SUITE(NAME) a file into suites.def. All are linked with the static library, so that functions which the shared
 * library hides can be tested. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define SUITE(name) Suite *name##_suite(void);
#include "suites.def"
#undef SUITE

int main(void) {
    setenv("CK_DEFAULT_TIMEOUT", "60", 0); /* seconds of wall time for one test: a busy machine is no fault */
    SRunner *runner = srunner_create(NULL);
#define SUITE(name) srunner_add_suite(runner, name##_suite());
#include "suites.def"
#undef SUITE
    srunner_run_all(runner, CK_NORMAL);
    int run = srunner_ntests_run(runner), failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    printf("%d passed, %d failed\n", run - failed, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
