// The device functions of whole boards, compiled for the host.

#include "../kernels/bits.cu"

// All words of a row after a step.
void step_row(u64 *to, const u64 *from, const Way *way, u32 words) {
    for (u32 word = 0; word < words; word++) {
        to[word] = stepped(from, way, word);
    }
}
