// A match sends a seat no message that depends on a secret from that seat.
//
// Two matches begin at positions that look the same to one seat and differ in
// everything else. The seat does the same in both, and both must send it the
// same bytes, for every kind of message. Choices and attempts of other seats
// before its own choice must not change those bytes either.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "arena/games/registry.h"
#include "tests/arena/match/match_fixture.h"
#include "tests/testing/beginning_there.h"
#include "tests/testing/game_checks.h"

namespace arena {
namespace {

// The number of positions of a random match that are looked at.
constexpr int kLooks = 8;

class MatchSecrecyTest : public MatchTest {
 protected:
  // The end of the seat's part.
  enum class Ending { kChoice, kIllegal, kSilence };

  // The behaviour of the other seats that owe a choice at the same time.
  enum class Others { kWait, kAct };

  // Counts of comparisons, so that a test that compares nothing is noticed.
  std::set<std::string> kinds_;
  int compared_ = 0;
  int compared_with_others_ = 0;

  absl::Status Check(const GameSetup& setup, absl::string_view seed) {
    Rng rng(absl::StrCat("messages ", seed));
    const auto look = [&](const AnyState& state, const Ply&) -> absl::Status {
      if (state->node() != Node::kDecision) return absl::OkStatus();
      for (Seat seat = 0; seat < setup.seats; ++seat) {
        v1::Observation observation;
        state->ObservationFor(seat, observation);
        ARENA_ASSIGN_OR_RETURN(
            const AnyState twin,
            setup.game->sample(setup.seats, setup.options, seat, observation,
                               rng));
        for (const Ending ending :
             {Ending::kChoice, Ending::kIllegal, Ending::kSilence}) {
          ARENA_RETURN_IF_ERROR(Compare(setup, state, twin, seat, ending));
        }
        ARENA_RETURN_IF_ERROR(CompareWithOthers(setup, state, seat));
      }
      return absl::OkStatus();
    };
    return WalkRandomly(setup, seed, kLooks, look).status();
  }

 private:
  using Messages = std::vector<std::string>;

  // The messages to a seat in a match, and the observation at the end.
  struct Story {
    Messages before_the_ending;
    Messages ending;
    std::string seen;
  };

  absl::Status Compare(const GameSetup& setup, const AnyState& state,
                       const AnyState& twin, Seat seat, Ending ending) {
    const Story one = Tell(setup, state, seat, ending);
    const Story other = Tell(setup, twin, seat, ending);
    // The choice may have turned up cards, or drawn some.
    const bool same_end = one.seen == other.seen;
    compared_ += same_end ? 1 : 0;
    const absl::Status status =
        CheckSame(one.before_the_ending, other.before_the_ending);
    const absl::Status at_the_end =
        same_end ? CheckSame(one.ending, other.ending) : absl::OkStatus();
    if (status.ok() && at_the_end.ok()) return absl::OkStatus();
    return Broken("seat ", seat, " is sent:\n",
                  status.ok() ? at_the_end.message() : status.message(),
                  "\nin\n", state->ToString(), twin->ToString());
  }

  // Before its own choice, a seat is not told of the others' choices.
  absl::Status CompareWithOthers(const GameSetup& setup, const AnyState& state,
                                 Seat seat) {
    if (!state->ToAct().contains(seat) || state->ToAct().size() == 1) {
      return absl::OkStatus();
    }
    ++compared_with_others_;
    const Story first = Tell(setup, state, seat, Ending::kSilence);
    const Story last =
        Tell(setup, state, seat, Ending::kSilence, Others::kAct);
    const absl::Status status =
        CheckSame(first.before_the_ending, last.before_the_ending);
    if (status.ok()) return status;
    return Broken("others have chosen, and seat ", seat, " is sent:\n",
                  status.message(), "\nin\n", state->ToString());
  }

  static absl::Status CheckSame(const Messages& one, const Messages& other) {
    if (one == other) return absl::OkStatus();
    const auto [a, b] =
        std::mismatch(one.begin(), one.end(), other.begin(), other.end());
    return Broken(a == one.end() ? "nothing more" : *a, "\nor\n",
                  b == other.end() ? "nothing more" : *b);
  }

