#include "arena/games/octrix/octrix.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::octrix {
namespace {

constexpr absl::string_view kSuits = "HDSC";
constexpr absl::string_view kDealerText = "DEALER";

// The n-th card of a set, from 0. The function halves the set five times
// instead of walking through it, because half of all plies of a match deal a
// card.
constexpr Card NthOf(Cards cards, uint32_t n) {
  // The number of cards in each group of 2, 4, 8 and 16, side by side.
  const uint32_t twos = cards - (cards >> 1 & 0x55555555);
  const uint32_t fours = (twos & 0x33333333) + (twos >> 2 & 0x33333333);
  const uint32_t eights = (fours + (fours >> 4)) & 0x0f0f0f0f;
  const uint32_t halves = (eights + (eights >> 8)) & 0x00ff00ff;
  uint32_t at = 0;
  const auto skip_group = [&](uint32_t counts, uint32_t width) {
    const uint32_t count = counts >> at & ((1u << width) - 1);
    const uint32_t skip = n >= count ? ~0u : 0u;  // a mask, not a branch
    n -= count & skip;
    at += width & skip;
  };
  skip_group(halves, 16);
  skip_group(eights, 8);
  skip_group(fours, 4);
  skip_group(twos, 2);
  skip_group(cards, 1);
  return static_cast<Card>(at);
}

// Calls with every card of the set, ascending.
template <typename Function>
void ForEach(Cards cards, Function function) {
  for (; cards != 0; cards &= cards - 1) function(LowestOf(cards));
}

Card StrongestOf(Cards cards, Mode mode) {
  return mode == Mode::kHigh ? HighestOf(cards) : LowestOf(cards);
}
Card WeakestOf(Cards cards, Mode mode) {
  return mode == Mode::kHigh ? LowestOf(cards) : HighestOf(cards);
}
// The cards of a set that beat the card.
Cards Beating(Cards cards, Card card, Mode mode) {
  const Cards below = SetOf(card) - 1;
  return mode == Mode::kHigh ? cards & ~below & ~SetOf(card) : cards & below;
}

}  // namespace

std::string CardText(uint32_t card) {
  if (card >= kCards) return "?";
  const Card known = static_cast<Card>(card);
  return absl::StrCat(kSuits.substr(SuitOf(known), 1), RankOf(known));
}

// ---- Creation ----

absl::StatusOr<State> State::Create(int seats, const GameOptions& options) {
  State state;
  ARENA_ASSIGN_OR_RETURN(state.rules_, Rules::From(seats, options));
  if (state.rules_.first_dealer != Rules::kRandomDealer) {
    state.dealer_ = state.rules_.first_dealer;
    state.StartDeal();
  }
  return state;
}

// ---- What comes next ----

Node State::node() const {
  switch (phase_) {
    case Phase::kDrawDealer:
    case Phase::kDeal:
      return Node::kChance;
    case Phase::kTricks:
      return Node::kDecision;
    case Phase::kOver:
      break;
  }
  return Node::kTerminal;
}

SeatSet State::ToAct() const {
  if (phase_ != Phase::kTricks) return {};
  const SeatSet first = FirstHalf();
  if (!second_half_) return first;
  SeatSet second = SeatSet::All(rules_.seats);
  for (const Seat seat : first) second.erase(seat);
  return second;
}

SeatSet State::FirstHalf() const {
  if (!rules_.partners) return SeatSet::All(rules_.seats);
  const Seat first = (dealer_ + tricks_played_) % 4;
  return SeatSet::Of(first) | SeatSet::Of(SeatAfter(first));
}

Cards State::Undealt() const {
  return ~(hands_[0] | hands_[1] | hands_[2] | hands_[3]);
}

Cards State::Unused() const {
  return ~(distribution_[0] | distribution_[1] | distribution_[2] |
           distribution_[3]);
}

void State::LegalActions(Seat seat, ActionList& out) const {
  out.clear();
  if (phase_ == Phase::kDrawDealer) {
    if (seat != kChance) return;
    for (Seat dealer = 0; dealer < rules_.seats; ++dealer) {
      out.push_back(kFirstDealer + static_cast<Action>(dealer));
    }
  } else if (phase_ == Phase::kDeal) {
    if (seat != kChance) return;
    ForEach(Undealt(), [&](Card card) { out.push_back(card); });
  } else if (ToAct().contains(seat)) {
    ForEach(hands_[seat], [&](Card card) { out.push_back(card); });
  }
}

