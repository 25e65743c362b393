// IDA* on a device: one iteration, depth first in batches of 32 positions per warp.
//
// Every warp has a stack. It takes the 32 positions on top, one per lane, generates their successors in four
// directions, and pushes those that may lead to a solution within the threshold. So all lanes do the same, and the
// order is depth first: a stack has some hundred positions. A warp without positions takes new ones from a common
// pool; when the pool is empty and many warps have nothing to do, the stacks are emptied into the pool.
//
// The heuristic, the bound along the path and the pruning automaton are those of `engine::tiles::ida`, to the last
// bit: the same positions are expanded, in another order.
//
// Everything above `#ifdef __CUDACC__` at the end is plain C, too: tests compile it with the host's compiler and
// compare it with the library.

#ifdef __CUDACC__
#define DEVICE static __device__ __forceinline__
typedef unsigned char u8;
typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
#define ONES(x) __popc(x)
#else
#include <stdint.h>
#define DEVICE static inline
typedef uint8_t u8;
typedef int32_t i32;
typedef uint32_t u32;
typedef uint64_t u64;
#define ONES(x) ((u32)__builtin_popcount(x))
#endif

#define FORBIDDEN 0xFFFFFFFFu

// A position: 64 bytes.
typedef struct {
    // The home of the tile in each of the cells 0 to 11 and 12 to 23, five bits per cell; 0 for the blank's.
    u64 low, high;
    // The place of each pattern in the table: four patterns of the first view, four of the second.
    u32 place[8];
    // The excess of each pattern, four bits each.
    u32 excess;
    // The state of the pruning automaton.
    u32 state;
    // The Manhattan distance (8 bits), the bound (8), the sad steps left (6), the blank's cell (5), and the home of the
    // tile in cell 24 (5).
    u32 packed;
    // The number of the origin that it comes from.
    u32 origin;
} Node;

// The rules of a board, as words: the change of a place by a step of a tile, by direction, view and tile; then the
// patterns of a tile; then the tiles that a step brings nearer home, by the blank's cell and direction; then the
// distance in cells from the blank to the tile, by direction.
#define DELTA 0
#define PATTERN 256
#define NEARER 288
#define BESIDE 388
#define RULES 392

DEVICE u32 tile_at(const Node *node, u32 cell) {
    u64 word = cell < 12 ? node->low : node->high;
    u32 shift = 5 * (cell < 12 ? cell : cell - 12);
    return cell == 24 ? node->packed >> 27 : (u32)(word >> (shift & 63)) & 31;
}

// Put a tile into a cell, or take it out.
DEVICE void put(Node *node, u32 tile, u32 cell) {
    u32 shift = 5 * (cell < 12 ? cell : cell - 12) & 63;
    node->low ^= cell < 12 ? (u64)tile << shift : 0;
    node->high ^= cell >= 12 && cell < 24 ? (u64)tile << shift : 0;
    node->packed ^= cell == 24 ? tile << 27 : 0;
}

// The sum of four fields of four bits.
DEVICE u32 sum(u32 fields) {
    return (fields & 15) + (fields >> 4 & 15) + (fields >> 8 & 15) + (fields >> 12 & 15);
}

DEVICE u32 pick(const u32 *place, u32 at) {
    u32 low = at & 1 ? place[1] : place[0], high = at & 1 ? place[3] : place[2];
    return at & 2 ? high : low;
}

// A step of a tile into the blank's cell, before its table entries are known.
typedef struct {
    u32 tile, from, state, patterns;
    u32 place[2];
} Step;

// The step in a direction that leads the automaton to a state.
DEVICE Step aim(const u32 *rules, const Node *node, u32 dir, u32 state) {
    Step step;
    u32 blank = node->packed >> 22 & 31;
    step.from = blank + rules[BESIDE + dir];
    step.tile = tile_at(node, step.from);
    step.state = state;
    step.patterns = rules[PATTERN + step.tile];
    for (u32 view = 0; view < 2; view++) {
        u32 place = pick(node->place + 4 * view, step.patterns >> (8 * view) & 3);
        step.place[view] = place + rules[DELTA + 64 * dir + 32 * view + step.tile];
    }
    return step;
}

