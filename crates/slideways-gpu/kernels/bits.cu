// Whole boards with one bit per position: one layer of breadth-first search in a few launches.
//
// The tables are those of `engine::tiles::bit_bfs`: a row of words per cell of the blank (or per row or column of the
// board), sixty orders of the tiles per word. One thread finds one word of a layer: it gathers the words from which
// the blank can step, each with two neighbours of the order exchanged, or two such exchanges, or none.
//
// Everything above `#ifdef __CUDACC__` at the end is plain C, too: tests compare it with the library.

#ifdef __CUDACC__
#define DEVICE static __device__ __forceinline__
typedef unsigned int u32;
typedef unsigned long long u64;
#else
#include <stdint.h>
#define DEVICE static inline
typedef uint32_t u32;
typedef uint64_t u64;
#endif

// A step of the blank, as the exchanges of neighbours in the order of the tiles.
typedef struct {
    // The row of words that it comes from.
    u32 row;
    // The number of exchanges, at most two.
    u32 exchanges;
    // The radix of the first digit of each, and the product of the radices of the digits below both that number words.
    u32 radix[2], low[2];
    // Whether the digits have an odd sum before the step.
    u32 odd;
} Way;

// The steps into one cell.
typedef struct {
    u32 row;
    u32 ways;
    Way way[4];
} Cell;

// The digits of two neighbours after they change places.
DEVICE void exchange(u32 *p, u32 *q) {
    u32 first = *p, second = *q;
    *p = first > second ? second : second + 1;
    *q = first > second ? first - 1 : first;
}

// The bits of groups of `size` bits, numbered by a digit of `radix` and one of the next smaller radix, that move up by
// `far` groups when the digits change places.
#define BIT(from, size) (((1ull << (size)) - 1) << ((from) * (size)))
// Radix 5: p <= q, group 4p + q, three bits each; it moves by 4 (q + 1 - p) + p - q groups = 4 + 3 (q - p).
#define FIVE_0 (BIT(0, 3) | BIT(5, 3) | BIT(10, 3) | BIT(15, 3))
#define FIVE_1 (BIT(1, 3) | BIT(6, 3) | BIT(11, 3))
#define FIVE_2 (BIT(2, 3) | BIT(7, 3))
#define FIVE_3 BIT(3, 3)
// Radix 4: p <= q, bit 3p + q of every twelve; it moves by 3 + 2 (q - p) bits.
#define TWELVES 0x0001001001001001ull
#define FOUR_0 (TWELVES * 0x111)
#define FOUR_1 (TWELVES * 0x022)
#define FOUR_2 (TWELVES * 0x004)
// The first bit of every group of three.
#define FIRSTS 0x0249249249249249ull
// All bits whose first two digits have an even sum: groups of three bits, 4p + q.
#define EVEN_4 (BIT(0, 3) | BIT(2, 3))
#define ODD_4 (BIT(1, 3) | BIT(3, 3))
#define EVEN (EVEN_4 | ODD_4 << 12 | EVEN_4 << 24 | ODD_4 << 36 | EVEN_4 << 48)

DEVICE u64 moved(u64 word, u32 far, u64 mask) {
    return (word & mask) << far | (word >> far & mask);
}

DEVICE u64 five(u64 word) {
    return moved(word, 12, FIVE_0) | moved(word, 21, FIVE_1) | moved(word, 30, FIVE_2) | moved(word, 39, FIVE_3);
}

DEVICE u64 four(u64 word) {
    return moved(word, 3, FOUR_0) | moved(word, 5, FOUR_1) | moved(word, 7, FOUR_2);
}

// Radix 3: three bits rotate, by the parity of all digits before them.
DEVICE u64 turned(u64 word, u64 even) {
    u64 up = word & even, down = word & ~even;
    up = (up & (FIRSTS | FIRSTS << 1)) << 1 | (up >> 2 & FIRSTS);
    down = (down & FIRSTS) << 2 | (down >> 1 & (FIRSTS | FIRSTS << 1));
    return up | down;
}

// The bits with an even sum of digits, in a word with this number.
DEVICE u64 evens(u32 word, u32 odd) {
    u32 total = odd;
    for (u32 radix = 6; word > 0; radix++) {
        total += word % radix;
        word /= radix;
    }
    return total % 2 ? ~EVEN : EVEN;
}

DEVICE u64 before(const u64 *row, const Way *way, u32 word) {
    (void)way;
    return row[word];
}

