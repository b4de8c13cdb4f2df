// Observations and states of Ordago as people read them.
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/games/ordago/ordago_messages_view.h"

namespace arena::ordago {
namespace {

constexpr std::array<absl::string_view, 9> kPhases = {"?",
                                                      "the dealer is drawn",
                                                      "cards are dealt",
                                                      "signs",
                                                      "exchange?",
                                                      "discards",
                                                      "redraws",
                                                      "betting",
                                                      "over"};
constexpr std::array<absl::string_view, 5> kBetNames = {"-", "Big", "Small",
                                                        "Pairs", "Game"};
constexpr std::array<absl::string_view, 8> kWordTexts = {
    "?", "keep", "swap", "wait", "pass", "accept", "ordago", "no sign"};

// Numbers of a message may have any value.
template <size_t kSize>
absl::string_view NameOf(const std::array<absl::string_view, kSize>& names,
                         int number) {
  return number >= 0 && number < static_cast<int>(kSize) ? names[number] : "?";
}

std::string TextOf(const v1::OrdagoCards& cards) {
  if (cards.ranks().empty()) return "-";
  std::string text;
  for (const int rank : cards.ranks()) {
    const bool known = rank >= 1 && rank <= kRanks;
    text.push_back(known ? kRankLetters[rank - 1] : '?');
  }
  return text;
}

std::string TextOf(const v1::OrdagoSign& sign) {
  const absl::StatusOr<Sign> known = FromMessage(sign);
  if (!known.ok()) return "?";
  return absl::StrCat(*known >= kPublicCodes ? "say " : "", SignText(*known));
}

std::string TextOf(const v1::OrdagoBetResult& result) {
  switch (result.status()) {
    case v1::ORDAGO_BET_STATUS_PASSED_OUT:
      return "passed out";
    case v1::ORDAGO_BET_STATUS_CONCLUDED:
      return absl::StrCat("concluded at ", result.amount());
    case v1::ORDAGO_BET_STATUS_DECLINED:
      return absl::StrCat("declined, team ", result.team(), " +",
                          result.amount());
    case v1::ORDAGO_BET_STATUS_SHOWDOWN:
      return "showdown";
    default:
      return "open";
  }
}

template <typename Results>
std::string ResultsText(const Results& results) {
  std::string text;
  for (int bet = 0; bet < results.size(); ++bet) {
    if (results.Get(bet).status() == v1::ORDAGO_BET_STATUS_UNSPECIFIED) break;
    absl::StrAppend(&text, text.empty() ? "" : "; ", NameOf(kBetNames, bet + 1),
                    " ", TextOf(results.Get(bet)));
  }
  return text;
}

void AppendExchanges(const v1::OrdagoObservation& seen, std::string& out) {
  absl::StrAppend(&out, "stock ", seen.stock_size(), ", discards ",
                  seen.old_discards(), " old, ", seen.new_discards(), " new");
  if (seen.rebuilds() > 0) {
    absl::StrAppend(&out, ", stock rebuilt ", seen.rebuilds(), "x");
  }
  if (seen.swaps() > 0) absl::StrAppend(&out, ", swap from ", seen.swaps());
  if (seen.has_keeper())
    absl::StrAppend(&out, ", place ", seen.keeper(), " keeps");
  absl::StrAppend(&out, "\n");
  for (const v1::OrdagoExchange& exchange : seen.exchanges()) {
    absl::StrAppend(&out, "exchange ", exchange.round(), ": cards by place ",
                    absl::StrJoin(exchange.counts(), " "));
    if (seen.has_own_place()) {
      absl::StrAppend(&out, ", own ", TextOf(exchange.own_discard()), " for ",
                      TextOf(exchange.own_draw()));
    }
    if (seen.has_dummy_hand()) {
      absl::StrAppend(&out, ", dummy ", TextOf(exchange.dummy_discard()),
                      " for ", TextOf(exchange.dummy_draw()));
    }
    absl::StrAppend(&out, "\n");
  }
}

void AppendBets(const v1::OrdagoObservation& seen, std::string& out) {
  const std::string results = ResultsText(seen.results());
  if (!results.empty()) absl::StrAppend(&out, results, "\n");
  int bet = v1::ORDAGO_BET_UNSPECIFIED;
  for (const v1::OrdagoBetAction& action : seen.actions()) {
    const bool same = action.bet() == bet;
    bet = action.bet();
    absl::StrAppend(&out, same ? ", " : "");
    if (!same) {
      absl::StrAppend(&out, &action == &seen.actions(0) ? "" : "\n",
                      NameOf(kBetNames, bet), ": ");
    }
    absl::StrAppend(&out, action.place(), " ");
    if (action.has_bid() || action.has_raise_to()) {
      absl::StrAppend(&out, "bid ",
                      action.has_bid() ? action.bid() : action.raise_to());
    } else {
      absl::StrAppend(&out, NameOf(kWordTexts, action.word()));
    }
  }
  if (!seen.actions().empty()) absl::StrAppend(&out, "\n");
}

void AppendSigns(const v1::OrdagoObservation& seen, std::string& out) {
  for (const v1::OrdagoSignSeen& sign : seen.signs()) {
    absl::StrAppend(&out, "sign: seat ", sign.seat(), " ", TextOf(sign.sign()),
                    " (", NameOf(kPhases, sign.phase()));
    if (sign.bet() != v1::ORDAGO_BET_UNSPECIFIED) {
      absl::StrAppend(&out, " ", NameOf(kBetNames, sign.bet()));
    }
    absl::StrAppend(&out, ", ", sign.completed_exchanges(), " exchanges",
                    sign.last_hand() ? ", last hand" : "", ")\n");
  }
  if (seen.has_pending_sign()) {
    absl::StrAppend(&out, "with the next choice: ", TextOf(seen.pending_sign()),
                    "\n");
  }
  if (seen.has_pending_talk()) {
    absl::StrAppend(&out, "with the next choice: ", TextOf(seen.pending_talk()),
                    "\n");
  }
}

void AppendLastHand(const v1::OrdagoObservation& seen, std::string& out) {
  if (!seen.has_last_hand()) return;
  const v1::OrdagoLastHand& last = seen.last_hand();
  absl::StrAppend(&out, "last hand:");
  for (const v1::OrdagoCards& hand : last.hands()) {
    absl::StrAppend(&out, " ", TextOf(hand));
  }
  absl::StrAppend(&out, last.shown() ? "" : " (not shown)", ", place ",
                  last.start(), " started; score ",
                  absl::StrJoin(last.score(), " : "));
  if (last.has_winning_team()) {
    absl::StrAppend(&out, "; set to team ", last.winning_team());
  }
  const std::string results = ResultsText(last.results());
  absl::StrAppend(&out, results.empty() ? "" : "; ", results, "\n");
}

}  // namespace

std::string State::ObservationToString(const v1::Observation& observation) {
  const v1::OrdagoObservation& seen = observation.ordago();
  std::string out =
      absl::StrCat("hand ", seen.hand(), ", ", NameOf(kPhases, seen.phase()));
  if (seen.bet() != v1::ORDAGO_BET_UNSPECIFIED) {
    absl::StrAppend(&out, ", ", NameOf(kBetNames, seen.bet()));
  }
  absl::StrAppend(&out, "; score ", absl::StrJoin(seen.score(), " : "),
                  ", sets ", absl::StrJoin(seen.sets(), " : "));
  if (seen.has_dealer()) {
    absl::StrAppend(&out, "; place ", seen.dealer(), " deals");
  }
  absl::StrAppend(&out, "\n");
  if (seen.has_own_place()) {
    absl::StrAppend(&out, "own hand, place ", seen.own_place(), ": ",
                    TextOf(seen.own_hand()), "\n");
  }
  if (seen.has_dummy_hand()) {
    absl::StrAppend(&out, "dummy, place ", kDummy, ": ",
                    TextOf(seen.dummy_hand()), "\n");
  }
  AppendExchanges(seen, out);
  AppendBets(seen, out);
  AppendSigns(seen, out);
  AppendLastHand(seen, out);
  if (seen.places_to_act_size() > 0) {
    absl::StrAppend(&out, "to act: place ",
                    absl::StrJoin(seen.places_to_act(), " "), "\n");
  }
  return out;
}

// The public view, and the secrets of all places.
std::string State::ToString() const {
  v1::Observation observation;
  ObservationFor(kSpectator, observation);
  std::string out = ObservationToString(observation);
  absl::StrAppend(&out, "hands by place:");
  for (const Cards hand : hands_) absl::StrAppend(&out, " ", CardsText(hand));
  absl::StrAppend(&out, "\n");
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    for (const Sign sign : {signing_.sign[seat], signing_.talk[seat]}) {
      if (sign == kNoSign) continue;
      absl::StrAppend(&out, "seat ", seat, " gives ", SignText(sign),
                      " with its choice\n");
    }
  }
  return out;
}

}  // namespace arena::ordago
