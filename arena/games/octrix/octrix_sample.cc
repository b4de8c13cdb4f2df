// Turns an observation of Octrix back into the state.
#include <bit>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/octrix/octrix.h"
#include "arena/v1/observation.pb.h"

namespace arena::octrix {
namespace {

template <typename... Parts>
absl::Status Wrong(const Parts&... parts) {
  return absl::InvalidArgumentError(
      absl::StrCat("octrix observation: ", parts...));
}

// Adds a card to a hand; `all` holds the cards of all hands so far.
absl::Status AddCard(uint32_t card, Cards& hand, Cards& all) {
  if (card >= kCards) return Wrong("card ", card, ": expected 0..31");
  const Cards added = SetOf(static_cast<Card>(card));
  if ((all & added) != 0) return Wrong(CardText(card), " occurs twice");
  hand |= added;
  all |= added;
  return absl::OkStatus();
}

using Hands = std::array<Cards, kMostSeats>;

// The hands as dealt: the cards left in them and the cards played from them.
absl::StatusOr<Hands> HandsBeforeTricks(const v1::OctrixObservation& seen,
                                        int seats) {
  Hands hands = {};
  Cards all = 0;
  for (Seat seat = 0; seat < seats; ++seat) {
    for (const uint32_t card : seen.hands(seat).cards()) {
      ARENA_RETURN_IF_ERROR(AddCard(card, hands[seat], all));
    }
  }
  for (const v1::OctrixTrick& trick : seen.tricks()) {
    for (Seat seat = 0; seat < seats; ++seat) {
      ARENA_RETURN_IF_ERROR(AddCard(trick.cards(seat), hands[seat], all));
    }
  }
  for (const v1::OctrixPlayed& played : seen.open_cards()) {
    ARENA_RETURN_IF_ERROR(AddCard(played.card(), hands[played.seat()], all));
  }
  return hands;
}

absl::StatusOr<Hands> Distribution(const v1::OctrixObservation& seen,
                                   int seats) {
  if (seen.distribution_size() != seats) {
    return Wrong(seen.distribution_size(), " hands in distribution: expected ",
                 seats);
  }
  Hands hands = {};
  Cards all = 0;
  for (Seat seat = 0; seat < seats; ++seat) {
    for (const uint32_t card : seen.distribution(seat).cards()) {
      ARENA_RETURN_IF_ERROR(AddCard(card, hands[seat], all));
    }
    if (std::popcount(hands[seat]) != kHandCards) {
      return Wrong("distribution[", seat, "] has ", std::popcount(hands[seat]),
                   " cards: expected ", kHandCards);
    }
  }
  return hands;
}

// The last trick of the deal before. The message names the seat that took it.
absl::StatusOr<Trick> LastDealTrick(const v1::OctrixObservation& seen,
                                    int seats) {
  if (!seen.has_last_deal_trick()) {
    return Wrong("last_deal_trick: expected in all deals but the first");
  }
  const v1::OctrixTrick& message = seen.last_deal_trick();
  if (message.cards_size() != seats) {
    return Wrong(message.cards_size(), " cards in last_deal_trick: expected ",
                 seats);
  }
  Trick trick;
  Cards all = 0;
  for (Seat seat = 0; seat < seats; ++seat) {
    Cards played = 0;
    ARENA_RETURN_IF_ERROR(AddCard(message.cards(seat), played, all));
    trick.cards[seat] = LowestOf(played);
  }
  const bool high = message.mode() == v1::OCTRIX_MODE_HIGH;
  const auto [highest, lowest] = trick.Ends(seats);
  trick.mode = high ? Mode::kHigh : Mode::kLow;
  trick.winner = static_cast<uint8_t>(high ? highest : lowest);
  return trick;
}

// Checks that every list by seat has the right length.
absl::Status CheckSizes(const v1::OctrixObservation& seen, int seats) {
  if (seen.hands_size() != seats) {
    return Wrong(seen.hands_size(), " hands: expected ", seats);
  }
  if (seen.tricks_size() > kHandCards) {
    return Wrong(seen.tricks_size(), " tricks: expected at most ", kHandCards);
  }
  for (const v1::OctrixTrick& trick : seen.tricks()) {
    if (trick.cards_size() != seats) {
      return Wrong(trick.cards_size(), " cards in a trick: expected ", seats);
    }
  }
  for (const v1::OctrixPlayed& played : seen.open_cards()) {
    if (played.seat() >= static_cast<uint32_t>(seats)) {
      return Wrong("open card of seat ", played.seat(), ": expected 0..",
                   seats - 1);
    }
  }
  return absl::OkStatus();
}

}  // namespace

// The position is played again from the observation, so it is a position that
// the rules allow.
absl::StatusOr<State> State::Sample(int seats, const GameOptions& options,
                                    Seat /*seat*/,
                                    const v1::Observation& observation,
                                    Rng& /*rng*/) {
  ARENA_ASSIGN_OR_RETURN(State state, Create(seats, options));
  if (!observation.has_octrix()) return Wrong("it belongs to another game");
  const v1::OctrixObservation& seen = observation.octrix();
  if (state.phase_ != Phase::kDrawDealer || seen.has_dealer()) {
    ARENA_RETURN_IF_ERROR(CheckSizes(seen, seats));
    ARENA_RETURN_IF_ERROR(state.RestoreTable(seen));
    ARENA_RETURN_IF_ERROR(state.RestoreHands(seen));
    ARENA_RETURN_IF_ERROR(state.RestoreTricks(seen));
  }
  return state;
}

// Deal, dealer and totals.
absl::Status State::RestoreTable(const v1::OctrixObservation& seen) {
  // With duplicate the last set of rotations is completed.
  const int last_deals =
      rules_.duplicate ? rules_.max_deals + rules_.seats - 1 : rules_.max_deals;
  if (seen.deal() < 1 || seen.deal() > static_cast<uint32_t>(last_deals)) {
    return Wrong("deal ", seen.deal(), ": expected 1..", last_deals);
  }
  deal_ = static_cast<int32_t>(seen.deal() - 1);
  if (!seen.has_dealer() || seen.dealer() >= rules_.seats) {
    return Wrong("dealer ", seen.dealer(), ": expected 0..", rules_.seats - 1);
  }
  dealer_ = static_cast<uint8_t>(seen.dealer());
  if (rules_.first_dealer != Rules::kRandomDealer) {
    const int deals_before = rules_.rotate_dealer ? deal_ : 0;
    const int dealer = (rules_.first_dealer + deals_before) % rules_.seats;
    if (dealer != dealer_) {
      return Wrong("dealer ", dealer_, ": the options give ", dealer);
    }
  }
  if (seen.totals_size() != rules_.sides) {
    return Wrong(seen.totals_size(), " totals: expected ", rules_.sides);
  }
  int64_t sum = 0;
  for (int side = 0; side < rules_.sides; ++side) {
    const int64_t total = seen.totals(side);
    sum += total;
    if (rules_.immediate && total >= rules_.target) {
      return Wrong("total ", total, ": the match ends at ", rules_.target);
    }
    totals_[side] = static_cast<int32_t>(total);
  }
  if (sum < 8 * deal_ || sum > 64 * deal_ || sum % 2 != 0) {
    return Wrong("totals of ", sum, " points after ", deal_,
                 " deals: expected an even number, 8 to 64 for each deal");
  }
  if (deal_ == 0) return absl::OkStatus();
  if (EndAfter(deal_) != End::kNone) {
    return Wrong("the match has ended before deal ", seen.deal());
  }
  ARENA_ASSIGN_OR_RETURN(last_deal_trick_, LastDealTrick(seen, rules_.seats));
  return absl::OkStatus();
}

absl::Status State::RestoreHands(const v1::OctrixObservation& seen) {
  if (rotation() > 0) {
    ARENA_ASSIGN_OR_RETURN(distribution_, Distribution(seen, rules_.seats));
    cards_dealt_ = static_cast<uint8_t>(rules_.seats * kHandCards);
    StartDeal();
    return absl::OkStatus();
  }
  ARENA_ASSIGN_OR_RETURN(Hands hands, HandsBeforeTricks(seen, rules_.seats));
  StartDeal();
  while (phase_ == Phase::kDeal && hands[receiver_] != 0) {
    Cards& hand = hands[receiver_];
    const Card card = LowestOf(hand);
    hand &= ~SetOf(card);
    DealCard(card);
  }
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    if (hands[seat] == 0) continue;
    if (phase_ != Phase::kDeal) {
      return Wrong("seat ", seat, " had ",
                   kHandCards + std::popcount(hands[seat]), " cards: expected ",
                   kHandCards);
    }
    return Wrong("seat ", receiver_, " had ", std::popcount(hands_[receiver_]),
                 " cards: expected one more, like the seats dealt to after it");
  }
  if (phase_ == Phase::kDeal &&
      seen.tricks_size() + seen.open_cards_size() > 0) {
    return Wrong(cards_dealt_, " cards are dealt: expected ",
                 rules_.seats * kHandCards, " before a trick");
  }
  return absl::OkStatus();
}

