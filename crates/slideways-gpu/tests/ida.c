// The device functions of IDA*, compiled for the host.

#include "../kernels/ida.cu"

typedef struct {
    const u32 *rules;
    const u8 *table;
    const u32 (*next)[4];
    u64 expanded, generated, solved;
} Search;

u32 size_of_node(void) { return sizeof(Node); }

int take_step(const u32 *rules, const u8 *table, const Node *node, u32 dir, u32 state, Node *child) {
    return take(rules, table, node, dir, state, child);
}

// The entries of a whole table, two per byte.
void spread_table(const u32 *low, const u32 *high, const u32 *first, const u32 *others, u32 half, u32 cells, u32 tiles,
                  const u8 *excesses, u32 begin, u8 *table, u64 base, u64 places) {
    Ranking ranking = {low, high, first, others, half, cells, tiles};
    for (u64 place = 0; place < places; place++) {
        u32 found = spread_entry(&ranking, excesses, begin, place);
        table[(base + place) / 2] |= (u8)(found << (place % 2 * 4));
    }
}

// A whole iteration below one position.
void search(Search *search_, const Node *node) {
    search_->expanded++;
    for (u32 dir = 0; dir < 4; dir++) {
        u32 state = search_->next[node->state][dir];
        if (state == FORBIDDEN) {
            continue;
        }
        search_->generated++;
        Node child;
        int verdict = take(search_->rules, search_->table, node, dir, state, &child);
        if (verdict == KEPT) {
            search(search_, &child);
        }
        search_->solved += verdict == SOLVED;
    }
}
