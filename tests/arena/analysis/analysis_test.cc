// Analysis of matches in which one act is a known blunder.
#include "arena/analysis/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/games/base/game_of.h"
#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/games/ordago/ordago.h"
#include "arena/match/table.h"
#include "arena/search/searcher.h"
#include "arena/v1/observation.pb.h"
#include "tests/testing/status_matchers.h"

namespace arena {
namespace {

// A blunder of the seat that is to act, if it can make one here.
using Blunder =
    std::function<std::optional<Action>(const AnyState& state, Seat seat)>;

// All seats act as suggested, but for one blunder.
struct Planned {
  std::string game;
  std::string options;
  Blunder blunder;
  // Choices at the beginning of the match that are drawn.
  uint32_t drawn = 0;
  // The blunder comes up to this decision.
  uint32_t last = 1'000'000;
  // Whether the seats search instead: some suggestions are blunders, too.
  bool searches = false;
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

Action ActionOf(const Planned& planned, const Table& table, Seat seat,
                Rng& rng) {
  const AnyState& state = table.state();
  if (table.decision() <= planned.drawn) return state->SampleLegal(seat, rng);
  const absl::Span<const Action> legal = table.Legal(seat);
  if (!planned.searches || legal.size() == 1) return state->Suggest(seat);
  v1::Observation observation;
  state->ObservationFor(seat, observation);
  return MakeSearcher(*table.config().game, table.config().seats,
                      table.config().options, 1)
      ->Choose(seat, legal, observation, rng);
}

// Nothing if the match offers no blunder.
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
      const Seat seat = table.Owing().first();
      const uint32_t decision = table.decision();
      entry = MatchEntry{.kind = EntryKind::kChoice, .seat = seat};
      std::optional<Action> blunder;
      if (played.decision == 0 && planned.drawn < decision &&
          decision <= planned.last) {
        blunder = planned.blunder(table.state(), seat);
      }
      if (blunder.has_value()) {
        played.seat = seat;
        played.decision = decision;
      } else if (played.decision == 0 && decision > planned.last) {
        return std::nullopt;
      }
      entry->action =
          blunder.has_value() ? *blunder : ActionOf(planned, table, seat, rng);
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
        {.seats = SeatSet::Of(played->seat), .plies = 8'000, .seed = {}});
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

// A solo in which only jacks are trumps, with no jack and few aces.
std::optional<Action> SoloWithoutTrumps(const AnyState& any, Seat seat) {
  const auto& state = *StateIn<doppelkopf::State>(any.operator->());
  const Action solo = *any->ParseAction(seat, "solo jacks");
  if (!IsLegal(any, seat, solo)) return std::nullopt;
  int jacks = 0;
  int aces = 0;
  for (doppelkopf::Card card = 0; card < doppelkopf::kCardTypes; ++card) {
    const int count = state.deal().hands[seat].count(card);
    const std::string text = any->ActionToString(seat, card);
    jacks += text[1] == 'J' ? count : 0;
    aces += text[1] == 'A' ? count : 0;
  }
  return jacks == 0 && aces < 3 ? std::optional(solo) : std::nullopt;
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
  const Planned solo = {.game = "doppelkopf",
                        .options = "preset=text,deals=2",
                        .blunder = SoloWithoutTrumps};
  const Planned gift = {.game = "ordo",
                        .options = "",
                        .blunder = LetsTheOtherWin,
                        .drawn = 12,
                        .last = 25};
  const Planned ordago = {.game = "ordago",
                          .options = "signs=off,sets_to_win=1",
                          .blunder = OrdagoOnNothing,
                          .last = 30,
                          .searches = true};
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
  const Planned solo = {.game = "doppelkopf",
                        .options = "preset=text,deals=1",
                        .blunder = SoloWithoutTrumps};
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
