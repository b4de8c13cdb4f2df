// The rules of Doppelkopf, as described in README.md beside this file. The
// layout of an action is at the top of doppelkopf_actions.h.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_H_

#include <array>
#include <cstdint>
#include <string>

#include "arena/games/base/game.h"
#include "arena/games/doppelkopf/doppelkopf_actions.h"
#include "arena/games/doppelkopf/doppelkopf_deal.h"
#include "arena/games/doppelkopf/doppelkopf_options.h"

namespace arena::v1 {
class SeatEvent;
}  // namespace arena::v1

namespace arena::doppelkopf {

// Plies each time that the cards are dealt, with as many words as possible.
inline constexpr int kMaxPliesBeforePlay =
    48                 // the cards
    + kSeats           // healthy or reservation
    + 5 * kSeats       // two steps: five rounds of naming
    + 1 + kSeats - 1;  // poverty: three cards, offered to three
// Plies once the cards are played.
inline constexpr int kMaxPliesOfPlay =
    1     // poverty: three cards back
    + 48  // the cards
    // A window of three before each card, and again after each announcement.
    + 3 * (48 + kMaxAnnouncements) + kMaxAnnouncements;
inline constexpr int kMaxPlies =
    kMaxDeals * ((kMaxRedeals + 1) * kMaxPliesBeforePlay + kMaxPliesOfPlay);

// One position, with all that the rules must remember.
class State {
 public:
  static constexpr GameInfo kInfo = {
      .name = "doppelkopf",
      .summary = "Tricks with secret partners, announcements and solos",
      .rules_version = 3,
      .min_seats = kSeats,
      .max_seats = kSeats,
      .default_seats = kSeats,
      .max_plies = kMaxPlies,
      .action_space = kActionSpace,
      .chance = true,
      .simultaneous = false,
      .announcements = true,
      .hidden = true,
      .options = kOptions,
  };

  // ---- Creation ----
  static absl::StatusOr<State> Create(int seats, const GameOptions& options);
  // Replaces the values `preset`, and 0 where it means the preset's number.
  static GameOptions Resolve(int seats, const GameOptions& options);

  // ---- What comes next ----
  Node node() const {
    if (phase_ == Phase::kDeal) return Node::kChance;
    return phase_ == Phase::kOver ? Node::kTerminal : Node::kDecision;
  }
  SeatSet ToAct() const {
    return node() == Node::kDecision ? SeatSet::Of(AskedSeat()) : SeatSet();
  }
  void LegalActions(Seat seat, ActionList& out) const;
  // The announcements that a seat may make before it plays its next card.
  void Announcements(Seat seat, ActionList& out) const;
  void Apply(absl::Span<const SeatAction> ply);
  Action SampleChance(Rng& rng) const;
  void NumberedOutcomes(ActionList& out) const;
  int DealIndex() const { return deal_number_; }  // kept when dealt again

  // ---- Results ----
  SeatScores Returns() const;
  SeatRanks Ranks() const;
  absl::string_view EndReason() const;
  int TeamOf(Seat seat) const { return seat; }

  // ---- Substitutes: healthy, pass, decline, the lowest card: see README ----
  Action Substitute(Seat seat) const;
  Action Suggest(Seat seat) const;  // doppelkopf_suggest.cc

  // ---- Text and numbers ----
  ActKind KindOfAct(Seat seat, Action action) const;
  uint32_t DenseIndex(Action action) const { return NumberOf(action); }
  std::string ToString() const;
  std::string ActionToString(Seat /*seat*/, Action action) const {
    return ActionText(action);
  }
  absl::StatusOr<Action> ParseAction(Seat /*seat*/,
                                     absl::string_view text) const {
    return ReadAction(text);
  }

