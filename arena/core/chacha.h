// The block function of ChaCha20 (RFC 8439, 2.3), for eight blocks at once.
//
// Libraries are fast at one long stream. A match takes a word or two from each
// of many streams, and to set up a library's cipher for each of them takes
// eight times as long as this.
#ifndef ARENA_CORE_CHACHA_H_
#define ARENA_CORE_CHACHA_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace arena {

// One word of each of eight blocks, all at the same place.
using EightWords = uint32_t __attribute__((vector_size(32)));
using EightBlocks = std::array<EightWords, 16>;

// Turns the input (constants, key, counter, nonce) into keystream.
void ChaCha20(EightBlocks& blocks);

}  // namespace arena

#endif  // ARENA_CORE_CHACHA_H_