// The entry of the table at a place: two per byte.
DEVICE u32 entry(u8 two, u32 place) {
    return two >> (place % 2 * 4) & 15;
}

// The excesses with one of a view replaced.
DEVICE u32 replaced(u32 excess, const Step *step, u32 view, u32 found) {
    u32 shift = 4 * (4 * view + (step->patterns >> (8 * view) & 3));
    return (excess & ~(15u << shift)) | found << shift;
}

// The Manhattan distance after a step.
DEVICE u32 distance_after(const u32 *rules, const Node *node, const Step *step, u32 dir) {
    u32 blank = node->packed >> 22 & 31;
    u32 nearer = rules[NEARER + 4 * blank + dir] >> step->tile & 1;
    return (node->packed & 255) + 1 - 2 * nearer;
}

enum { DROPPED, KEPT, SOLVED };

// Whether a position with a heuristic value may lead to a solution within the threshold: `Batch::sort` of the library
// has the proof.
DEVICE int in_reach(const Node *node, u32 value) {
    u32 bound = node->packed >> 8 & 255, left = node->packed >> 16 & 63;
    return value < bound || value < bound + 2 * left;
}

// The position after a step, and what to do with it.
DEVICE int judge(const Node *node, const Step *step, u32 distance, u32 excess, Node *child) {
    u32 first = sum(excess), second = sum(excess >> 16);
    u32 value = distance + 2 * (first > second ? first : second);
    u32 bound = node->packed >> 8 & 255;
    u32 happy = value < bound;
    u32 blank = node->packed >> 22 & 31;
    if (!in_reach(node, value)) {
        return DROPPED;
    }
    child->low = node->low;
    child->high = node->high;
    child->packed = (node->packed & ~255u) | distance;
    child->packed += happy ? 0u - 256u : 256u - 65536u;
    child->packed = (child->packed & ~(31u << 22)) | step->from << 22;
    put(child, step->tile, step->from);
    put(child, step->tile, blank);
    for (u32 at = 0; at < 8; at++) {
        u32 moved = (step->patterns >> (at < 4 ? 0 : 8) & 3) == at % 4;
        child->place[at] = moved ? step->place[at / 4] : node->place[at];
    }
    child->excess = excess;
    child->state = step->state;
    child->origin = node->origin;
    return distance == 0 ? SOLVED : KEPT;
}

#ifndef __CUDACC__
// A tile's step as a whole; the kernel takes four at a time.
DEVICE int take(const u32 *rules, const u8 *table, const Node *node, u32 dir, u32 state, Node *child) {
    Step step = aim(rules, node, dir, state);
    u32 excess = node->excess;
    for (u32 view = 0; view < 2; view++) {
        u32 place = step.place[view];
        excess = replaced(excess, &step, view, entry(table[place / 2], place));
    }
    return judge(node, &step, distance_after(rules, node, &step, dir), excess, child);
}
#endif

// A pattern's table of the library: placements are numbered by the set of their cells and the order of their tiles.
// Here a place is simply a number to the base of the number of cells, one digit per tile, so that a step adds a
// constant. About half of all places have two tiles in one cell and are never looked up.
typedef struct {
    // The summands of the lower and the upper cells, and of the first tiles of an order and the others.
    const u32 *low, *high, *first, *others;
    u32 half, cells, tiles;
} Ranking;

