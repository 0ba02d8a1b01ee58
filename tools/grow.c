/* See grow.h. */
#include "tools/grow.h"

#include <stdint.h>
#include <stdlib.h>

enum { FIRST = 32 };

bool grow(void *array_pointer, size_t *capacity, size_t count, size_t size) {
    void **array = array_pointer;
    size_t wanted = *capacity == 0 ? FIRST : *capacity;
    while (wanted < count && wanted <= SIZE_MAX / 2) wanted *= 2;
    if (wanted == *capacity) return true;
    void *grown = wanted < count || wanted > SIZE_MAX / size ? NULL : realloc(*array, wanted * size);
    if (grown == NULL) return false;
    *array = grown;
    *capacity = wanted;
    return true;
}