// A word after an exchange, given the words before it.
#define EXCHANGED(NAME, GET, AT)                                                                                       \
    DEVICE u64 NAME(const u64 *row, const Way *way, u32 word) {                                                        \
        u32 radix = way->radix[AT];                                                                                    \
        if (radix <= 2) {                                                                                              \
            return GET(row, way, word);                                                                                \
        }                                                                                                              \
        if (radix == 3) {                                                                                              \
            return turned(GET(row, way, word), evens(word, way->odd + AT));                                            \
        }                                                                                                              \
        if (radix == 4) {                                                                                              \
            return four(GET(row, way, word));                                                                          \
        }                                                                                                              \
        if (radix == 5) {                                                                                              \
            return five(GET(row, way, word));                                                                          \
        }                                                                                                              \
        if (radix == 6) {                                                                                              \
            u32 number = word % 6;                                                                                     \
            u64 all = 0;                                                                                               \
            for (u32 group = 0; group < 5; group++) {                                                                  \
                u32 of = number, from = group;                                                                         \
                exchange(&of, &from);                                                                                  \
                all |= (GET(row, way, word - number + of) >> (12 * from) & 4095) << (12 * group);                      \
            }                                                                                                          \
            return all;                                                                                                \
        }                                                                                                              \
        u32 low = way->low[AT], stretch = word / low;                                                                  \
        u32 q = stretch % (radix - 1), p = stretch / (radix - 1) % radix;                                              \
        u32 number = p * (radix - 1) + q;                                                                              \
        exchange(&p, &q);                                                                                              \
        return GET(row, way, word + (p * (radix - 1) + q) * low - number * low);                                       \
    }

EXCHANGED(once, before, 0)
EXCHANGED(twice, once, 1)

// The orders of a word after the step.
DEVICE u64 stepped(const u64 *row, const Way *way, u32 word) {
    return way->exchanges == 0 ? row[word] : way->exchanges == 1 ? once(row, way, word) : twice(row, way, word);
}

#ifdef __CUDACC__

// The number of positions found, and some of them: cell, word and bits each.
typedef struct {
    u64 count;
    u64 listed;
} Tally;

#define MOST_LISTED 65536ull

DEVICE void list(Tally *tally, u64 *listed, u32 cell, u32 word, u64 bits) {
    if (*(volatile u64 *)&tally->listed < MOST_LISTED) {
        u64 at = atomicAdd(&tally->listed, 1ull);
        if (at < MOST_LISTED) {
            listed[2 * at] = (u64)cell << 32 | word;
            listed[2 * at + 1] = bits;
        }
    }
}

// Add the counts of all threads of a block.
DEVICE void tell(Tally *tally, u32 count) {
    __shared__ u32 all;
    if (threadIdx.x == 0) {
        all = 0;
    }
    __syncthreads();
    for (u32 by = 16; by > 0; by /= 2) {
        count += __shfl_down_sync(0xFFFFFFFFu, count, by);
    }
    if (threadIdx.x % 32 == 0 && count > 0) {
        atomicAdd(&all, count);
    }
    __syncthreads();
    if (threadIdx.x == 0 && all > 0) {
        atomicAdd(&tally->count, (u64)all);
    }
}

// The single-tile metric: one word of all rows of one colour.
extern "C" __global__ void __launch_bounds__(256)
bits_single(u64 *table, const Cell *board, u32 cells, u32 words, u64 full, Tally *tally, u64 *listed) {
    __shared__ Cell cell[16];
    for (u32 i = threadIdx.x; i < cells * sizeof(Cell) / 4; i += blockDim.x) {
        ((u32 *)cell)[i] = ((const u32 *)board)[i];
    }
    __syncthreads();
    u32 word = blockIdx.x * blockDim.x + threadIdx.x;
    u32 count = 0;
    if (word < words) {
        for (u32 at = 0; at < cells; at++) {
            u64 *row = table + (u64)cell[at].row * words;
            u64 seen = row[word];
            if (seen == full) {
                continue;
            }
            u64 reached = 0;
            for (u32 way = 0; way < cell[at].ways; way++) {
                reached |= stepped(table + (u64)cell[at].way[way].row * words, &cell[at].way[way], word);
            }
            reached &= ~seen;
            if (reached) {
                row[word] = seen | reached;
                count += __popcll(reached);
                list(tally, listed, cell[at].row, word, reached);
            }
        }
    }
    tell(tally, count);
}

// The multi-tile metric: let the blank step with all orders of a row, and add those of another if there is one.
extern "C" __global__ void __launch_bounds__(256)
bits_pass(u64 *to, const u64 *from, const u64 *here, u32 words, u32 exchanges, u32 first_radix, u32 second_radix,
          u32 first_low, u32 second_low, u32 odd) {
    u32 word = blockIdx.x * blockDim.x + threadIdx.x;
    if (word < words) {
        Way way = {0, exchanges, {first_radix, second_radix}, {first_low, second_low}, odd};
        to[word] = (here ? here[word] : 0) | stepped(from, &way, word);
    }
}

// The multi-tile metric: count the positions reached in a row of the board, list those that are not, and add the columns
// to the row.
extern "C" __global__ void __launch_bounds__(256)
bits_meet(u64 *row, const u64 *column_0, const u64 *column_1, const u64 *column_2, const u64 *column_3, u32 columns,
          u32 words, u64 full, u32 cell, Tally *tally, u64 *listed) {
    u32 word = blockIdx.x * blockDim.x + threadIdx.x;
    u32 count = 0;
    if (word < words) {
        const u64 *column[4] = {column_0, column_1, column_2, column_3};
        u64 here = row[word], all = here;
#pragma unroll
        for (u32 at = 0; at < 4; at++) {
            if (at < columns) {
                u64 other = column[at][word];
                u64 both = here | other;
                all |= other;
                count += __popcll(both);
                if (both != full) {
                    list(tally, listed, cell + at, word, full & ~both);
                }
            }
        }
        if (all != here) {
            row[word] = all;
        }
    }
    tell(tally, count);
}

#endif