// The rank of a place in the library's table, or FORBIDDEN if two tiles are in one cell.
DEVICE u32 rank_of(const Ranking *ranking, u64 place) {
    u32 set = 0, order = 0;
    u64 rest = place;
    for (u32 tile = 0; tile < ranking->tiles; tile++) {
        u32 cell = (u32)(rest % ranking->cells);
        rest /= ranking->cells;
        if (set >> cell & 1) {
            return FORBIDDEN;
        }
        set |= 1u << cell;
    }
    rest = place;
    for (u32 tile = 0; tile < ranking->tiles; tile++) {
        u32 cell = (u32)(rest % ranking->cells);
        rest /= ranking->cells;
        order |= tile << (3 * ONES(set & ((1u << cell) - 1)));
    }
    return ranking->low[set & ((1u << ranking->half) - 1)] + ranking->high[set >> ranking->half] +
           ranking->first[order & 4095] + ranking->others[order >> 12];
}

// The entry for a place, from the library's tables; `begin` is where the pattern's table begins in them.
DEVICE u32 spread_entry(const Ranking *ranking, const u8 *excesses, u32 begin, u64 place) {
    u32 rank = rank_of(ranking, place);
    return rank == FORBIDDEN ? 0 : entry(excesses[(begin + rank) / 2], begin + rank);
}

#ifdef __CUDACC__

#define LANES 32
#define ALL 0xFFFFFFFFu
// Steps between two looks at what the other warps do.
#define LOOK 32

// What the warps share.
typedef struct {
    // The first position of the pool that is not taken, and the number of its positions.
    u64 cursor, size;
    // Warps without positions, and how many of them end the launch.
    u64 idle, most_idle;
    // 1 + the origin of a solution.
    u64 found;
    u64 expanded, generated;
    // The least origin that is not finished.
    u64 unfinished;
} Shared;

// Four words at a time.
DEVICE Node load(const uint4 *stack, u32 capacity, u32 at) {
    Node node;
    uint4 a = stack[at], b = stack[capacity + at], c = stack[2 * capacity + at], d = stack[3 * capacity + at];
    node.low = a.x | (u64)a.y << 32;
    node.high = a.z | (u64)a.w << 32;
    node.place[0] = b.x; node.place[1] = b.y; node.place[2] = b.z; node.place[3] = b.w;
    node.place[4] = c.x; node.place[5] = c.y; node.place[6] = c.z; node.place[7] = c.w;
    node.excess = d.x; node.state = d.y; node.packed = d.z; node.origin = d.w;
    return node;
}

DEVICE void store(uint4 *stack, u32 capacity, u32 at, const Node *node) {
    stack[at] = make_uint4((u32)node->low, (u32)(node->low >> 32), (u32)node->high, (u32)(node->high >> 32));
    stack[capacity + at] = make_uint4(node->place[0], node->place[1], node->place[2], node->place[3]);
    stack[2 * capacity + at] = make_uint4(node->place[4], node->place[5], node->place[6], node->place[7]);
    stack[3 * capacity + at] = make_uint4(node->excess, node->state, node->packed, node->origin);
}

// A pool is an array of whole positions.
DEVICE Node load_pooled(const uint4 *pool, u64 at) {
    return load(pool + 4 * at, 1, 0);
}

