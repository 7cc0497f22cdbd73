/* The yardstick of benchmarks/lab.py: the compiled tables, walked by a scalar loop, one result a lookup. */
#include <stdint.h>

static inline uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}
static inline uint64_t turn(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

int64_t play(const uint16_t *kinds, const int32_t *step, const int64_t *credit, const int32_t *branch,
             const int64_t *low, const int64_t *spent, const int32_t *to, const int64_t *stakes, const int8_t *ends,
             uint64_t count, uint64_t state0, int64_t cash0, uint64_t results, uint64_t least, uint64_t key,
             uint64_t first, uint64_t sessions, uint64_t rolls, int64_t *finals) {
    const uint64_t gamma = 0x9E3779B97F4A7C15u;
    int64_t rolled = 0;
    for (uint64_t n = 0; n < sessions; n++) {
        uint64_t at = key + gamma * (4 * (first + n) + 1);
        uint64_t s0 = mix(at), s1 = mix(at + gamma), s2 = mix(at + 2 * gamma), s3 = mix(at + 3 * gamma);
        uint64_t t = 0, state = state0;
        int64_t cash = cash0;
        while (t < rolls && !ends[state]) {
            uint64_t word = turn(s0 + s3, 23) + s0, shifted = s1 << 17;
            s2 ^= s0; s3 ^= s1; s1 ^= s2; s0 ^= s3; s2 ^= shifted; s3 = turn(s3, 45);
            for (int half = 0; half < 2; half++, word >>= 32) {
                uint64_t shows[4], left = (uint32_t)word;
                for (int k = 0; k < 4; k++) {
                    uint64_t product = left * results;
                    shows[k] = product >> 32;
                    left = (uint32_t)product;
                }
                if (left < least) continue;
                for (int k = 0; k < 4 && t < rolls && !ends[state]; k++, t++) {
                    int32_t group = step[state * count + kinds[shows[k]]], b = branch[group];
                    cash += credit[group];
                    while (cash < low[b]) b++;
                    cash -= spent[b];
                    state = to[b];
                }
            }
        }
        finals[n] = cash + stakes[state];
        rolled += t;
    }
    return rolled;
}
