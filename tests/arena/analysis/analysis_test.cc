// Analysis of matches in which one act is a known blunder.
#include "arena/analysis/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/games/base/game_of.h"
#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/games/ordago/ordago.h"
#include "arena/match/table.h"
#include "tests/testing/status_matchers.h"

namespace arena {
namespace {

// A blunder of the seat that is to act, if it can make one here.
using Blunder =
    std::function<std::optional<Action>(const AnyState& state, Seat seat)>;

struct Planned {
  std::string game;
  std::string options;
  // Choices at the beginning of the match that are drawn.
  int drawn = 0;
  Blunder blunder;
};

struct Played {
  Record record;
  Seat seat = 0;
  uint32_t decision = 0;
};

MatchNames NamesFor(const Table& table) {
  MatchNames names;
  names.players.assign(table.config().seats, "suggestion");
  return names;
}

// All seats act as suggested, but for one blunder. Nothing if the match offers
// none.
std::optional<Played> PlayOnce(const Planned& planned, int seed) {
  const Game& game = **FindGame(planned.game);
  Table table = *Table::Create(
      {.game = &game,
       .seats = game.info->default_seats,
       .options = *GameOptions::Parse(game.info->options, planned.options),
       .seed = *ParseSeed(absl::StrCat(seed))});
  Rng rng(absl::StrCat("opening ", seed));
  Played played;
  while (!table.over()) {
    std::optional<MatchEntry> entry = table.FollowsByItself();
    if (!entry.has_value()) {
      const AnyState& state = table.state();
      const Seat seat = table.Owing().first();
      entry = MatchEntry{.kind = EntryKind::kChoice, .seat = seat};
      std::optional<Action> blunder;
      const bool drawn =
          table.decision() <= static_cast<uint32_t>(planned.drawn);
      if (!drawn && played.decision == 0)
        blunder = planned.blunder(state, seat);
      if (blunder.has_value()) {
        played.seat = seat;
        played.decision = table.decision();
      }
      entry->action = blunder.value_or(drawn ? state->SampleLegal(seat, rng)
                                             : state->Suggest(seat));
    }
    EXPECT_THAT(table.Play(*entry), IsOk());
  }
  if (played.decision == 0) return std::nullopt;
  played.record = RecordOf(table, NamesFor(table));
  return played;
}

// The place of the blunder among the acts of its seat, from 1 for the worst.
// Absent if no match offers the blunder.
std::optional<int> PlaceOfBlunder(const Planned& planned, int seed) {
  static constexpr int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    const std::optional<Played> played = PlayOnce(planned, seed * kTries + i);
    if (!played.has_value()) continue;
    const absl::StatusOr<v1::MatchAnalysis> analysis = AnalyseMatch(
        played->record,
        {.seats = SeatSet::Of(played->seat), .plies = 20'000, .seed = {}});
    EXPECT_THAT(analysis, IsOk());
    int place = 1;
    for (const v1::JudgedAct* act : WorstFirst(*analysis)) {
      if (act->decision() == played->decision) return place;
      ++place;
    }
  }
  return std::nullopt;
}

bool IsLegal(const AnyState& state, Seat seat, Action action) {
  ActionList legal;
  state->LegalActions(seat, legal);
  return absl::c_linear_search(legal, action);
}

// ---- Blunders ----

// A solo in which only jacks are trumps, without a jack.
std::optional<Action> SoloWithoutTrumps(const AnyState& any, Seat seat) {
  const auto& state = *StateIn<doppelkopf::State>(any.operator->());
  const Action solo = *any->ParseAction(seat, "solo jacks");
  if (!IsLegal(any, seat, solo)) return std::nullopt;
  for (doppelkopf::Card card = 0; card < doppelkopf::kCardTypes; ++card) {
    if (state.deal().hands[seat].count(card) > 0 &&
        absl::StartsWith(any->ActionToString(seat, card).substr(1), "J")) {
      return std::nullopt;
    }
  }
  return solo;
}

// The other side can win at once, as it could not after the suggestion.
std::optional<Action> LetsTheOtherWin(const AnyState& state, Seat seat) {
  const auto loses = [&](Action action) {
    AnyState after = state;
    after->Apply(Ply{{seat, action}});
    if (after->node() == Node::kTerminal) return false;
    const Seat other = after->ToAct().first();
    if (other == seat) return false;
    ActionList replies;
    after->LegalActions(other, replies);
    return absl::c_any_of(replies, [&](Action reply) {
      AnyState end = after;
      end->Apply(Ply{{other, reply}});
      return end->node() == Node::kTerminal && end->Returns()[other] > 0;
    });
  };
  if (loses(state->Suggest(seat))) return std::nullopt;
  ActionList legal;
  state->LegalActions(seat, legal);
  const auto found = absl::c_find_if(legal, loses);
  return found == legal.end() ? std::nullopt : std::optional<Action>(*found);
}

// Ordago on the big cards without a card above the six.
std::optional<Action> OrdagoOnNothing(const AnyState& any, Seat seat) {
  const auto& state = *StateIn<ordago::State>(any.operator->());
  if (state.phase() != ordago::Phase::kBet ||
      state.bet() != ordago::Bet::kBig) {
    return std::nullopt;
  }
  const Action ordago = ordago::MakeAction(ordago::ActionKind::kOrdago);
  if (!IsLegal(any, seat, ordago)) return std::nullopt;
  const ordago::Cards hand = state.hand(state.ActingPlace(seat));
  for (ordago::Rank rank = 3; rank < ordago::kRanks; ++rank) {
    if (ordago::CountOf(hand, rank) > 0) return std::nullopt;
  }
  return ordago;
}

TEST(AnalysisTest, NineOfTenBlundersAreAmongTheThreeWorst) {
  const Planned solo = {"doppelkopf", "preset=text,deals=2", 0,
                        SoloWithoutTrumps};
  const Planned gift = {"ordo", "", 12, LetsTheOtherWin};
  const Planned ordago = {"ordago", "signs=off", 0, OrdagoOnNothing};
  int among_worst = 0;
  int matches = 0;
  const auto count = [&](const Planned& planned, int seeds) {
    for (int seed = 0; seed < seeds; ++seed) {
      const std::optional<int> place = PlaceOfBlunder(planned, seed);
      ASSERT_TRUE(place.has_value()) << planned.game;
      SCOPED_TRACE(absl::StrCat(planned.game, " ", seed, " place ", *place));
      among_worst += *place <= 3;
      ++matches;
    }
  };
  count(solo, 4);
  count(gift, 3);
  count(ordago, 3);
  EXPECT_EQ(matches, 10);
  EXPECT_GE(among_worst, 9);
}

TEST(AnalysisTest, TheSameSeedGivesTheSameAnswer) {
  const Planned solo = {"doppelkopf", "preset=text,deals=1", 0,
                        SoloWithoutTrumps};
  std::optional<Played> played;
  for (int seed = 0; !played.has_value(); ++seed) played = PlayOnce(solo, seed);
  const auto answer = [&](absl::string_view seed) {
    return AnalyseMatch(played->record, {.seats = SeatSet::All(4),
                                         .plies = 2'000,
                                         .seed = *ParseSeed(seed)})
        ->SerializeAsString();
  };
  EXPECT_EQ(answer("a"), answer("a"));
  EXPECT_NE(answer("a"), answer("b"));
}

}  // namespace
}  // namespace arena
