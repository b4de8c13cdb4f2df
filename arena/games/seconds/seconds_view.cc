// The view of a seat of Seconds, as messages and as text.
#include <bit>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/games/seconds/seconds.h"
#include "arena/v1/observation.pb.h"

namespace arena::seconds {
namespace {

v1::SecondsScoring MessageOf(Scoring scoring) {
  switch (scoring) {
    case Scoring::kPartners:
      return v1::SECONDS_SCORING_PARTNERS;
    case Scoring::kLeftNeighbour:
      return v1::SECONDS_SCORING_LEFT_NEIGHBOUR;
    case Scoring::kRightNeighbour:
      return v1::SECONDS_SCORING_RIGHT_NEIGHBOUR;
    case Scoring::kManyTricks:
      return v1::SECONDS_SCORING_MANY_TRICKS;
    case Scoring::kFewTricks:
      return v1::SECONDS_SCORING_FEW_TRICKS;
    case Scoring::kThreeTricks:
      break;
  }
  return v1::SECONDS_SCORING_THREE_TRICKS;
}

void FillTrick(const Trick& trick, v1::SecondsTrick& out) {
  out.set_leader(trick.leader);
  for (const Card card : trick.cards) out.add_cards(card);
  out.set_taker(trick.taker);
}

void FillResult(const DealResult& result, const Points& points,
                v1::SecondsDealResult& out) {
  for (Seat seat = 0; seat < kSeats; ++seat) {
    out.add_taken(result.taken[seat]);
    out.add_points(static_cast<uint32_t>(points[seat]));
  }
  FillTrick(result.last_trick, *out.mutable_last_trick());
}

}  // namespace

// ---- Observations ----

void State::ObservationFor(Seat seat, v1::Observation& out) const {
  v1::SecondsObservation& seen = *out.mutable_seconds();
  seen.Clear();
  seen.set_deal(deal_ + 1u);
  seen.set_scoring(MessageOf(kScoringOf[deal_]));
  if (phase_ != Phase::kDrawDealer) {
    seen.set_north(north_);
    seen.set_dealer(static_cast<uint32_t>(dealer()));
    for (Seat each = 0; HasProducts(deal_) && each < kSeats; ++each) {
      const int place = (each + kSeats - north_) % kSeats;
      const int with = (north_ + CountsWith(deal_, place)) % kSeats;
      seen.add_counts_with(static_cast<uint32_t>(with));
    }
  }
  if (phase_ == Phase::kDeal || phase_ == Phase::kTricks) {
    seen.set_leader(tricks_[tricks_played_].leader);
  }
  if (seat >= 0) {
    for (Cards cards = hands_[seat]; cards != 0; cards &= cards - 1) {
      seen.add_hand(LowestOf(cards));
    }
  }
  for (int i = 0; i < tricks_played_; ++i) {
    FillTrick(tricks_[i], *seen.add_tricks());
  }
  for (int i = 0; i < open_cards_; ++i) {
    seen.add_open_cards(tricks_[tricks_played_].cards[i]);
  }
  for (int i = 0; i < deals_scored(); ++i) {
    FillResult(results_[i], PointsOf(i), *seen.add_results());
  }
  const SeatScores totals = Returns();
  for (Seat each = 0; each < kSeats; ++each) {
    seen.add_hand_sizes(static_cast<uint32_t>(std::popcount(hands_[each])));
    seen.add_taken(taken_[each]);
    seen.add_totals(static_cast<uint32_t>(totals[each]));
  }
  if (phase_ == Phase::kTricks) seen.add_to_act(static_cast<uint32_t>(Actor()));
}

// ---- Events and actions ----

// Only the seat that gets a card sees which card it is.
void State::EventFor(Seat seat, absl::Span<const SeatAction> ply,
                     v1::PlyEvent& out) const {
  out.clear_actions();
  for (const auto& [actor, action] : ply) {
    v1::SeatEvent& event = *out.add_actions();
    if (actor != kChance) event.set_seat(static_cast<uint32_t>(actor));
    if (phase_ == Phase::kDeal && seat != Receiver()) continue;
    ActionToMessage(actor, action, *event.mutable_action());
    event.set_text(ActionToString(actor, action));
  }
}

void State::ActionToMessage(Seat /*seat*/, Action action,
                            v1::GameAction& out) const {
  v1::SecondsAction& message = *out.mutable_seconds();
  if (action < kFirstDealer) {
    message.set_card(action);
  } else {
    message.set_first_dealer(action - kFirstDealer);
  }
}

absl::StatusOr<Action> State::ActionFromMessage(
    Seat /*seat*/, const v1::GameAction& message) const {
  const v1::SecondsAction& action = message.seconds();
  switch (action.kind_case()) {
    case v1::SecondsAction::kCard:
      if (action.card() < kCards) return action.card();
      return absl::InvalidArgumentError(absl::StrCat(
          "seconds action: card ", action.card(), ": expected 0..51"));
    case v1::SecondsAction::kFirstDealer:
      if (action.first_dealer() < kSeats) {
        return kFirstDealer + action.first_dealer();
      }
      return absl::InvalidArgumentError(
          absl::StrCat("seconds action: first_dealer ", action.first_dealer(),
                       ": expected 0..3"));
    case v1::SecondsAction::KIND_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError(
      "seconds action: nothing is set; expected seconds.card, 0..51");
}

// ---- Text ----

namespace {

const char* ScoringText(v1::SecondsScoring scoring) {
  switch (scoring) {
    case v1::SECONDS_SCORING_PARTNERS:
      return "tricks times the partner's";
    case v1::SECONDS_SCORING_LEFT_NEIGHBOUR:
      return "tricks times the left neighbour's";
    case v1::SECONDS_SCORING_RIGHT_NEIGHBOUR:
      return "tricks times the right neighbour's";
    case v1::SECONDS_SCORING_MANY_TRICKS:
      return "many tricks";
    case v1::SECONDS_SCORING_FEW_TRICKS:
      return "few tricks";
    case v1::SECONDS_SCORING_THREE_TRICKS:
      return "exactly three tricks";
    default:
      return "?";
  }
}

// "SK S9 HT D2": by suit, the highest card first.
std::string HandText(Cards hand) {
  std::string out;
  for (int suit = 3; suit >= 0; --suit) {
    for (Cards left = hand & OfSuit(suit); left != 0;
         left &= ~SetOf(HighestOf(left))) {
      absl::StrAppend(&out, out.empty() ? "" : " ", CardText(HighestOf(left)));
    }
  }
  return out;
}

using Row = std::array<std::string, kSeats>;

// A line of the table with one column per seat.
void AppendRow(absl::string_view label, const Row& row, std::string& out) {
  absl::StrAppendFormat(&out, "%-10s", label);
  for (const std::string& cell : row) absl::StrAppendFormat(&out, "%-8s", cell);
  out.erase(out.find_last_not_of(' ') + 1);
  absl::StrAppend(&out, "\n");
}

// The cells of a list by seat, which may be too short or too long.
template <typename Field>
Row RowOf(const Field& field, absl::string_view before = "") {
  Row row;
  for (int seat = 0; seat < kSeats && seat < field.size(); ++seat) {
    row[seat] = absl::StrCat(before, field.Get(seat));
  }
  return row;
}

// "20 (5)": points and tricks.
Row ResultRow(const v1::SecondsDealResult& result) {
  Row row = RowOf(result.points());
  const Row taken = RowOf(result.taken());
  for (int seat = 0; seat < kSeats; ++seat) {
    absl::StrAppend(&row[seat], " (", taken[seat], ")");
  }
  return row;
}

// Cards in playing order, moved to the columns of their seats; the leader's
// card has a '>' in front.
template <typename Field>
Row TrickRow(uint32_t leader, const Field& cards) {
  Row row;
  for (int i = 0; i < kSeats && i < cards.size(); ++i) {
    row[(leader + i) % kSeats] =
        absl::StrCat(i == 0 ? ">" : " ", CardText(cards.Get(i)));
  }
  return row;
}

void AppendTricks(const v1::SecondsObservation& seen, std::string& out) {
  for (int i = 0; i < seen.tricks_size(); ++i) {
    const v1::SecondsTrick& trick = seen.tricks(i);
    Row row = TrickRow(trick.leader(), trick.cards());
    absl::StrAppend(&row[trick.taker() % kSeats], "*");
    AppendRow(absl::StrCat("trick ", i + 1), row, out);
  }
  if (seen.open_cards_size() > 0) {
    AppendRow(absl::StrCat("trick ", seen.tricks_size() + 1),
              TrickRow(seen.leader(), seen.open_cards()), out);
  }
}

}  // namespace

std::string State::ObservationToString(const v1::Observation& observation) {
  const v1::SecondsObservation& seen = observation.seconds();
  std::string out =
      absl::StrCat("deal ", seen.deal(), ", ", ScoringText(seen.scoring()));
  if (seen.has_dealer()) {
    absl::StrAppend(&out, "; seat ", seen.dealer(), " deals\n");
  } else {
    absl::StrAppend(&out, "; the first dealer is not drawn\n");
  }
  AppendRow("", {"seat 0", "seat 1", "seat 2", "seat 3"}, out);
  for (int i = 0; i < seen.results_size(); ++i) {
    AppendRow(absl::StrCat("deal ", i + 1), ResultRow(seen.results(i)), out);
  }
  AppendRow("total", RowOf(seen.totals()), out);
  if (seen.counts_with_size() > 0) {
    AppendRow("with", RowOf(seen.counts_with(), "seat "), out);
  }
  AppendRow("cards", RowOf(seen.hand_sizes()), out);
  AppendRow("tricks", RowOf(seen.taken()), out);
  AppendTricks(seen, out);
  if (seen.hand_size() > 0) {
    Cards hand = 0;
    for (const uint32_t card : seen.hand()) {
      if (card < kCards) hand |= SetOf(static_cast<Card>(card));
    }
    absl::StrAppend(&out, "own hand  ", HandText(hand), "\n");
  }
  for (const uint32_t seat : seen.to_act()) {
    absl::StrAppend(&out, "to act: seat ", seat, "\n");
  }
  return out;
}

std::string State::ToString() const {
  v1::Observation observation;
  ObservationFor(kSpectator, observation);
  std::string out = ObservationToString(observation);
  for (Seat seat = 0; seat < kSeats; ++seat) {
    if (hands_[seat] == 0) continue;
    absl::StrAppend(&out, "seat ", seat, "    ", HandText(hands_[seat]), "\n");
  }
  return out;
}

}  // namespace arena::seconds