Action State::SampleLegal(Seat seat, Rng& rng) const {
  const Cards cards = hands_[seat];
  return NthOf(cards, rng.Below(static_cast<uint32_t>(std::popcount(cards))));
}

Action State::SampleChance(Rng& rng) const {
  if (phase_ == Phase::kDrawDealer) {
    return kFirstDealer + rng.Below(rules_.seats);
  }
  return NthOf(Undealt(), rng.Below(kCards - cards_dealt_));
}

int State::DealIndex() const {
  return rules_.duplicate ? deal_ / rules_.seats : deal_;
}

// ---- Steps of a deal ----

void State::Apply(absl::Span<const SeatAction> ply) {
  switch (phase_) {
    case Phase::kDrawDealer:
      dealer_ = static_cast<uint8_t>(ply[0].action - kFirstDealer);
      StartDeal();
      return;
    case Phase::kDeal:
      DealCard(static_cast<Card>(ply[0].action));
      return;
    case Phase::kTricks:
      PlayCards(ply);
      return;
    case Phase::kOver:
      ARENA_CHECK(false, "a ply after the end of the match");
  }
}

// Requires: `deal_`, `dealer_` and, after rotation 0, `distribution_` are set.
void State::StartDeal() {
  tricks_ = {};
  tricks_played_ = 0;
  deal_scores_ = {};
  run_ = 0;
  mode_ = Mode::kHigh;
  if (rotation() > 0) {
    StartTricks();
    return;
  }
  phase_ = Phase::kDeal;
  hands_ = {};
  distribution_ = {};
  cards_dealt_ = 0;
  receiver_ = static_cast<uint8_t>(SeatAfter(dealer_));
}

void State::DealCard(Card card) {
  ARENA_CHECK((Undealt() & SetOf(card)) != 0, "card ", card, " is dealt");
  hands_[receiver_] |= SetOf(card);
  receiver_ = static_cast<uint8_t>(SeatAfter(receiver_));
  ++cards_dealt_;
  if (cards_dealt_ < rules_.seats * kHandCards) return;
  distribution_ = hands_;
  StartTricks();
}

// The hands move clockwise, as the dealer does: with rotate_dealer every hand
// keeps its place relative to the dealer, and so its role.
void State::StartTricks() {
  const int rotated = rotation();
  for (int from = 0; from < rules_.seats; ++from) {
    hands_[(from + rotated) % rules_.seats] = distribution_[from];
  }
  receiver_ = 0;
  phase_ = Phase::kTricks;
}

void State::PlayCards(absl::Span<const SeatAction> ply) {
  Trick& trick = tricks_[tricks_played_];
  for (const auto& [seat, action] : ply) {
    const Card card = static_cast<Card>(action);
    ARENA_CHECK((hands_[seat] & SetOf(card)) != 0, "seat ", seat,
                " has no card ", action);
    hands_[seat] &= ~SetOf(card);
    trick.cards[seat] = card;
  }
  if (rules_.partners && !second_half_) {
    second_half_ = true;
    return;
  }
  second_half_ = false;
  ResolveTrick();
  if (phase_ == Phase::kTricks && tricks_played_ == kHandCards - 1 &&
      rules_.auto_last_trick) {
    PlayLastCards();
  }
}

void State::PlayLastCards() {
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    tricks_[tricks_played_].cards[seat] = LowestOf(hands_[seat]);
    hands_[seat] = 0;
  }
  ResolveTrick();
}

void State::ResolveTrick() {
  Trick& trick = tricks_[tricks_played_];
  const auto [highest, lowest] = trick.Ends(rules_.seats);
  const Seat winner = mode_ == Mode::kHigh ? highest : lowest;
  trick.mode = mode_;
  trick.winner = static_cast<uint8_t>(winner);
  mode_ =
      NextMode(trick.cards[highest], trick.cards[lowest], rules_.colour_rule);
  ScoreTrick(winner);
  ++tricks_played_;
  if (rules_.immediate && Total(TeamOf(winner)) >= rules_.target) {
    FinishMatch(End::kTarget);
  } else if (tricks_played_ == kHandCards) {
    FinishDeal();
  }
}