  // Begins a match at `there`, in which one seat does everything it can.
  Story Tell(const GameSetup& setup, const AnyState& there, Seat seat,
             Ending ending, Others others = Others::kWait) {
    testing::beginning = &there;
    settings_.table.game = &ToyGame();
    Make(setup.seats);
    game_ = testing::BeginningThere(*setup.game);
    settings_.table.game = &game_;
    settings_.table.options = setup.options;
    now_ = absl::UnixEpoch();
    Restart({});
    Start({.events = true, .text = true});
    if (others == Others::kAct) LetOthersAct(seat);
    TryAnnouncements(seat);
    match_->Detach(seat, now_);
    Attach(seat, {.events = true, .text = true});
    Ready(seat);
    Story story;
    story.before_the_ending = Take(seat);
    if (ending == Ending::kChoice) ActIndex(seat, 0);
    if (ending == Ending::kIllegal) ActIndex(seat, 1'000'000);
    if (!match_->over()) {
      Do([&](Effects& fx) { match_->End(EntryKind::kCancel, fx); });
    }
    messages_[seat].push_back(*EndMessage(*match_, seat, {}));
    story.ending = Take(seat);
    story.seen = ObservationBytes(match_->table().state(), seat);
    return story;
  }

  // The messages since the last call, as text.
  Messages Take(Seat seat) {
    Messages sent;
    for (const v1::PlayResponse& message : messages_[seat]) {
      kinds_.insert(message.GetDescriptor()
                        ->FindFieldByNumber(message.kind_case())
                        ->name());
      sent.push_back(message.DebugString());
    }
    messages_[seat].clear();
    return sent;
  }

  // Every other seat that owes a choice makes one. Some choices are illegal,
  // unless an illegal choice would end the match.
  void LetOthersAct(Seat seat) {
    const SeatSet owing = match_->table().Owing();
    for (const Seat other : owing) {
      if (other == seat) continue;
      ActIndex(other, seats() > 2 && other % 2 == 1 ? 1'000'000 : 0);
    }
  }

  // Announces every possible announcement twice, and some impossible ones.
  void TryAnnouncements(Seat seat) {
    const auto all = match_->table().Announceable(seat);
    for (const Action action : std::vector<Action>(all.begin(), all.end())) {
      AnnounceId(seat, action);
      AnnounceId(seat, action);
    }
    AnnounceId(seat, 1'000'000);
    AnnounceIn(decision() + 1, seat, 0);
    v1::Announce announce;
    announce.set_decision(decision());
    announce.set_text("?");
    Announce(seat, announce);
  }

  Game game_ = ToyGame();
};

TEST_F(MatchSecrecyTest, NoMessageTellsASeatWhatItMayNotKnow) {
  for (const Game& game : AllGames()) {
    if (!game.info->hidden || game.sample == nullptr) continue;
    const absl::StatusOr<std::vector<GameSetup>> setups = SetupsOf(game);
    ASSERT_THAT(setups, IsOk());
    compared_ = 0;
    for (const GameSetup& setup : *setups) {
      EXPECT_THAT(Check(setup, "1"), IsOk()) << setup.ToString();
    }
    EXPECT_GT(compared_, 500) << game.info->name;
  }
  EXPECT_GT(compared_with_others_, 100);
  EXPECT_EQ(kinds_, std::set<std::string>({"act_ack", "announce_ack", "events",
                                           "match_end", "match_start",
                                           "prompt"}));
}

TEST_F(MatchSecrecyTest, AGameThatTellsTooMuchIsFound) {
  static constexpr Game kLeakyToy =
      GameOf<toy::LeakyState<toy::Leak::kLists>>();
  const GameSetup setup{&kLeakyToy, 3, GameOptions(toy::kOptions)};
  const GameSetup honest{&ToyGame(), 3, GameOptions(toy::kOptions)};
  int found = 0;
  for (const char* seed : {"1", "2", "3", "4"}) {
    found += Check(setup, seed).ok() ? 0 : 1;
    EXPECT_THAT(Check(honest, seed), IsOk());
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace arena
