// The bytes of a fuzzer, read as small choices and pieces.
#ifndef TESTS_FUZZ_INPUT_H_
#define TESTS_FUZZ_INPUT_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "arena/core/bytes.h"
#include "arena/core/check.h"
#include "arena/games/base/any_state.h"
#include "arena/games/registry.h"

namespace arena::fuzz {

// Reading never fails: after the end of the bytes all numbers are 0 and all
// pieces are empty.
class Input {
 public:
  explicit Input(absl::string_view bytes) : reader_(bytes) {}

  bool empty() const { return reader_.empty(); }
  // A number below `limit`, which is at most 256.
  int Below(int limit) {
    uint8_t byte = 0;
    return reader_.Byte(byte) ? byte % limit : 0;
  }
  // A length-prefixed piece; if it is cut off, the bytes that are there.
  absl::string_view Piece() {
    uint64_t size = 0;
    absl::string_view piece;
    reader_.Varint(std::numeric_limits<uint32_t>::max(), size);
    reader_.Bytes(std::min<size_t>(size, reader_.rest().size()), piece);
    return piece;
  }
  absl::string_view Rest() { return reader_.rest(); }

 private:
  ByteReader reader_;
};

inline void PutPiece(absl::string_view piece, std::string& out) {
  PutVarint(piece.size(), out);
  out.append(piece.data(), piece.size());
}

// A game with a number of seats and options, as text.
struct Setup {
  const Game* game;
  int seats;
  GameOptions options;
  AnyState start;
};

// An error if seats and options do not go together.
inline absl::StatusOr<Setup> ReadSetup(Input& input) {
  const absl::Span<const Game> games = AllGames();
  const Game& game = games[input.Below(static_cast<int>(games.size()))];
  const int seats = 1 + input.Below(kMaxSeats);
  ARENA_ASSIGN_OR_RETURN(GameOptions options,
                         GameOptions::Parse(game.info->options, input.Piece()));
  ARENA_ASSIGN_OR_RETURN(AnyState start, game.create(seats, options));
  return Setup{&game, seats, std::move(options), std::move(start)};
}

inline void PutSetup(const Game& game, int seats, absl::string_view options,
                     std::string& out) {
  out.push_back(static_cast<char>(&game - AllGames().data()));
  out.push_back(static_cast<char>(seats - 1));
  PutPiece(options, out);
}

}  // namespace arena::fuzz

#endif  // TESTS_FUZZ_INPUT_H_
