// A document follows from everything that its view was shown. Matches that
// differ only in a secret from that view give the same bytes.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/viewer/match_document.h"
#include "tests/testing/beginning_there.h"
#include "tests/testing/game_checks.h"
#include "tests/testing/random_walk.h"
#include "tests/testing/status_matchers.h"

namespace arena::viewer {
namespace {

constexpr int kLooks = 12;
constexpr int kPlies = 6;
// The number of tries to find a ply that the seat sees alike.
constexpr int kTries = 8;

// Two matches of one game that begin in different positions. Both go on as long
// as one seat cannot tell the two apart.
class Twins {
 public:
  Twins(const GameSetup& setup, const AnyState& one, const AnyState& other)
      : game_(testing::BeginningThere(*setup.game)),
        starts_{one, other},
        tables_{TableAt(setup, one), TableAt(setup, other)} {}

  // Makes plies that are possible in both matches and look the same to the
  // seat.
  void Play(Seat seat, Rng& rng) {
    for (int i = 0; i < kPlies && GoOn(seat, rng); ++i) ++plies_;
  }

  int plies() const { return plies_; }

  // The document of one match, if it is stopped now. `make` is MatchDocument or
  // ComparableDocument.
  std::string Document(int which, View view,
                       decltype(&MatchDocument) make = &MatchDocument) {
    testing::beginning = &starts_[which];
    Table table = tables_[which];
    if (!table.over()) table.Play({.kind = EntryKind::kCancel}).value();
    MatchNames names;
    names.players = {"alice", "bob", "carol", "dave"};
    const Record record = RecordOf(table, names);
    return make(record, "bytes", view, {&game_, 1}).value();
  }

 private:
  Table TableAt(const GameSetup& setup, const AnyState& start) {
    testing::beginning = &start;
    return Table::Create({&game_, setup.seats, setup.options, Seed{}}).value();
  }

  // Plays a decision of one seat or several. In the two matches, others choose
  // differently if the seat is not shown their choice.
  bool GoOn(Seat seat, Rng& rng) {
    for (int attempt = 0; attempt < kTries; ++attempt) {
      std::array<Table, 2> next = tables_;
      const bool differs = attempt + 1 < kTries;
      if (!Choose(next, seat, differs, rng) || !SameTo(seat, next)) continue;
      tables_ = std::move(next);
      return true;
    }
    return false;
  }

  // Every seat that owes a choice makes one; false if `seat` sees a difference.
  static bool Choose(std::array<Table, 2>& tables, Seat seat, bool differs,
                     Rng& rng) {
    const uint32_t plies = tables[0].plies();
    while (tables[0].plies() == plies) {
      const Seat actor = tables[0].Owing().first();
      const auto pick = [&](const Table& table) {
        const auto legal = table.Legal(actor);
        return legal[rng.Below(static_cast<uint32_t>(legal.size()))];
      };
      const Action one = pick(tables[0]);
      const Action other =
          differs && actor != seat ? pick(tables[1]) : one;
      std::array<std::string, 2> seen;
      for (size_t i = 0; i < tables.size(); ++i) {
        const auto look = [&](const Ply& ply) {
          seen[i] = EventBytes(tables[i].state(), seat, ply) +
                    EventBytes(tables[i].state(), kSpectator, ply);
        };
        const MatchEntry entry{.kind = EntryKind::kChoice,
                               .seat = actor,
                               .action = i == 0 ? one : other};
        if (!tables[i].Play(entry, look).ok()) return false;
      }
      if (seen[0] != seen[1]) return false;
    }
    return true;
  }

  static bool SameTo(Seat seat, const std::array<Table, 2>& tables) {
    for (const Seat viewer : {seat, kSpectator}) {
      if (tables[0].over() || tables[1].over() ||
          tables[0].state()->node() != Node::kDecision ||
          tables[1].state()->node() != Node::kDecision ||
          ObservationBytes(tables[0].state(), viewer) !=
              ObservationBytes(tables[1].state(), viewer)) {
        return false;
      }
    }
    return true;
  }

  Game game_;
  std::array<AnyState, 2> starts_;
  std::array<Table, 2> tables_;
  int plies_ = 0;
};

TEST(DocumentSecrecyTest, HiddenCardsAreNowhereInADocument) {
  for (const Game& game : AllGames()) {
    if (!game.info->hidden) continue;
    const GameSetup setup{&game, game.info->default_seats,
                          GameOptions(game.info->options)};
    Rng rng("twins");
    int plies = 0;
    int different = 0;
    const auto look = [&](const AnyState& state, const Ply&) -> absl::Status {
      if (state->node() != Node::kDecision) return absl::OkStatus();
      for (Seat seat = 0; seat < setup.seats; ++seat) {
        v1::Observation seen;
        state->ObservationFor(seat, seen);
        ARENA_ASSIGN_OR_RETURN(
            const AnyState twin,
            game.sample(setup.seats, setup.options, seat, seen, rng));
        Twins twins(setup, state, twin);
        twins.Play(seat, rng);
        plies += twins.plies();
        for (const View view : {View(seat), View(kSpectator)}) {
          for (const auto make : {&MatchDocument, &ComparableDocument}) {
            const std::string one = twins.Document(0, view, make);
            const std::string other = twins.Document(1, view, make);
            if (one != other) {
              return Broken("seat ", seat, " finds in its document:\n", one,
                            "\nor\n", other);
            }
          }
        }
        different += twins.Document(0, kTableView) !=
                     twins.Document(1, kTableView);
      }
      return absl::OkStatus();
    };
    EXPECT_THAT(WalkRandomly(setup, "1", kLooks, look).status(), IsOk());
    EXPECT_GT(plies, 20) << game.info->name;
    EXPECT_GT(different, 10) << game.info->name;
  }
}

}  // namespace
}  // namespace arena::viewer