// A run of k tricks is worth k * k, so its k-th trick adds 2 * k - 1.
void State::ScoreTrick(Seat winner) {
  const bool goes_on =
      tricks_played_ > 0 &&
      TeamOf(tricks_[tricks_played_ - 1].winner) == TeamOf(winner);
  run_ = goes_on ? run_ + 1 : 1;
  deal_scores_[TeamOf(winner)] += 2 * run_ - 1;
}

void State::FinishDeal() {
  const End end = EndAfter(deal_ + 1);
  if (end != End::kNone) {
    FinishMatch(end);
    return;
  }
  for (int side = 0; side < rules_.sides; ++side) {
    totals_[side] += deal_scores_[side];
  }
  ++deal_;
  last_deal_trick_ = tricks_.back();
  if (rules_.rotate_dealer) dealer_ = static_cast<uint8_t>(SeatAfter(dealer_));
  StartDeal();
}

// The last deal stays on the table.
void State::FinishMatch(End end) {
  end_ = end;
  phase_ = Phase::kOver;
}

End State::EndAfter(int deals) const {
  // A distribution is played in all its rotations before anything counts.
  if (rules_.duplicate && deals % rules_.seats != 0) return End::kNone;
  int64_t best = 0;
  int leaders = 0;
  for (int side = 0; side < rules_.sides; ++side) {
    const int64_t total = Total(side);
    if (total > best) leaders = 0;
    if (total >= best) ++leaders;
    best = std::max(best, total);
  }
  if (best >= rules_.target && (leaders == 1 || rules_.share_ties)) {
    return End::kTarget;
  }
  return deals >= rules_.max_deals ? End::kMaxDeals : End::kNone;
}

// ---- Results ----

SeatScores State::Returns() const {
  SeatScores scores = {};
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    scores[seat] = Total(TeamOf(seat));
  }
  return scores;
}

SeatRanks State::Ranks() const {
  const SeatScores scores = Returns();
  SeatRanks ranks = {};
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    const auto better =
        std::count_if(scores.begin(), scores.begin() + rules_.seats,
                      [&](int64_t score) { return score > scores[seat]; });
    ranks[seat] = static_cast<int>(better) + 1;
  }
  return ranks;
}

absl::string_view State::EndReason() const {
  switch (end_) {
    case End::kNone:
      break;
    case End::kTarget:
      return "target";
    case End::kMaxDeals:
      return "max-deals";
  }
  return "";
}

// ---- Substitutes ----

Action State::Substitute(Seat seat) const { return LowestOf(hands_[seat]); }

Action State::Suggest(Seat seat) const {
  const Cards hand = hands_[seat];
  if (!second_half_) return StrongestOf(hand, mode_);
  Cards open = 0;
  for (const Seat first : FirstHalf()) {
    open |= SetOf(tricks_[tricks_played_].cards[first]);
  }
  const Cards better = Beating(hand, StrongestOf(open, mode_), mode_);
  return WeakestOf(better != 0 ? better : hand, mode_);
}

// ---- Text ----

std::string State::ActionToString(Seat /*seat*/, Action action) const {
  if (action >= kFirstDealer && action < kFirstDealer + kMostSeats) {
    return absl::StrCat("dealer", action - kFirstDealer);
  }
  return CardText(action);
}

absl::StatusOr<Action> State::ParseAction(Seat /*seat*/,
                                          absl::string_view text) const {
  const std::string upper = absl::AsciiStrToUpper(text);
  if (upper.size() == 2) {
    const size_t suit = kSuits.find(upper[0]);
    const int rank = upper[1] - '0';
    if (suit != absl::string_view::npos && rank >= 1 && rank <= 8) {
      return static_cast<Action>(4 * (rank - 1)) + static_cast<Action>(suit);
    }
  }
  if (upper.size() == kDealerText.size() + 1 &&
      absl::StartsWith(upper, kDealerText)) {
    const int dealer = upper.back() - '0';
    if (dealer >= 0 && dealer < rules_.seats) {
      return kFirstDealer + static_cast<Action>(dealer);
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("action \"", text,
                   "\": expected a card, suit C, S, D or H and rank 1 to "
                   "8, such as C8"));
}

}  // namespace arena::octrix
