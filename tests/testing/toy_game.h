// A tiny game with every ability of the contract, for tests of the code that
// uses games.
//
// - Seats 2, 3 or 4. Cards 0 .. 11. With `partners` (four seats only) seats 0
//   and 2 play against 1 and 3. A match is `deals` deals of three rounds.
// - A deal: every seat gets three cards, one by one, which only it can see.
// - A round: all seats choose a card of their hand at the same time. The
//   highest (with wins=low the lowest) takes the round, which is worth 1.
// - The taker then decides alone. "keep": it scores the value of the round.
//   "double": it scores twice that, and in a second decision of the same turn
//   gives the simple value to another seat.
// - Once in the match, at any decision, a seat may announce "contra": the
//   current round is worth 1 more.
// - The seat (or side) with most points ranks first. The substitutes for a bot
//   that failed: its lowest card, keep, and give to the next seat.
//
// An action is one number: 0 .. 11 a card (as a chance outcome, the card
// dealt), 12 keep, 13 double, 16 + seat give, 32 contra.
#ifndef TESTS_TESTING_TOY_GAME_H_
#define TESTS_TESTING_TOY_GAME_H_

#include <array>
#include <cstdint>
#include <string>

#include "arena/games/base/any_state.h"
#include "arena/games/base/game.h"

namespace arena::toy {

inline constexpr int kCards = 12;
inline constexpr int kRounds = 3;
inline constexpr Action kKeep = 12;
inline constexpr Action kDouble = 13;
inline constexpr Action kContra = 32;
// Added to numbers of actions, so that no test confuses a number and an action.
inline constexpr uint32_t kFirstNumber = 100;
constexpr Action GiveTo(Seat seat) { return 16 + static_cast<Action>(seat); }

inline constexpr std::array<OptionSpec, 3> kOptions = {
    IntOption("deals", 1, 2, "1", "deals of a match"),
    ChoiceOption("wins", "high|low", "high", "the card that takes a round"),
    BoolOption("partners", "false", "seats 0 and 2 against 1 and 3"),
};

enum class Stage : uint8_t { kDeal, kPlay, kRaise, kGive, kEnd };

class State {
 public:
  static constexpr GameInfo kInfo = {
      .name = "toy",
      .summary = "Every ability of the contract in three rounds",
      .rules_version = 1,
      .min_seats = 2,
      .max_seats = 4,
      .default_seats = 3,
      // 2 deals of 12 cards and 3 rounds of 3 plies, and 4 announcements.
      .max_plies = 2 * (12 + 3 * 3) + 4,
      .action_space = kFirstNumber + kContra + 1,
      .chance = true,
      .simultaneous = true,
      .announcements = true,
      .hidden = true,
      .options = kOptions,
  };

  static absl::StatusOr<State> Create(int seats, const GameOptions& options);
  // A match before its first round, from the hands by seat: "0 4 8/1 5 9".
  static absl::StatusOr<State> FromText(const GameOptions& options,
                                        absl::string_view text);
  static absl::StatusOr<State> Sample(int seats, const GameOptions& options,
                                      Seat seat,
                                      const v1::Observation& observation,
                                      Rng& rng);

  State SampleFor(Seat seat, Rng& rng) const;

  Node node() const;
  SeatSet ToAct() const;
  void LegalActions(Seat seat, ActionList& out) const;
  void Announcements(Seat seat, ActionList& out) const;
  void Apply(absl::Span<const SeatAction> ply);
  Action SampleChance(Rng& rng) const;
  int DealIndex() const { return deal_; }
  bool TurnGoesOn() const { return stage_ == Stage::kGive; }

  SeatScores Returns() const;
  SeatRanks Ranks() const;
  absl::string_view EndReason() const { return "played-out"; }
  int TeamOf(Seat seat) const { return partners_ ? seat % 2 : seat; }
  uint32_t DenseIndex(Action action) const { return kFirstNumber + action; }
  Action Substitute(Seat seat) const;
  Action Suggest(Seat seat) const;

  std::string ToString() const;
  std::string ActionToString(Seat seat, Action action) const;
  absl::StatusOr<Action> ParseAction(Seat seat, absl::string_view text) const;

  void ObservationFor(Seat seat, v1::Observation& out) const;
  static std::string ObservationToString(const v1::Observation& observation);
  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::PlyEvent& out) const;
  void ActionToMessage(Seat seat, Action action, v1::GameAction& out) const;
  absl::StatusOr<Action> ActionFromMessage(Seat seat,
                                           const v1::GameAction& message) const;
  // Writes the text of a step with the words of its events.
  static void Narrate(const v1::MatchStep& before, v1::MatchStep& step);

  // The cards of a seat, as bits. For tests and games that leak.
  uint32_t hand(Seat seat) const { return hands_[seat]; }
  int seats() const { return seats_; }

  friend bool operator==(const State&, const State&) = default;

 private:
  using Round = std::array<int8_t, kMaxSeats>;

  Seat NextDealt() const { return dealt_ % seats_; }
  // The taker of the current round. Requires: its cards are open.
  Seat Taker() const;
  void DealCard(int card);
  void OpenRound(absl::Span<const SeatAction> ply);
  void EndRound();
  // Reads the public part of an observation and the seat's hand, if it has one;
  // all other hands are empty.
  absl::Status ReadObservation(Seat seat, const v1::Observation& observation);
  // Every hand holds the cards dealt to it, except those that lie open.
  int HandSize(Seat seat) const {
    return (dealt_ + seats_ - 1 - seat) / seats_ - open_;
  }
  // Draws the hands of all seats but one from the cards that it has not seen.
  void DrawHands(Seat seat, Rng& rng);

  int8_t seats_ = 0;
  int8_t deals_ = 1;
  bool low_wins_ = false;
  bool partners_ = false;

  int8_t deal_ = 0;
  int8_t dealt_ = 0;  // cards dealt in this deal
  int8_t open_ = 0;   // rounds of this deal whose cards are open
  Stage stage_ = Stage::kDeal;
  int8_t value_ = 1;     // the value of the current round
  uint8_t contras_ = 0;  // seats that have announced it, as bits
  std::array<uint16_t, kMaxSeats> hands_ = {};
  std::array<Round, kRounds> rounds_ = {};
  std::array<int16_t, kMaxSeats> points_ = {};
};

static_assert(GameState<State> && HasChance<State> && HasAnnouncements<State> &&
              HasPositions<State> && HasTurns<State>);

}  // namespace arena::toy

namespace arena {

// The toy as the registry would list it. It is not registered.
const Game& ToyGame();

}  // namespace arena

#endif  // TESTS_TESTING_TOY_GAME_H_