// Work on the stacks for at most `steps` steps per warp. LAZY: look up the second view only for positions that the
// first does not drop.
template <int LAZY>
DEVICE void work(const u32 *board, const u8 *table, const uint4 *next, uint4 *stacks, u32 capacity, u32 *heights,
                 const uint4 *pool, Shared *shared, u32 steps, u32 grab) {
    __shared__ u32 rules[RULES];
    for (u32 i = threadIdx.x; i < RULES; i += blockDim.x) {
        rules[i] = board[i];
    }
    __syncthreads();
    u32 lane = threadIdx.x % LANES;
    u64 warp = (blockIdx.x * (u64)blockDim.x + threadIdx.x) / LANES;
    uint4 *stack = stacks + warp * capacity * 4;
    u32 height = heights[warp];
    u64 expanded = 0, generated = 0;
    int open = 1;
    for (u32 done = 0; done < steps; done++) {
        if (height < LANES && open) {
            u32 wanted = LANES - height < grab ? LANES - height : grab;
            u64 first = 0;
            if (lane == 0) {
                first = atomicAdd(&shared->cursor, (u64)wanted);
            }
            first = __shfl_sync(ALL, first, 0);
            u64 size = shared->size;
            u32 taken = first >= size ? 0 : size - first < wanted ? (u32)(size - first) : wanted;
            open = taken == wanted;
            if (lane < taken) {
                Node node = load_pooled(pool, first + lane);
                store(stack, capacity, height + lane, &node);
            }
            height += taken;
            __syncwarp();
        }
        if (height == 0) {
            if (lane == 0) {
                atomicAdd(&shared->idle, 1ull);
            }
            break;
        }
        // A full stack is emptied into the pool by the host.
        if (height + 4 * LANES > capacity) {
            if (lane == 0) {
                atomicAdd(&shared->idle, shared->most_idle + 1);
            }
            break;
        }
        if (done % LOOK == LOOK - 1) {
            u64 idle = 0, found = 0;
            if (lane == 0) {
                idle = *(volatile u64 *)&shared->idle;
                found = *(volatile u64 *)&shared->found;
            }
            idle = __shfl_sync(ALL, idle, 0);
            found = __shfl_sync(ALL, found, 0);
            if (idle > shared->most_idle || found) {
                break;
            }
        }
        u32 number = height < LANES ? height : LANES;
        height -= number;
        int active = lane < number;
        Node node = load(stack, capacity, height + (active ? lane : 0));
        uint4 states = next[node.state];
        u32 after[4] = {states.x, states.y, states.z, states.w};
        Step aimed[4];
        u8 first[4], second[4];
        expanded += active;
#pragma unroll
        for (u32 dir = 0; dir < 4; dir++) {
            if (!active) {
                after[dir] = FORBIDDEN;
            }
            int allowed = after[dir] != FORBIDDEN;
            generated += allowed;
            if (allowed) {
                aimed[dir] = aim(rules, &node, dir, after[dir]);
                first[dir] = table[aimed[dir].place[0] / 2];
                if (!LAZY) {
                    second[dir] = table[aimed[dir].place[1] / 2];
                }
            }
        }
        u32 excess[4], distance[4];
#pragma unroll
        for (u32 dir = 0; dir < 4; dir++) {
            if (after[dir] != FORBIDDEN) {
                u32 found = entry(first[dir], aimed[dir].place[0]);
                excess[dir] = replaced(node.excess, &aimed[dir], 0, found);
                distance[dir] = distance_after(rules, &node, &aimed[dir], dir);
                if (LAZY) {
                    if (in_reach(&node, distance[dir] + 2 * sum(excess[dir]))) {
                        second[dir] = table[aimed[dir].place[1] / 2];
                    } else {
                        after[dir] = FORBIDDEN;
                    }
                }
            }
        }
        // All loads of this batch are over before the first store.
        __syncwarp();
#pragma unroll
        for (u32 dir = 0; dir < 4; dir++) {
            Node child;
            int verdict = DROPPED;
            if (after[dir] != FORBIDDEN) {
                u32 found = entry(second[dir], aimed[dir].place[1]);
                u32 both = replaced(excess[dir], &aimed[dir], 1, found);
                verdict = judge(&node, &aimed[dir], distance[dir], both, &child);
            }
            u32 kept = __ballot_sync(ALL, verdict == KEPT);
            if (verdict == KEPT) {
                store(stack, capacity, height + __popc(kept & ((1u << lane) - 1)), &child);
            }
            if (verdict == SOLVED) {
                atomicCAS(&shared->found, 0ull, 1ull + node.origin);
            }
            height += __popc(kept);
        }
        __syncwarp();
    }
    if (lane == 0) {
        heights[warp] = height;
    }
    for (u32 by = 16; by > 0; by /= 2) {
        expanded += __shfl_down_sync(ALL, expanded, by);
        generated += __shfl_down_sync(ALL, generated, by);
    }
    if (lane == 0) {
        atomicAdd(&shared->expanded, expanded);
        atomicAdd(&shared->generated, generated);
    }
}

