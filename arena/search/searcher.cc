#include "arena/search/searcher.h"

#include <array>

#include "arena/core/check.h"
#include "arena/search/searchers.h"

namespace arena {
namespace {

// The searcher of a game, and the plies that each level may play on.
struct Entry {
  absl::string_view game;
  std::unique_ptr<Searcher> (*make)(int seats, const GameOptions& options,
                                    int64_t plies);
  std::array<int64_t, kMaxSearchLevel> plies;
};

constexpr std::array kEntries = {
    Entry{"doppelkopf", MakeDoppelkopfSearcher, {4'000, 40'000, 400'000}},
    Entry{"ordago", MakeOrdagoSearcher, {10'000, 100'000, 1'000'000}},
    Entry{"seconds", MakeSecondsSearcher, {10'000, 100'000, 1'000'000}},
};

// TODO(search): one searcher for each game.
class Suggested final : public Searcher {
 public:
  Suggested(const Game& game, int seats, const GameOptions& options)
      : game_(game), seats_(seats), options_(options) {}
  Action Choose(Seat seat, absl::Span<const Action> /*legal*/,
                const v1::Observation& observation, Rng& rng) override {
    const absl::StatusOr<AnyState> state =
        game_.sample(seats_, options_, seat, observation, rng);
    ARENA_CHECK(state.ok(), state.status().message());
    return (*state)->Suggest(seat);
  }

 private:
  const Game& game_;
  int seats_;
  GameOptions options_;
};

}  // namespace

std::unique_ptr<Searcher> MakeSearcher(const Game& game, int seats,
                                       const GameOptions& options, int level) {
  for (const Entry& entry : kEntries) {
    if (entry.game != game.info->name) continue;
    return entry.make(seats, options, entry.plies[level - 1]);
  }
  return std::make_unique<Suggested>(game, seats, options);
}

}  // namespace arena
