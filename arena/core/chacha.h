// The block function of ChaCha20 (RFC 8439, 2.3), for eight blocks at once.
//
// Libraries make one stream quickly; a match takes a word or two of each of
// many streams, for which setting up a library's cipher takes eight times as
// long as this.
#ifndef ARENA_CORE_CHACHA_H_
#define ARENA_CORE_CHACHA_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace arena {

// The same word of eight blocks.
using EightWords = uint32_t __attribute__((vector_size(32)));
using EightBlocks = std::array<EightWords, 16>;

// Turns the input (constants, key, counter, nonce) into keystream.
void ChaCha20(EightBlocks& blocks);

}  // namespace arena

#endif  // ARENA_CORE_CHACHA_H_
