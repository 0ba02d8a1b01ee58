/* Numbers without a pattern that are the same in each run. For the programs of the tests. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/* SplitMix64, Steele, Lea and Flood 2014. */
static inline uint64_t draw(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

#endif
