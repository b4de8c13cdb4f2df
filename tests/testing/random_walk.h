// Random matches of any game, for the checks of games.
#ifndef TESTS_TESTING_RANDOM_WALK_H_
#define TESTS_TESTING_RANDOM_WALK_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/core/rng.h"
#include "arena/games/base/any_state.h"
#include "google/protobuf/message_lite.h"

namespace arena {

// A game with all choices that are made before a match.
struct GameSetup {
  const Game* game;
  int seats;
  GameOptions options;

  // "octrix, 3 seats, target=1".
  std::string ToString() const;
};

// The error of a check.
template <typename... Args>
absl::Status Broken(const Args&... text) {
  return absl::FailedPreconditionError(absl::StrCat(text...));
}

// The knowledge of a seat as in BytesOf, without the seat's own number; and the
// part of a ply that the seat sees.
std::string ObservationBytes(const AnyState& state, Seat seat);
std::string EventBytes(const AnyState& state, Seat seat, const Ply& ply);

std::vector<Action> LegalList(const AnyState& state, Seat seat);
std::vector<Action> AnnouncementList(const AnyState& state, Seat seat);

// A ply that is possible now: chance outcomes by their probabilities, choices
// evenly, an announcement now and then. Requires: not terminal.
Ply RandomPly(const AnyState& state, int seats, Rng& chance, Rng& choices);

// Called before a ply.
using Look = std::function<absl::Status(const AnyState& state, const Ply& ply)>;

// Plays a random match to its end and returns the last state. Looks at the
// first plies and at some later ones, at most `looks` decisions and a quarter
// as many chance nodes, so that a check takes bounded time however long the
// match is. Stops at the first error, and says where it was. Also fails if a
// match is longer than max_plies.
absl::StatusOr<AnyState> WalkRandomly(const GameSetup& setup,
                                      absl::string_view seed, int looks,
                                      const Look& look);

}  // namespace arena

#endif  // TESTS_TESTING_RANDOM_WALK_H_
