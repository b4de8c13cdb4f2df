// Turns an observation of Seconds into a possible state.
#include <bit>
#include <numeric>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/seconds/seconds.h"
#include "arena/games/seconds/seconds_hidden.h"
#include "arena/v1/observation.pb.h"

namespace arena::seconds {
namespace {

template <typename... Parts>
absl::Status Wrong(const Parts&... parts) {
  return absl::InvalidArgumentError(
      absl::StrCat("seconds observation: ", parts...));
}

using Hands = std::array<Cards, kSeats>;

// The cards that the seats have shown.
struct Shown {
  KnownCards known;
  // The cards played, by seat.
  Hands played = {};
};

// OK if it is a card that was not seen before.
absl::Status CheckNewCard(uint32_t card, Cards seen) {
  if (card >= kCards) return Wrong("card ", card, ": expected 0..51");
  const bool is_new = (seen & SetOf(static_cast<Card>(card))) == 0;
  return is_new ? absl::OkStatus() : Wrong(CardText(card), " occurs twice");
}

// Adds the cards of a trick, in playing order.
template <typename Field>
absl::Status AddTrick(uint32_t leader, const Field& cards, Shown& shown) {
  if (leader >= kSeats) return Wrong("leader ", leader, ": expected 0..3");
  if (cards.size() > kSeats) {
    return Wrong(cards.size(), " cards in a trick: expected at most 4");
  }
  for (int i = 0; i < cards.size(); ++i) {
    const Seat seat = (leader + i) % kSeats;
    ARENA_RETURN_IF_ERROR(CheckNewCard(cards[i], shown.known.seen));
    const auto card = static_cast<Card>(cards[i]);
    shown.known.See(seat, card, static_cast<Card>(cards[0]));
    shown.played[seat] |= SetOf(card);
  }
  return absl::OkStatus();
}

absl::StatusOr<Shown> ShownBy(const v1::SecondsObservation& seen) {
  Shown shown;
  for (const v1::SecondsTrick& trick : seen.tricks()) {
    ARENA_RETURN_IF_ERROR(AddTrick(trick.leader(), trick.cards(), shown));
  }
  ARENA_RETURN_IF_ERROR(AddTrick(seen.leader(), seen.open_cards(), shown));
  return shown;
}

absl::StatusOr<Trick> TrickOf(const v1::SecondsTrick& seen,
                              TieReading reading) {
  Shown shown;
  ARENA_RETURN_IF_ERROR(AddTrick(seen.leader(), seen.cards(), shown));
  if (seen.cards_size() != kSeats) {
    return Wrong(seen.cards_size(), " cards in a trick: expected 4");
  }
  Trick trick;
  trick.leader = static_cast<uint8_t>(seen.leader());
  for (int i = 0; i < kSeats; ++i) {
    trick.cards[i] = static_cast<Card>(seen.cards(i));
  }
  trick.taker =
      static_cast<uint8_t>(trick.SeatAt(TakerOf(trick.cards, reading)));
  return trick;
}

absl::StatusOr<DealResult> ResultOf(const v1::SecondsDealResult& seen,
                                    TieReading reading) {
  DealResult result;
  const uint64_t sum =
      std::accumulate(seen.taken().begin(), seen.taken().end(), uint64_t{0});
  if (seen.taken_size() != kSeats || sum != kTricks) {
    return Wrong(sum, " tricks taken by ", seen.taken_size(),
                 " seats: expected 13 by 4");
  }
  for (Seat seat = 0; seat < kSeats; ++seat) {
    result.taken[seat] = static_cast<uint8_t>(seen.taken(seat));
  }
  ARENA_ASSIGN_OR_RETURN(result.last_trick,
                         TrickOf(seen.last_trick(), reading));
  // The leader of the last trick took the trick before it.
  Counts least = {};
  ++least[result.last_trick.leader];
  ++least[result.last_trick.taker];
  for (Seat seat = 0; seat < kSeats; ++seat) {
    if (result.taken[seat] < least[seat]) {
      return Wrong("seat ", seat, " has ", result.taken[seat],
                   " tricks: expected at least ", least[seat],
                   " by its last trick");
    }
  }
  return result;
}

absl::Status ReadHandSizes(const v1::SecondsObservation& seen,
                           KnownCards& known) {
  if (seen.hand_sizes_size() != kSeats) {
    return Wrong(seen.hand_sizes_size(), " hand_sizes: expected 4");
  }
  for (Seat seat = 0; seat < kSeats; ++seat) {
    const uint32_t size = seen.hand_sizes(seat);
    if (size > kHandCards) {
      return Wrong("a hand of ", size, " cards: expected at most 13");
    }
    known.sizes[seat] = static_cast<int>(size);
  }
  return absl::OkStatus();
}

}  // namespace

// The deal is played again from the observation, so it is a deal that the rules
// allow.
absl::StatusOr<State> State::Sample(int seats, const GameOptions& options,
                                    Seat seat,
                                    const v1::Observation& observation,
                                    Rng& rng) {
  ARENA_ASSIGN_OR_RETURN(State state, Create(seats, options));
  if (!observation.has_seconds()) return Wrong("it belongs to another game");
  if (seat < 0 || seat >= kSeats) return Wrong("it belongs to no seat");
  const v1::SecondsObservation& seen = observation.seconds();
  if (state.phase_ != Phase::kDrawDealer || seen.has_north()) {
    ARENA_RETURN_IF_ERROR(state.RestoreResults(seen));
    ARENA_RETURN_IF_ERROR(state.RestoreDeal(seen, seat, rng));
    ARENA_RETURN_IF_ERROR(state.RestoreTricks(seen));
  }
  return state;
}

// Restores North and the deals that have been scored.
absl::Status State::RestoreResults(const v1::SecondsObservation& seen) {
  if (!seen.has_north() || seen.north() >= kSeats) {
    return Wrong("north ", seen.north(), ": expected 0..3");
  }
  if (!rules_.random_dealer && seen.north() != 0) {
    return Wrong("north ", seen.north(), ": the options give 0");
  }
  north_ = static_cast<uint8_t>(seen.north());
  if (seen.deal() < 1 || seen.deal() > rules_.deals) {
    return Wrong("deal ", seen.deal(), ": expected 1..", rules_.deals);
  }
  deal_ = static_cast<uint8_t>(seen.deal() - 1);
  if (seen.results_size() < deal_) {
    return Wrong(seen.results_size(), " results: expected ", deal_,
                 " before deal ", seen.deal());
  }
  for (int i = 0; i < deal_; ++i) {
    ARENA_ASSIGN_OR_RETURN(results_[i],
                           ResultOf(seen.results(i), rules_.tie_reading));
  }
  return absl::OkStatus();
}

absl::Status State::RestoreDeal(const v1::SecondsObservation& seen, Seat seat,
                                Rng& rng) {
  ARENA_ASSIGN_OR_RETURN(Shown shown, ShownBy(seen));
  KnownCards& known = shown.known;
  known.seat = seat;
  ARENA_RETURN_IF_ERROR(ReadHandSizes(seen, known));
  Cards own = 0;
  for (const uint32_t card : seen.hand()) {
    ARENA_RETURN_IF_ERROR(CheckNewCard(card, known.seen));
    own |= SetOf(static_cast<Card>(card));
    known.seen |= own;
  }
  const std::optional<Hands> others = DrawOthers(known, rng);
  if (!others.has_value()) {
    const int all = std::accumulate(known.sizes.begin(), known.sizes.end(), 0);
    return Wrong("the others hold ", all - known.sizes[seat],
                 " cards: expected hands of the ",
                 std::popcount(kAllCards & ~known.seen),
                 " cards not seen that agree with the tricks");
  }
  Hands hands = *others;
  hands[seat] = own;
  StartDeal();
  for (Seat each = 0; each < kSeats; ++each) hands[each] |= shown.played[each];
  while (phase_ == Phase::kDeal && hands[Receiver()] != 0) {
    Cards& hand = hands[Receiver()];
    const Card card = LowestOf(hand);
    hand &= ~SetOf(card);
    DealCard(card);
  }
  for (Seat each = 0; each < kSeats; ++each) {
    if (hands[each] == 0) continue;
    return Wrong("seat ", each, " was dealt ", std::popcount(hands[each]),
                 " cards more than the seats before it allow");
  }
  return absl::OkStatus();
}

absl::Status State::RestoreTricks(const v1::SecondsObservation& seen) {
  const int deal = deal_;
  const auto play = [&](uint32_t card) {
    const bool playable =
        deal_ == deal && phase_ == Phase::kTricks && card < kCards &&
        (Playable(Actor()) & SetOf(static_cast<Card>(card))) != 0;
    if (!playable) return Wrong(CardText(card), " cannot have been played");
    PlayCard(static_cast<Card>(card));
    return absl::OkStatus();
  };
  for (int i = 0; i < seen.tricks_size(); ++i) {
    // The thirteenth trick may have been played without asking.
    if (deal_ == deal && i < tricks_played_) continue;
    for (const uint32_t card : seen.tricks(i).cards()) {
      ARENA_RETURN_IF_ERROR(play(card));
    }
  }
  for (const uint32_t card : seen.open_cards()) {
    ARENA_RETURN_IF_ERROR(play(card));
  }
  return absl::OkStatus();
}

}  // namespace arena::seconds
