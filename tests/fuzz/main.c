/* Runs inputs through a target without a fuzzer: replay FOLDER/TARGET/FILE..., the target is the name of the folder. Run by
 * run.sh; the inputs in found/ once ended in a fault. */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char name[32] = "";
        const char *end = strrchr(argv[i], '/'), *begin = end;
        while (begin != NULL && begin > argv[i] && begin[-1] != '/') begin--;
        if (begin != NULL && (size_t)(end - begin) < sizeof name) memcpy(name, begin, (size_t)(end - begin));
        bytes input = {.at = NULL};
        if (!bytes_read(&input, argv[i])) {
            fprintf(stderr, "%s: cannot be read\n", argv[i]);
            return 2;
        }
        printf("%s\n", argv[i]);
        fflush(stdout);
        fuzz_run(fuzz_find(name), input.at == NULL ? (const unsigned char *)"" : input.at, input.size);
        bytes_free(&input);
    }
    return 0;
}
