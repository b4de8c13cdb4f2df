#include "arena/match/player.h"

#include <algorithm>
#include <array>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/core/suggestion.h"
#include "arena/core/text.h"
#include "arena/match/bot_name.h"
#include "arena/search/searcher.h"

namespace arena {
namespace {

// Players that draw use one stream per decision, so they choose the same if a
// decision is asked again, for example after a restart of the referee.

// Always the legal action with the smallest code.
class FirstPlayer final : public BuiltInPlayer {
 public:
  Action Choose(const Question& question) override {
    return question.legal.front();
  }
};

// Every legal action equally likely.
class RandomPlayer final : public BuiltInPlayer {
 public:
  explicit RandomPlayer(const Seed& seed) : rng_(seed) {}
  Action Choose(const Question& question) override {
    rng_.Seek(question.decision, 0);
    return question
        .legal[rng_.Below(static_cast<uint32_t>(question.legal.size()))];
  }

 private:
  Rng rng_;
};

// Chooses the game's suggestion in a state that is possible for the seat.
class GreedyPlayer final : public BuiltInPlayer {
 public:
  GreedyPlayer(const Game& game, int seats, const GameOptions& options,
               const Seed& seed)
      : game_(game), seats_(seats), options_(options), rng_(seed) {}
  bool wants_observation() const override { return true; }
  Action Choose(const Question& question) override {
    rng_.Seek(question.decision, 0);
    const absl::StatusOr<AnyState> state = game_.sample(
        seats_, options_, question.seat, question.observation, rng_);
    ARENA_CHECK(state.ok(), state.status().message());
    return (*state)->Suggest(question.seat);
  }

 private:
  const Game& game_;
  int seats_;
  GameOptions options_;
  Rng rng_;
};

// Plays sampled matches on; see arena/search.
class SearchPlayer final : public BuiltInPlayer {
 public:
  SearchPlayer(const Game& game, int seats, const GameOptions& options,
               int level, const Seed& seed)
      : searcher_(MakeSearcher(game, seats, options, level)), rng_(seed) {}
  bool is_slow() const override { return true; }
  bool wants_observation() const override { return true; }
  Action Choose(const Question& question) override {
    if (question.legal.size() == 1) return question.legal.front();
    rng_.Seek(question.decision, 0);
    return searcher_->Choose(question.seat, question.legal,
                             question.observation, rng_);
  }

 private:
  const std::unique_ptr<Searcher> searcher_;
  Rng rng_;
};

// Keeps the seeds of built-in players apart from those of a series.
constexpr uint64_t kBuiltInSeeds = uint64_t{1} << 63;

constexpr std::array<absl::string_view, 3> kSimple = {"first", "greedy",
                                                      "random"};
constexpr auto kNames = [] {
  std::array<absl::string_view, kSimple.size() + kSearchPlayers.size()> names;
  const auto end = std::copy(kSimple.begin(), kSimple.end(), names.begin());
  std::copy(kSearchPlayers.begin(), kSearchPlayers.end(), end);
  return names;
}();

// The level of a player that searches, from its name.
std::optional<int> SearchLevel(absl::string_view name) {
  const auto found = absl::c_find(kSearchPlayers, name);
  if (found == kSearchPlayers.end()) return std::nullopt;
  return static_cast<int>(found - kSearchPlayers.begin()) + 1;
}

std::vector<std::string> NamesOfBuiltIns() {
  return {kNames.begin(), kNames.end()};
}

// FAILED_PRECONDITION if the game does not support that built-in player.
absl::Status CheckPlays(absl::string_view name, const Game& game) {
  if (name != "greedy" || game.has_greedy()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(game.info->name,
                   " has no greedy player, because it suggests no actions; "
                   "expected first or random"));
}

}  // namespace

absl::Span<const absl::string_view> BuiltInNames() { return kNames; }

std::string BuiltInList() { return absl::StrJoin(kNames, ", "); }

absl::Status CheckSeatSpec(absl::string_view field, const v1::SeatSpec& seat) {
  switch (seat.player_case()) {
    case v1::SeatSpec::kBot:
      return CheckBotName(absl::StrCat(field, ".bot"), seat.bot());
    case v1::SeatSpec::kBuiltIn:
      if (absl::c_linear_search(kNames, seat.built_in())) {
        return absl::OkStatus();
      }
      return absl::InvalidArgumentError(absl::StrCat(
          "there is no built-in player \"", Shortened(seat.built_in()), "\"",
          DidYouMean(seat.built_in(), NamesOfBuiltIns()), "; expected ",
          BuiltInList(), " (", field, ".built_in)"));
    case v1::SeatSpec::PLAYER_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "no player is named (", field, "); expected a bot or a built-in player"));
}

absl::Status CheckSeatSpec(absl::string_view field, const v1::SeatSpec& seat,
                           const Game& game) {
  ARENA_RETURN_IF_ERROR(CheckSeatSpec(field, seat));
  const absl::Status status = CheckPlays(seat.built_in(), game);
  if (status.ok()) return status;
  return absl::InvalidArgumentError(
      absl::StrCat(field, ".built_in: ", status.message()));
}

const std::string& NameOfPlayer(const v1::SeatSpec& seat) {
  return seat.has_bot() ? seat.bot() : seat.built_in();
}

Seed BuiltInSeed(const Seed& match_seed, Seat seat, uint32_t match,
                 uint32_t attempt) {
  return DeriveSeed(match_seed, kBuiltInSeeds + (uint64_t{attempt} << 40) +
                                    (uint64_t{match} << 8) +
                                    static_cast<uint64_t>(seat));
}

absl::StatusOr<std::unique_ptr<BuiltInPlayer>> MakeBuiltIn(
    absl::string_view name, const Game& game, int seats,
    const GameOptions& options, const Seed& seed) {
  ARENA_RETURN_IF_ERROR(CheckPlays(name, game));
  if (name == "first") return std::make_unique<FirstPlayer>();
  if (name == "random") return std::make_unique<RandomPlayer>(seed);
  if (name == "greedy") {
    return std::make_unique<GreedyPlayer>(game, seats, options, seed);
  }
  if (const std::optional<int> level = SearchLevel(name)) {
    return std::make_unique<SearchPlayer>(game, seats, options, *level, seed);
  }
  return absl::NotFoundError(absl::StrCat("no built-in player \"", name,
                                          "\"; expected ", BuiltInList()));
}

}  // namespace arena
