#include "arena/core/chacha.h"

namespace arena {
namespace {

// Always inlined, so that the compiler uses the instructions of the processor
// that the caller is compiled for.
[[gnu::always_inline]] inline void AddAndTurn(EightWords& sum,
                                              const EightWords& more,
                                              EightWords& turned, int bits) {
  sum += more;
  turned ^= sum;
  turned = turned << bits | turned >> (32 - bits);
}

[[gnu::always_inline]] inline void QuarterRound(EightWords& a, EightWords& b,
                                                EightWords& c, EightWords& d) {
  AddAndTurn(a, b, d, 16);
  AddAndTurn(c, d, b, 12);
  AddAndTurn(a, b, d, 8);
  AddAndTurn(c, d, b, 7);
}

// Mixes the columns and then the diagonals, ten times.
[[gnu::always_inline]] inline void Scramble(EightBlocks& blocks) {
  EightBlocks x = blocks;
  for (int i = 0; i < 10; ++i) {
    QuarterRound(x[0], x[4], x[8], x[12]);
    QuarterRound(x[1], x[5], x[9], x[13]);
    QuarterRound(x[2], x[6], x[10], x[14]);
    QuarterRound(x[3], x[7], x[11], x[15]);
    QuarterRound(x[0], x[5], x[10], x[15]);
    QuarterRound(x[1], x[6], x[11], x[12]);
    QuarterRound(x[2], x[7], x[8], x[13]);
    QuarterRound(x[3], x[4], x[9], x[14]);
  }
  for (size_t i = 0; i < x.size(); ++i) blocks[i] += x[i];
}

#ifdef __x86_64__
[[gnu::target("avx2")]] void ScrambleByAvx2(EightBlocks& blocks) {
  Scramble(blocks);
}
#endif

}  // namespace

void ChaCha20(EightBlocks& blocks) {
#ifdef __x86_64__
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) return ScrambleByAvx2(blocks);
#endif
  Scramble(blocks);
}

}  // namespace arena
