#include "arena/search/searcher.h"

namespace arena {
namespace {

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
                                       const GameOptions& options,
                                       int /*level*/) {
  return std::make_unique<Suggested>(game, seats, options);
}

}  // namespace arena
