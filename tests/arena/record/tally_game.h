// Tally: a game as long and as wide as its options say. Tally has everything
// that a record must keep: hidden chance outcomes, simultaneous and single
// choices, announcements.
#ifndef TESTS_ARENA_RECORD_TALLY_GAME_H_
#define TESTS_ARENA_RECORD_TALLY_GAME_H_

#include <algorithm>
#include <array>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/games/base/any_state.h"
#include "arena/games/base/game_of.h"
#include "arena/v1/match_step.pb.h"
#include "arena/v1/observation.pb.h"

namespace arena::tally {

inline constexpr OptionSpec kOptions[] = {
    IntOption("rounds", 1, 100000, "4", "rounds of a match"),
    IntOption("width", 1, 4096, "6", "numbers to choose from"),
    IntOption("stride", 1, 9, "3", "the numbers are multiples of this"),
};

// Every round begins with a roll of a die with `width` sides, which seat 0
// alone sees. Then all seats choose a multiple of `stride` at once. After them
// one seat chooses alone. While choosing, each seat may announce once a round.
// A seat scores the numbers that it chooses.
class State {
 public:
  static constexpr GameInfo kInfo = {
      .name = "tally",
      .summary = "for tests of records: as long and wide as wanted",
      .rules_version = 3,
      .min_seats = 2,
      .max_seats = 4,
      .default_seats = 2,
      .max_plies = 1000000,
      .action_space = 4096 * 9 + 1,
      .chance = true,
      .simultaneous = true,
      .announcements = true,
      .hidden = true,
      .options = kOptions};
  static constexpr Action kAnnounce = 0x40000000;

  static absl::StatusOr<State> Create(int seats, const GameOptions& options) {
    State state;
    state.seats_ = seats;
    state.rounds_ = static_cast<int>(options.Int("rounds"));
    state.width_ = static_cast<int>(options.Int("width"));
    state.stride_ = static_cast<int>(options.Int("stride"));
    return state;
  }

  Node node() const {
    if (round_ == rounds_) return Node::kTerminal;
    return step_ == 0 ? Node::kChance : Node::kDecision;
  }
  SeatSet ToAct() const {
    if (node() != Node::kDecision) return {};
    return step_ == 1 ? SeatSet::All(seats_) : SeatSet::Of(round_ % seats_);
  }
  void LegalActions(Seat, ActionList& out) const {
    out.clear();
    for (int i = 0; i < width_; ++i) {
      out.push_back(static_cast<Action>(i * stride_));
    }
  }
  void Announcements(Seat seat, ActionList& out) const {
    out.clear();
    if (!announced_[seat]) out.push_back(kAnnounce);
  }
  void Apply(absl::Span<const SeatAction> ply) {
    if (ply[0].action == kAnnounce) {
      announced_[ply[0].seat] = true;
      return;
    }
    if (step_ == 0) die_ = ply[0].action;
    if (step_ > 0) {
      for (const SeatAction& choice : ply) {
        scores_[choice.seat] += choice.action;
      }
    }
    step_ = (step_ + 1) % 3;
    if (step_ == 0) {
      ++round_;
      announced_ = {};
    }
  }
  Action SampleChance(Rng& rng) const {
    return rng.Below(static_cast<uint32_t>(width_)) *
           static_cast<Action>(stride_);
  }
  int DealIndex() const { return round_; }

  SeatScores Returns() const { return scores_; }
  SeatRanks Ranks() const {
    SeatRanks ranks = {};
    for (Seat seat = 0; seat < seats_; ++seat) {
      for (Seat other = 0; other < seats_; ++other) {
        if (other == seat || scores_[other] > scores_[seat]) ++ranks[seat];
      }
    }
    return ranks;
  }
  absl::string_view EndReason() const { return "rounds"; }
  int TeamOf(Seat seat) const { return seat; }
  uint32_t DenseIndex(Action action) const {
    return action == kAnnounce ? 4096 * 9 : action;
  }
  Action Substitute(Seat) const { return 0; }
  Action Suggest(Seat) const { return 0; }

  std::string ToString() const {
    return absl::StrCat("round ", round_, " step ", step_, " die ", die_, "\n");
  }
  std::string ActionToString(Seat, Action action) const {
    return action == kAnnounce ? "call" : absl::StrCat("n", action);
  }
  absl::StatusOr<Action> ParseAction(Seat, absl::string_view text) const {
    Action action = 0;
    if (text == "call") return kAnnounce;
    if (!text.empty() && absl::SimpleAtoi(text.substr(1), &action)) {
      return action;
    }
    return absl::InvalidArgumentError("no action");
  }

  // Uses the messages of Octrix: numbers are cards, and dice are unused cards.
  void ObservationFor(Seat seat, v1::Observation& out) const {
    out.mutable_octrix()->set_deal(static_cast<uint32_t>(round_));
    if (seat == 0) out.mutable_octrix()->add_unused(die_);
  }
  static std::string ObservationToString(const v1::Observation& observation) {
    return absl::StrCat("round ", observation.octrix().deal(), " die ",
                        observation.octrix().unused_size() == 0
                            ? "hidden"
                            : absl::StrCat(observation.octrix().unused(0)),
                        "\n");
  }
  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::PlyEvent& out) const {
    for (const SeatAction& choice : ply) {
      v1::SeatEvent& event = *out.add_actions();
      if (choice.seat != kChance) {
        event.set_seat(static_cast<uint32_t>(choice.seat));
      }
      if (choice.seat == kChance && seat != 0) continue;
      ActionToMessage(choice.seat, choice.action, *event.mutable_action());
      event.set_text(ActionToString(choice.seat, choice.action));
    }
  }
  void ActionToMessage(Seat, Action action, v1::GameAction& out) const {
    out.mutable_octrix()->set_card(action);
  }
  absl::StatusOr<Action> ActionFromMessage(
      Seat, const v1::GameAction& message) const {
    return message.octrix().card();
  }
  static void Narrate(const v1::MatchStep& before, v1::MatchStep& step) {
    step.set_deal(step.observations(0).octrix().deal() + 1);
    for (v1::StepAct& act : *step.mutable_acts()) {
      act.set_sentence(absl::StrCat(
          "seat ", act.event().seat(), " says ",
          act.event().has_action() ? act.event().text() : "something"));
    }
    if (!before.observations().empty() &&
        before.observations(0).octrix().deal() + 1 < step.deal()) {
      step.add_effects("the die is rolled");
    }
  }
  static absl::StatusOr<State> Sample(int seats, const GameOptions& options,
                                      Seat, const v1::Observation&, Rng&) {
    return Create(seats, options);
  }

  friend bool operator==(const State&, const State&) = default;

 private:
  int seats_ = 0;
  int rounds_ = 0;
  int width_ = 0;
  int stride_ = 0;
  int round_ = 0;
  // 0: the die falls; 1: all choose; 2: one seat chooses.
  int step_ = 0;
  Action die_ = 0;
  std::array<bool, kMaxSeats> announced_ = {};
  SeatScores scores_ = {};
};

inline constexpr Game kGame = GameOf<State>();

}  // namespace arena::tally

#endif  // TESTS_ARENA_RECORD_TALLY_GAME_H_
