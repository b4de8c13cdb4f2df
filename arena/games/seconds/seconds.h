// The rules of Seconds, as described in README.md beside this file.
//
// Layout of an action:
//   0..51   a card, 4 * rank + suit (ranks two 0 to ace 12; suits clubs 0,
//           diamonds 1, hearts 2, spades 3): played by a seat, or dealt by
//           chance to the next seat in dealing order
//   52..55  chance only: seat 0..3 is drawn as North, the first dealer
#ifndef ARENA_GAMES_SECONDS_SECONDS_H_
#define ARENA_GAMES_SECONDS_SECONDS_H_

#include <array>
#include <cstdint>
#include <string>

#include "arena/games/base/game.h"
#include "arena/games/seconds/seconds_cards.h"
#include "arena/games/seconds/seconds_options.h"
#include "arena/games/seconds/seconds_scoring.h"

namespace arena::v1 {
class SecondsObservation;
}  // namespace arena::v1

namespace arena::seconds {

inline constexpr Action kFirstDealer = kCards;

// The longest match: the first dealer is drawn, and every card is asked for.
inline constexpr int kMaxPlies = 1                          // North is drawn
                                 + kMaxDeals * (kCards      // dealt
                                                + kCards);  // played

// The part of a completed deal that is kept.
struct DealResult {
  // By seat.
  Counts taken = {};
  Trick last_trick;
  friend bool operator==(const DealResult&, const DealResult&) = default;
};

// One position, with all that the rules must remember.
class State {
 public:
  static constexpr GameInfo kInfo = {
      .name = "seconds",
      .summary =
          "The second-highest card takes the trick, partners change with "
          "every deal, and the second-highest total wins",
      .rules_version = 1,
      .min_seats = kSeats,
      .max_seats = kSeats,
      .default_seats = kSeats,
      .max_plies = kMaxPlies,
      .action_space = kCards,
      .chance = true,
      .simultaneous = false,
      .announcements = false,
      .hidden = true,
      .options = kOptions,
  };

  // ---- Creation ----
  static absl::StatusOr<State> Create(int seats, const GameOptions& options);
  // Fills in the values of a preset.
  static GameOptions Resolve(int /*seats*/, const GameOptions& options) {
    return WithTextPreset(options, kText);
  }

  // ---- What comes next ----
  Node node() const;
  SeatSet ToAct() const;
  void LegalActions(Seat seat, ActionList& out) const;
  Action SampleLegal(Seat seat, Rng& rng) const;
  void Apply(absl::Span<const SeatAction> ply);
  Action SampleChance(Rng& rng) const;
  int DealIndex() const { return deal_; }

  // ---- Results ----
  // The points of all scored deals.
  SeatScores Returns() const;
  SeatRanks Ranks() const { return RanksOf(Returns(), rules_); }
  absl::string_view EndReason() const;
  // Partnerships last for one deal; in the match every seat is its own team.
  int TeamOf(Seat seat) const { return seat; }

  // ---- Numbers of actions ----
  // The card.
  uint32_t DenseIndex(Action action) const { return action; }

  // ---- Kinds of acts ----
  ActKind KindOfAct(Seat /*seat*/, Action /*action*/) const {
    return {open_cards_ == 0 ? "lead" : "follow", ""};
  }

  // ---- Substitutes ----
  // The lowest legal card; of equal ranks clubs, diamonds, hearts, spades.
  Action Substitute(Seat seat) const;
  // Plays this deal to its end after each legal card, once with the lowest and
  // once with the highest legal cards of all seats, and takes the card after
  // which the seat would then be placed best in the match.
  Action Suggest(Seat seat) const;

  // ---- Text ----
  std::string ToString() const;
  std::string ActionToString(Seat seat, Action action) const;
  absl::StatusOr<Action> ParseAction(Seat seat, absl::string_view text) const;

