// The rules of Ordago, as described in README.md beside this file. The
// layout of an action is at the top of ordago_actions.h.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_H_

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "arena/games/base/game.h"
#include "arena/games/ordago/ordago_options.h"
#include "arena/games/ordago/ordago_table.h"

namespace arena::ordago {

// One position, with all that the rules must remember. Cards, bids and scores
// belong to places and teams; seats choose for places (see SeatOf).
class State {
 public:
  static constexpr GameInfo kInfo = {
      .name = "ordago",
      .summary =
          "Partners bet on four comparisons of secret hands, and may "
          "give each other signs",
      .rules_version = 1,
      .min_seats = 3,
      .max_seats = 4,
      .default_seats = 4,
      // Create refuses options that allow more.
      .max_plies = std::numeric_limits<int32_t>::max(),
      .action_space = kActionSpace,
      .chance = true,
      .simultaneous = true,
      .announcements = true,
      .hidden = true,
      .options = kOptions,
  };

  // ---- Creation ----
  static absl::StatusOr<State> Create(int seats, const GameOptions& options);
  static GameOptions Resolve(int seats, const GameOptions& options);

  // ---- What comes next ----
  Node node() const;
  SeatSet ToAct() const;
  void LegalActions(Seat seat, ActionList& out) const;
  // Signs and table talk that the seat may add to its open decision.
  void Announcements(Seat seat, ActionList& out) const;
  void Apply(absl::Span<const SeatAction> ply);
  Action SampleChance(Rng& rng) const;
  void NumberedOutcomes(ActionList& out) const;
  int DealIndex() const { return hand_ - (notice_.last_hand ? 1 : 0); }

  // ---- Results ----
  SeatScores Returns() const;  // sets won minus sets lost
  SeatRanks Ranks() const;
  absl::string_view EndReason() const;
  int TeamOf(Seat seat) const { return OwnPlace(seat) % 2; }

  // ---- Substitutes: keep; the lowest card; wait; pass; no sign ----
  Action Substitute(Seat seat) const;
  Action Suggest(Seat seat) const;  // by the hand: ordago_suggest.cc

  ActKind KindOfAct(Seat seat, Action action) const;
  uint32_t DenseIndex(Action action) const { return NumberOf(action); }
  std::string ToString() const;
  std::string ActionToString(Seat seat, Action action) const;
  absl::StatusOr<Action> ParseAction(Seat seat, absl::string_view text) const;

  // ---- View (ordago_viewer.cc, the files ..._view.cc) ----
  void ObservationFor(Seat seat, v1::Observation& out) const;
  static std::string ObservationToString(const v1::Observation& observation);
  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::PlyEvent& out) const;
  void ActionToMessage(Seat seat, Action action, v1::GameAction& out) const;
  absl::StatusOr<Action> ActionFromMessage(Seat seat,
                                           const v1::GameAction& message) const;
  static void Narrate(const v1::MatchStep& before, v1::MatchStep& step);
  State SampleFor(Seat seat, Rng& rng) const;  // ordago_sampler.cc
  static absl::StatusOr<State> Sample(int seats, const GameOptions& options,
                                      Seat seat,
                                      const v1::Observation& observation,
                                      Rng& rng);

  // ---- The table, for bots that search ----
  const Rules& rules() const { return rules_; }
  Phase phase() const { return phase_; }
  // With three seats, seat 0 chooses for places 0 and 2.
  Seat SeatOf(Place place) const;
  Place OwnPlace(Seat seat) const;
  // The place that the seat now chooses for. Requires: the seat is in ToAct.
  Place ActingPlace(Seat seat) const;
  Place dealer() const { return dealer_; }
  Place start() const { return After(dealer_); }
  Cards hand(Place place) const { return hands_[place]; }
  Cards stock() const { return piles_.stock; }
  // Exchanges completed in this hand.
  int round() const { return round_; }
  Bet bet() const { return static_cast<Bet>(bet_); }
  const Bidding& bidding() const { return bidding_; }
  const BetResults& results() const { return results_; }
  int score(int team) const { return score_[team]; }
  int sets(int team) const { return sets_[team]; }
  const LastHand& last_hand() const { return last_; }
  // Gives the places other hands. Piles keep their sizes; logs do not change.
  void Redeal(const Hands& hands, Rng& rng);