  // ---- View (doppelkopf_view.cc, doppelkopf_sample.cc) ----
  void ObservationFor(Seat seat, v1::Observation& out) const;
  static std::string ObservationToString(const v1::Observation& observation);
  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::PlyEvent& out) const;
  void ActionToMessage(Seat seat, Action action, v1::GameAction& out) const;
  absl::StatusOr<Action> ActionFromMessage(Seat seat,
                                           const v1::GameAction& message) const;
  static void Narrate(const v1::MatchStep& before, v1::MatchStep& step);
  static absl::StatusOr<State> Sample(int seats, const GameOptions& options,
                                      Seat seat,
                                      const v1::Observation& observation,
                                      Rng& rng);
  State SampleFor(Seat seat, Rng& rng) const;  // doppelkopf_sampler.cc

  // ---- The table, for bots that search ----
  const Rules& rules() const { return rules_; }
  const Deal& deal() const { return deal_; }
  Phase phase() const { return phase_; }
  Seat dealer() const { return dealer_; }
  Seat ReceiverOfCard() const;  // Requires: a chance node.
  int redeals() const { return redeals_; }
  int owed(Seat seat) const { return owed_[seat]; }
  // The deal before this one; the last deal when the match is over.
  const DealResult& last_deal() const { return last_; }

  friend bool operator==(const State&, const State&) = default;

 private:
  // ---- A deal and its contract (doppelkopf_contract.cc) ----
  void StartDeal();
  void DealCard(Card card);
  void StartReservations();
  void DealAgain();
  Seat ForcedSeat() const;
  void ReserveActions(Seat seat, ActionList& out) const;
  void AddSolos(ActionList& out) const;
  void DeclareForced(Action solo);
  void Reserve(Seat seat, Action declaration);
  void ResolveReservations();
  int RankOfDeclaration(Seat seat) const;
  Seat NamingSeat() const;
  bool IsAsked(Naming round, Seat seat) const;
  bool IsAskedForSoloLater() const;
  bool HasLaterClaim(Seat seat) const;
  void NamingActions(Seat seat, ActionList& out) const;
  void NextNaming();
  void Name(Seat seat, Action action);
  void Settle(Contract contract, Seat declarer);
  void LayActions(ActionList& out) const;
  void ReturnActions(ActionList& out) const;
  Seat OfferedSeat() const;
  void Lay(Action cards);
  void Answer(Action answer);
  void GiveBack(Action cards);

  // ---- Cards and announcements (doppelkopf_play.cc) ----
  void StartTricks();
  Seat FirstLeader() const;
  void BeforeCard();
  Seat WindowSeat() const;
  void NextInWindow();
  void AddLevels(Seat seat, ActionList& out) const;
  void AnswerWindow(Seat seat, Action action);
  void Announce(Seat seat, Action action);
  void PlayCard(Seat seat, Card card);
  void ShowByCard(Seat seat, Card card);
  void ShowAll();
  void EndTrick();
  void CheckMarriage(Seat winner);
  void ScoreDeal();
  void FinishDeal(const DealResult& result);

  // ---- Suggestions (doppelkopf_suggest.cc) ----
  Action WantedDeclaration(Seat seat) const;
  Action SuggestDeclaration(Seat seat, const ActionList& legal) const;
  Action SuggestThreeCards(const ActionList& legal) const;
  Action SuggestAnnouncement(Seat seat, const ActionList& legal) const;

  // ---- Questions ----
  void AddReveal(Seat receiver, const State& next, v1::SeatEvent& event) const;
  Seat AskedSeat() const;
  Seat Forehand() const { return LeftOf(dealer_); }
  bool MayDealAgain() const { return redeals_ < rules_.max_redeals; }
  bool Owes(Seat seat) const { return owed_[seat] > 0; }

  friend class Sampler;
  friend class ObservationSampler;
  Rules rules_;
  Deal deal_;
  DealResult last_;
  std::array<int32_t, kSeats> totals_ = {};
  std::array<int16_t, kSeats> positive_deals_ = {};  // with more than 0 points
  std::array<uint8_t, kSeats> owed_ = {};  // solos
  int16_t deal_number_ = 0;  // deals completed; in the end the last one's
  uint8_t dealer_ = 0;
  uint8_t redeals_ = 0;  // how often this deal was dealt again
  Phase phase_ = Phase::kDeal;
};

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_H_