  // ---- View (seconds_view.cc) ----
  void ObservationFor(Seat seat, v1::Observation& out) const;
  static std::string ObservationToString(const v1::Observation& observation);
  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::PlyEvent& out) const;
  void ActionToMessage(Seat seat, Action action, v1::GameAction& out) const;
  absl::StatusOr<Action> ActionFromMessage(Seat seat,
                                           const v1::GameAction& message) const;
  static void Narrate(const v1::MatchStep& before, v1::MatchStep& step);

  // ---- Sampling (seconds_hidden.cc, seconds_sample.cc) ----
  // Every distribution of the hidden cards that the seat's knowledge allows is
  // equally likely: distributions are counted, not guessed.
  State SampleFor(Seat seat, Rng& rng) const;
  static absl::StatusOr<State> Sample(int seats, const GameOptions& options,
                                      Seat seat,
                                      const v1::Observation& observation,
                                      Rng& rng);

  // ---- The table, for bots that search ----
  Cards hand(Seat seat) const { return hands_[seat]; }
  // From 0.
  int deal() const { return deal_; }
  Seat north() const { return north_; }
  Seat dealer() const { return (north_ + deal_) % kSeats; }
  // Completed tricks of this deal; of the last deal when the match is over.
  int tricks_played() const { return tricks_played_; }
  // The trick after the completed ones holds the open cards.
  const Trick& trick(int number) const { return tricks_[number]; }
  int open_cards() const { return open_cards_; }
  const Counts& taken() const { return taken_; }
  int deals_scored() const;
  const DealResult& result(int deal) const { return results_[deal]; }
  // Points of a scored deal, by seat.
  Points PointsOf(int deal) const {
    return PointsFor(deal, results_[deal].taken);
  }
  // The points of a deal in which the seats take so many tricks, by seat.
  Points PointsFor(int deal, const Counts& taken) const;
  // The cards that the seat may play. Requires: the seat is to act.
  Cards Playable(Seat seat) const;

  friend bool operator==(const State&, const State&) = default;

 private:
  enum class Phase : uint8_t { kDrawDealer, kDeal, kTricks, kOver };

  // ---- Steps of a deal (seconds.cc) ----
  void StartDeal();
  void DealCard(Card card);
  void PlayCard(Card card);
  void ResolveTrick();
  void PlayLastTrick();
  void FinishDeal();
  // The tricks of this deal, by seat, if it goes on with that card and then
  // with the highest (or lowest) legal cards only.
  Counts TakenIf(Card first, bool highest) const;

  // ---- Steps of Sample (seconds_sample.cc) ----
  absl::Status RestoreResults(const v1::SecondsObservation& seen);
  absl::Status RestoreDeal(const v1::SecondsObservation& seen, Seat seat,
                           Rng& rng);
  absl::Status RestoreTricks(const v1::SecondsObservation& seen);

  // ---- Questions ----
  Cards Undealt() const {
    return kAllCards & ~(hands_[0] | hands_[1] | hands_[2] | hands_[3]);
  }
  // The seat that gets the next card.
  Seat Receiver() const { return (dealer() + 1 + cards_dealt_) % kSeats; }
  // The seat that plays the next card.
  Seat Actor() const { return tricks_[tricks_played_].SeatAt(open_cards_); }

  std::array<Cards, kSeats> hands_ = {};
  // The scored deals, then zeros.
  std::array<DealResult, kMaxDeals> results_ = {};
  // Completed tricks, then the open cards of the current trick, then zeros.
  std::array<Trick, kTricks> tricks_ = {};
  Counts taken_ = {};
  Rules rules_;
  Phase phase_ = Phase::kDrawDealer;
  uint8_t north_ = 0;
  // From 0; the last deal when the match is over.
  uint8_t deal_ = 0;
  uint8_t cards_dealt_ = 0;
  uint8_t tricks_played_ = 0;
  uint8_t open_cards_ = 0;
};

}  // namespace arena::seconds

#endif  // ARENA_GAMES_SECONDS_SECONDS_H_