extern "C" __global__ void __launch_bounds__(128)
ida_eager(const u32 *board, const u8 *table, const uint4 *next, uint4 *stacks, u32 capacity, u32 *heights,
          const uint4 *pool, Shared *shared, u32 steps, u32 grab) {
    work<0>(board, table, next, stacks, capacity, heights, pool, shared, steps, grab);
}

extern "C" __global__ void __launch_bounds__(128)
ida_lazy(const u32 *board, const u8 *table, const uint4 *next, uint4 *stacks, u32 capacity, u32 *heights,
         const uint4 *pool, Shared *shared, u32 steps, u32 grab) {
    work<1>(board, table, next, stacks, capacity, heights, pool, shared, steps, grab);
}

// Empty all stacks into the pool, of which everything has been taken.
extern "C" __global__ void ida_pool(const uint4 *stacks, u32 capacity, u32 *heights, uint4 *pool, Shared *shared) {
    u32 lane = threadIdx.x % LANES;
    u64 warp = (blockIdx.x * (u64)blockDim.x + threadIdx.x) / LANES;
    const uint4 *stack = stacks + warp * capacity * 4;
    u32 height = heights[warp];
    u64 first = 0;
    if (lane == 0 && height > 0) {
        first = atomicAdd(&shared->size, (u64)height);
    }
    first = __shfl_sync(ALL, first, 0);
    for (u32 at = lane; at < height; at += LANES) {
        Node node = load(stack, capacity, at);
        store(pool + 4 * (first + at), 1, 0, &node);
    }
    __syncwarp();
    if (lane == 0) {
        heights[warp] = 0;
    }
}

// The least origin of all positions on the stacks and in the pool.
extern "C" __global__ void ida_unfinished(const uint4 *stacks, u32 capacity, const u32 *heights, const uint4 *pool,
                                          Shared *shared) {
    u32 lane = threadIdx.x % LANES;
    u64 warp = (blockIdx.x * (u64)blockDim.x + threadIdx.x) / LANES, warps = gridDim.x * (u64)blockDim.x / LANES;
    const uint4 *stack = stacks + warp * capacity * 4;
    u32 height = heights[warp], least = ALL;
    for (u32 at = lane; at < height; at += LANES) {
        u32 origin = stack[3 * capacity + at].w;
        least = origin < least ? origin : least;
    }
    for (u64 at = shared->cursor + warp * LANES + lane; at < shared->size; at += warps * LANES) {
        u32 origin = pool[4 * at + 3].w;
        least = origin < least ? origin : least;
    }
    for (u32 by = 16; by > 0; by /= 2) {
        u32 other = __shfl_down_sync(ALL, least, by);
        least = other < least ? other : least;
    }
    if (lane == 0) {
        atomicMin(&shared->unfinished, (u64)least);
    }
}

// Write the table of one pattern, from the `first` byte on: one thread per byte.
extern "C" __global__ void ida_spread(const u32 *low, const u32 *high, const u32 *first, const u32 *others, u32 half,
                                      u32 cells, u32 tiles, const u8 *excesses, u32 begin, u8 *table, u64 base,
                                      u64 places) {
    Ranking ranking = {low, high, first, others, half, cells, tiles};
    u64 byte = blockIdx.x * (u64)blockDim.x + threadIdx.x;
    if (2 * byte < places) {
        u32 even = spread_entry(&ranking, excesses, begin, 2 * byte);
        u32 odd = 2 * byte + 1 < places ? spread_entry(&ranking, excesses, begin, 2 * byte + 1) : 0;
        table[base / 2 + byte] = (u8)(even | odd << 4);
    }
}

#endif