  friend bool operator==(const State&, const State&) = default;

 private:
  friend class Viewer;
  friend class Sampler;
  friend class ObservationSampler;

  // ---- Steps of a hand (ordago.cc) ----
  void LegalOutcomes(ActionList& out) const;
  bool IsAnnouncement(const SeatAction& part) const;
  void ApplyOutcome(Action outcome);
  void ApplyChoices(absl::Span<const SeatAction> ply);
  void ClearHand();
  void StartHand();
  void DealCard(Rank rank);
  void FinishDealing();
  void CloseWindow();
  void Answer(bool swap);
  void ApplyDiscards(absl::Span<const SeatAction> ply);
  void Discard(Place place, Cards cards);
  void StartRedraw();
  void RefillStock();
  void RedrawCard(Rank rank);
  void RememberHand();
  void FinishHand();
  void FinishSet(int team);

  // ---- Bets (ordago_bets.cc) ----
  void StartBet(int bet);
  void LegalBets(ActionList& out) const;
  void ApplyBet(Action action);
  void LogBetAction(Action action);
  void MakeBid(int16_t amount);
  bool AskNextAnswer();
  void AcceptBid();
  void DeclineBid();
  void FinishBet(const BetResult& result);
  bool Award(int team, int points);
  void Evaluate();
  bool PayBet(Bet bet);
  void Showdown();
  bool MayShowHands() const;

  // ---- Signs (ordago_signing.cc) ----
  bool CanSign(Seat seat) const;
  void AddSigns(Seat seat, ActionList& out) const;
  void ApplyAnnouncement(Seat seat, Sign sign);
  SignNote NoteOf(Seat seat, Sign sign) const;
  GivenSigns TakeSigns(absl::Span<const SeatAction> ply);
  bool Receives(Seat viewer, const SignNote& note) const;
  void DeliverSign(const SignNote& note);
  void DeliverSigns(GivenSigns& given, bool hand_ended);
  uint32_t NoticeBit(Seat viewer, Seat signer) const;
  uint32_t NoticeBits() const;
  void LegalNotices(ActionList& out) const;
  Action SampleNotice(Rng& rng) const;
  bool Notices(Seat viewer, Seat signer, uint32_t outcome) const;
  void ApplyNotice(uint32_t outcome);

  Rules rules_;
  int32_t hand_ = 0;  // completed in the match
  std::array<int32_t, 2> score_ = {};
  std::array<uint8_t, 2> sets_ = {};
  Phase phase_ = Phase::kDrawDealer;
  uint8_t dealer_ = 0;
  uint8_t turn_ = 0;  // the place to act, in phases where one is
  // The place that gets the next card; and the cards that each place must get.
  uint8_t receiver_ = 0;
  std::array<uint8_t, kPlaces> due_ = {};
  Hands hands_ = {};
  bool hands_shown_ = false;
  Piles piles_;
  uint16_t round_ = 0;
  // Count of "swap" in this round; the place that said "keep", or kPlaces.
  uint8_t swaps_ = 0;
  uint8_t keeper_ = kPlaces;
  Four chosen_for_dummy_ = 0;  // simultaneous discards: by seat 0, face down
  uint8_t bet_ = 0;
  Bidding bidding_;
  BetResults results_ = {};
  std::array<uint16_t, kBets> bet_actions_ = {};
  Signing signing_;
  Notice notice_;
  LastHand last_;
  ExchangeLog exchanges_;
  BetLog bet_log_;
  std::array<SignLog, kMaxSeats + 1> sign_logs_;  // by seat, then spectators
};

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_H_
