// The rules of Octrix, as described in README.md beside this file.
//
// Layout of an action:
//   0..31   a card, 4 * (rank - 1) + suit: played by a seat, or dealt by
//           chance to the next seat in dealing order
//   32..35  chance only: seat 0..3 is drawn as the first dealer
#ifndef ARENA_GAMES_OCTRIX_OCTRIX_H_
#define ARENA_GAMES_OCTRIX_OCTRIX_H_

#include <array>
#include <cstdint>
#include <string>

#include "arena/games/base/game.h"
#include "arena/games/octrix/octrix_cards.h"
#include "arena/games/octrix/octrix_options.h"

namespace arena::v1 {
class OctrixObservation;
}  // namespace arena::v1

namespace arena::octrix {

enum class End : uint8_t { kNone, kTarget, kMaxDeals };

// The longest match: four seats as partners who are asked for every card.
inline constexpr int kMaxPlies =
    1                                  // the first dealer is drawn
    + kMaxDeals * (kCards              // every card is dealt
                   + kHandCards * 2);  // two halves of every trick

// One position, with all that the rules must remember. A side is a seat, or in
// the partnership game seats 0 and 2 (side 0) and seats 1 and 3 (side 1).
class State {
 public:
  static constexpr GameInfo kInfo = {
      .name = "octrix",
      .summary =
          "Open hands, secret choices: colours decide whether the "
          "highest or the lowest card wins",
      .rules_version = 1,
      .min_seats = 2,
      .max_seats = kMostSeats,
      .default_seats = 4,
      .max_plies = kMaxPlies,
      .action_space = kCards,
      .chance = true,
      .simultaneous = true,
      .announcements = false,
      .hidden = false,
      .options = kOptions,
  };

  // ---- Creation ----
  static absl::StatusOr<State> Create(int seats, const GameOptions& options);
  // Fills in the variant if none was given, and the values of a preset.
  static GameOptions Resolve(int seats, const GameOptions& options) {
    return Rules::Resolve(seats, options);
  }

  // ---- What comes next ----
  Node node() const;
  SeatSet ToAct() const;
  void LegalActions(Seat seat, ActionList& out) const;
  Action SampleLegal(Seat seat, Rng& rng) const;
  void Apply(absl::Span<const SeatAction> ply);
  Action SampleChance(Rng& rng) const;
  // Counts distributions: all rotations of a distribution share its number.
  int DealIndex() const;

  // ---- Results ----
  SeatScores Returns() const;
  SeatRanks Ranks() const;
  absl::string_view EndReason() const;
  int TeamOf(Seat seat) const { return rules_.partners ? seat % 2 : seat; }

  // ---- Numbers of actions ----
  // The card.
  uint32_t DenseIndex(Action action) const { return action; }

  // ---- Kinds of acts ----
  ActKind KindOfAct(Seat /*seat*/, Action /*action*/) const {
    return {"card", mode_ == Mode::kLow ? "LOW" : "HIGH"};
  }

  // ---- Substitutes ----
  // The lowest card of the hand.
  Action Substitute(Seat seat) const;
  // The strongest card for the mode. A seat that sees the first half's cards
  // beats them as narrowly as possible, or throws its weakest card.
  Action Suggest(Seat seat) const;

  // ---- Text ----
  std::string ToString() const;
  std::string ActionToString(Seat seat, Action action) const;
  absl::StatusOr<Action> ParseAction(Seat seat, absl::string_view text) const;

  // ---- View (octrix_view.cc, octrix_sample.cc) ----
  void ObservationFor(Seat seat, v1::Observation& out) const;
  static std::string ObservationToString(const v1::Observation& observation);
  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::PlyEvent& out) const;
  void ActionToMessage(Seat seat, Action action, v1::GameAction& out) const;
  absl::StatusOr<Action> ActionFromMessage(Seat seat,
                                           const v1::GameAction& message) const;
  static void Narrate(const v1::MatchStep& before, v1::MatchStep& step);
  // Nothing is hidden: the state itself, or what the observation describes.
  State SampleFor(Seat /*seat*/, Rng& /*rng*/) const { return *this; }
  static absl::StatusOr<State> Sample(int seats, const GameOptions& options,
                                      Seat seat,
                                      const v1::Observation& observation,
                                      Rng& rng);

  // ---- The table, for bots that search ----
  int seats() const { return rules_.seats; }
  Cards hand(Seat seat) const { return hands_[seat]; }
  Mode mode() const { return mode_; }
  Seat dealer() const { return dealer_; }
  // Completed deals, every rotation counted.
  int deal() const { return deal_; }
  // Completed tricks of this deal; of the last deal when the match is over.
  int tricks_played() const { return tricks_played_; }
  const Trick& trick(int number) const { return tricks_[number]; }

  friend bool operator==(const State&, const State&) = default;

 private:
  enum class Phase : uint8_t { kDrawDealer, kDeal, kTricks, kOver };

  // ---- Steps of a deal (octrix.cc) ----
  void StartDeal();
  void DealCard(Card card);
  void StartTricks();
  void PlayCards(absl::Span<const SeatAction> ply);
  void ResolveTrick();
  void PlayLastCards();
  void ScoreTrick(Seat winner);
  void FinishDeal();
  void FinishMatch(End end);

  // ---- Steps of Sample (octrix_sample.cc) ----
  absl::Status RestoreTable(const v1::OctrixObservation& seen);
  absl::Status RestoreHands(const v1::OctrixObservation& seen);
  absl::Status RestoreTricks(const v1::OctrixObservation& seen);
  absl::Status RestorePly(absl::Span<const SeatAction> ply);

  // ---- Questions ----
  Seat SeatAfter(Seat seat) const {
    return seat + 1 == rules_.seats ? 0 : seat + 1;
  }
  // The rotation of the distribution that is being played, from 0.
  int rotation() const { return rules_.duplicate ? deal_ % rules_.seats : 0; }
  // The seats of the first half; in solo variants there is only one half.
  SeatSet FirstHalf() const;
  Cards Undealt() const;
  // The cards in no hand, once all hands are dealt.
  Cards Unused() const;
  int64_t Total(int side) const {
    return int64_t{totals_[side]} + deal_scores_[side];
  }
  // Whether and how the match ends after that many deals with these totals.
  End EndAfter(int deals) const;

  Rules rules_;
  std::array<Cards, kMostSeats> hands_ = {};
  // The hands as dealt, by seat of rotation 0.
  std::array<Cards, kMostSeats> distribution_ = {};
  // Points before this deal, by side.
  std::array<int32_t, kMostSeats> totals_ = {};
  // Points of this deal, by side.
  std::array<uint8_t, kMostSeats> deal_scores_ = {};
  // Completed tricks, then the first half's cards of the current trick, then
  // zeros.
  std::array<Trick, kHandCards> tricks_ = {};
  // The eighth trick of the deal before this one; zeros in the first deal.
  Trick last_deal_trick_;
  // Deals completed, every rotation counted.
  int32_t deal_ = 0;
  Phase phase_ = Phase::kDrawDealer;
  End end_ = End::kNone;
  Mode mode_ = Mode::kHigh;
  uint8_t dealer_ = 0;
  uint8_t cards_dealt_ = 0;
  // The seat that gets the next card.
  uint8_t receiver_ = 0;
  uint8_t tricks_played_ = 0;
  // Length of the run that ends with the last trick.
  uint8_t run_ = 0;
  bool second_half_ = false;
};

}  // namespace arena::octrix

#endif  // ARENA_GAMES_OCTRIX_OCTRIX_H_
