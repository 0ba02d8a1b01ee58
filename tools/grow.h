/* Arrays that grow. For tools/ only. */
#ifndef GROW_H
#define GROW_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for count elements of a size in an array, whose address is given: &list, &capacity. Capacities double, from 32 on,
 * so that adding one after the other costs amortised constant time. False: no memory, and all is as it was. */
bool grow(void *array_pointer, size_t *capacity, size_t count, size_t size);

#endif