absl::Status State::RestoreTricks(const v1::OctrixObservation& seen) {
  const int32_t deal = deal_;
  for (int i = 0; i < seen.tricks_size(); ++i) {
    // The eighth trick may have been played without asking.
    if (i < tricks_played_) continue;
    do {
      Ply ply;
      if (deal_ == deal) {
        for (const Seat seat : ToAct()) {
          ply.push_back({seat, seen.tricks(i).cards(seat)});
        }
      }
      if (ply.empty())
        return Wrong("trick ", i + 1, " cannot have been played");
      ARENA_RETURN_IF_ERROR(RestorePly(ply));
    } while (second_half_);
  }
  if (seen.open_cards_size() == 0) return absl::OkStatus();
  Ply ply;
  for (const v1::OctrixPlayed& played : seen.open_cards()) {
    if (ply.size() == 2) return Wrong("more than 2 open cards");
    ply.push_back({static_cast<Seat>(played.seat()), played.card()});
  }
  if (deal_ != deal || !rules_.partners || phase_ != Phase::kTricks ||
      ply.size() != 2 ||
      FirstHalf() != (SeatSet::Of(ply[0].seat) | SeatSet::Of(ply[1].seat))) {
    return Wrong("open_cards: expected one of each seat that acts first");
  }
  return RestorePly(ply);
}

absl::Status State::RestorePly(absl::Span<const SeatAction> ply) {
  for (const auto& [seat, action] : ply) {
    if (action >= kCards || (hands_[seat] >> action & 1) == 0) {
      return Wrong("seat ", seat, " cannot have played ", CardText(action));
    }
  }
  Apply(ply);
  return absl::OkStatus();
}

}  // namespace arena::octrix
