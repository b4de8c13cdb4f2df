// The observation as people read it: a score sheet, hands, tricks.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/games/doppelkopf/doppelkopf_messages_view.h"
#include "arena/v1/observation.pb.h"

namespace arena::doppelkopf {
namespace {

absl::string_view ContractName(v1::DoppelkopfContract contract) {
  constexpr std::array<absl::string_view, kContracts + 1> kNames = {
      "-",           "normal",      "marriage",       "poverty",
      "solo queens", "solo jacks",  "solo fleshless", "solo clubs",
      "solo spades", "solo hearts", "solo diamonds"};
  const int number = contract;
  return number >= 0 && number <= kContracts
             ? kNames[static_cast<size_t>(number)]
             : "?";
}

absl::string_view PartyName(v1::DoppelkopfParty party) {
  switch (party) {
    case v1::DOPPELKOPF_PARTY_RE:
      return "Re";
    case v1::DOPPELKOPF_PARTY_KONTRA:
      return "Kontra";
    default:
      return "?";
  }
}

std::string LevelName(v1::DoppelkopfLevel level, v1::DoppelkopfParty party) {
  if (!v1::DoppelkopfLevel_IsValid(level)) return "?";
  return std::string(LevelText(
      static_cast<Level>(level),
      party == v1::DOPPELKOPF_PARTY_RE ? Party::kRe : Party::kKontra));
}

// From the highest trump of the normal game down.
template <typename Field>
std::string CardsText(const Field& field) {
  std::vector<uint32_t> cards(field.begin(), field.end());
  std::stable_sort(cards.begin(), cards.end(), [](uint32_t a, uint32_t b) {
    return a < kCardTypes && b < kCardTypes &&
           ComesBefore(static_cast<Card>(a), static_cast<Card>(b));
  });
  return absl::StrJoin(cards, " ", [](std::string* out, uint32_t card) {
    absl::StrAppend(out, CardText(card));
  });
}

std::string Points(int64_t points) {
  return points > 0 ? absl::StrCat("+", points) : absl::StrCat(points);
}

template <typename Field>
std::string PointsText(const Field& points) {
  return absl::StrJoin(points, " ", [](std::string* out, int64_t value) {
    absl::StrAppend(out, Points(value));
  });
}

std::string ContractLine(v1::DoppelkopfContract contract, bool has_declarer,
                         uint32_t declarer) {
  std::string text(ContractName(contract));
  if (has_declarer) absl::StrAppend(&text, " of seat ", declarer);
  return text;
}

// ---- Parts ----

void AppendHeader(const v1::DoppelkopfObservation& seen, std::string& out) {
  absl::StrAppend(&out, "deal ", seen.deal(), ", seat ", seen.dealer(),
                  " deals");
  if (seen.redeals() > 0) {
    absl::StrAppend(&out, ", dealt again ", seen.redeals(), "x");
  }
  if (seen.contract() != v1::DOPPELKOPF_CONTRACT_UNSPECIFIED) {
    absl::StrAppend(
        &out, ": ",
        ContractLine(seen.contract(), seen.has_declarer(), seen.declarer()));
    if (seen.compulsory()) absl::StrAppend(&out, ", owed");
    if (seen.forced()) absl::StrAppend(&out, " and due");
  } else if (seen.has_declarer()) {
    absl::StrAppend(&out, ": a solo of seat ", seen.declarer(), " is due");
  }
  absl::StrAppend(&out, "\n");
}

constexpr std::array<absl::string_view, 3> kStatements = {"", "healthy",
                                                          "reservation"};

// One line per seat. `hands` has the hands that the reader may see.
void AppendSeats(const v1::DoppelkopfObservation& seen,
                 const std::array<std::string, kSeats>& hands,
                 std::string& out) {
  absl::StrAppendFormat(&out, "%-8s%6s%6s%7s  %-12s%-8s%s\n", "", "total",
                        "owes", "Augen", "said", "party", "hand");
  for (int seat = 0; seat < kSeats; ++seat) {
    if (seat >= seen.totals_size() || seat >= seen.owed_solos_size() ||
        seat >= seen.augen_size() || seat >= seen.statements_size() ||
        seat >= seen.public_parties_size()) {
      continue;
    }
    const int said = seen.statements(seat);
    std::string line = absl::StrFormat(
        "%-8s%6s%6d%7d  %-12s%-8s%s", absl::StrCat("seat ", seat),
        Points(seen.totals(seat)), seen.owed_solos(seat), seen.augen(seat),
        said >= 0 && said < 3 ? kStatements[static_cast<size_t>(said)] : "?",
        PartyName(seen.public_parties(seat)), hands[seat]);
    line.erase(line.find_last_not_of(' ') + 1);
    absl::StrAppend(&out, line, "\n");
  }
}

void AppendPoverty(const v1::DoppelkopfObservation& seen, std::string& out) {
  if (!seen.has_poverty()) return;
  const v1::DoppelkopfPoverty& poverty = seen.poverty();
  absl::StrAppend(&out, "poverty: ");
  if (poverty.has_laid_trumps()) {
    absl::StrAppend(&out, poverty.laid_trumps(), " trumps laid, ");
  }
  if (poverty.has_acceptor()) {
    absl::StrAppend(&out, "taken by seat ", poverty.acceptor());
  } else {
    absl::StrAppend(&out, "open");
  }
  if (poverty.declined_size() > 0) {
    absl::StrAppend(&out, ", declined by ",
                    absl::StrJoin(poverty.declined(), " "));
  }
  if (poverty.has_returned_trumps()) {
    absl::StrAppend(&out, ", ", poverty.returned_trumps(), " trumps back");
  }
  if (poverty.laid_size() > 0) {
    absl::StrAppend(&out, "; laid ", CardsText(poverty.laid()));
  }
  if (poverty.returned_size() > 0) {
    absl::StrAppend(&out, "; back ", CardsText(poverty.returned()));
  }
  absl::StrAppend(&out, "\n");
}

void AppendMarriage(const v1::DoppelkopfObservation& seen, std::string& out) {
  if (!seen.has_marriage()) return;
  absl::StrAppend(&out, "marriage: ");
  if (seen.marriage().has_partner()) {
    absl::StrAppend(&out, "seat ", seen.marriage().partner(),
                    " is the partner since trick ", seen.marriage().trick());
  } else {
    absl::StrAppend(&out, "no partner, a solo since trick ",
                    seen.marriage().trick());
  }
  absl::StrAppend(&out, "\n");
}

// "seat 2 Re: keine 90 (10 cards)"
void AppendAnnouncements(const v1::DoppelkopfObservation& seen, uint32_t trick,
                         std::string& out) {
  for (const v1::DoppelkopfAnnouncement& spoken : seen.announcements()) {
    if (spoken.tricks() != trick) continue;
    absl::StrAppend(
        &out, "       seat ", spoken.seat(), ", ", PartyName(spoken.party()),
        ": ", LevelName(spoken.level(), spoken.party()), " with ",
        spoken.hand_count(), " cards", spoken.reply() ? " in reply" : "");
    if (spoken.cards() > 0) {
      absl::StrAppend(&out, ", before card ", uint64_t{spoken.cards()} + 1);
    }
    absl::StrAppend(&out, "\n");
  }
}

// One line per trick: the cards in the columns of their seats; ">" leads.
void AppendTricks(const v1::DoppelkopfObservation& seen, std::string& out) {
  const int shown = seen.tricks_size();
  if (shown + seen.announcements_size() == 0) return;
  absl::StrAppend(&out, "trick   seat 0  seat 1  seat 2  seat 3  Augen\n");
  for (int i = 0; i < shown; ++i) {
    AppendAnnouncements(seen, static_cast<uint32_t>(i), out);
    const v1::DoppelkopfTrick& trick = seen.tricks(i);
    std::array<std::string, kSeats> columns;
    for (int k = 0; k < trick.cards_size() && k < kSeats; ++k) {
      const uint64_t seat = (uint64_t{trick.leader()} + k) % kSeats;
      const bool won = trick.has_taker() && trick.taker() == seat;
      columns[seat] = absl::StrCat(k == 0 ? ">" : " ", CardText(trick.cards(k)),
                                   won ? "*" : "");
    }
    std::string line = absl::StrFormat("%-7d", i + 1);
    for (const std::string& column : columns) {
      absl::StrAppendFormat(&line, "%-8s", column);
    }
    absl::StrAppendFormat(&line, "%6d", trick.augen());
    absl::StrAppend(&out, line, "\n");
  }
  const bool complete = shown == 0 || seen.tricks(shown - 1).has_taker();
  if (complete) AppendAnnouncements(seen, static_cast<uint32_t>(shown), out);
}

absl::string_view PhaseText(v1::DoppelkopfPhase phase) {
  constexpr std::array<absl::string_view, 11> kTexts = {
      "?",
      "cards are dealt",
      "names the solo that is due",
      "healthy or reservation",
      "is asked for the reservation",
      "lays three cards",
      "is offered the poverty",
      "gives three cards back",
      "may announce",
      "plays",
      "the match is over"};
  const int number = phase;
  return number >= 0 && number < 11 ? kTexts[static_cast<size_t>(number)] : "?";
}

void AppendMoment(const v1::DoppelkopfObservation& seen, std::string& out) {
  if (seen.to_act_size() > 0) {
    absl::StrAppend(&out, "seat ", absl::StrJoin(seen.to_act(), " "), ": ");
  }
  absl::StrAppend(&out, PhaseText(seen.phase()), "\n");
}

std::string SheetText(const v1::DoppelkopfObservation& seen,
                      const std::array<std::string, kSeats>& hands) {
  std::string out;
  if (seen.has_last_deal()) {
    absl::StrAppend(&out, ResultText(seen.last_deal()), "\n");
  }
  AppendHeader(seen, out);
  AppendSeats(seen, hands, out);
  AppendPoverty(seen, out);
  AppendMarriage(seen, out);
  AppendTricks(seen, out);
  AppendMoment(seen, out);
  return out;
}

}  // namespace

// "deal 3: marriage of seat 1, Re 0 1 (keine 90) 151:89, Re wins: won +1, ...;
// points +4 +4 -4 -4"
std::string ResultText(const v1::DoppelkopfResult& result) {
  std::vector<std::string> re;
  for (int seat = 0; seat < result.parties_size(); ++seat) {
    if (result.parties(seat) == v1::DOPPELKOPF_PARTY_RE) {
      re.push_back(absl::StrCat(seat));
    }
  }
  const bool silent = result.solo() && !result.has_declarer();
  std::string out = absl::StrCat(
      "deal ", result.deal(), ": ",
      silent ? "silent solo"
             : ContractLine(result.contract(), result.has_declarer(),
                            result.declarer()),
      ", Re: seat ", absl::StrJoin(re, " and "));
  for (const v1::DoppelkopfParty party :
       {v1::DOPPELKOPF_PARTY_RE, v1::DOPPELKOPF_PARTY_KONTRA}) {
    const v1::DoppelkopfLevel level = party == v1::DOPPELKOPF_PARTY_RE
                                          ? result.re_level()
                                          : result.kontra_level();
    if (level == v1::DOPPELKOPF_LEVEL_UNSPECIFIED) continue;
    const std::string said = LevelName(level, party);
    const std::string call = LevelName(v1::DOPPELKOPF_LEVEL_CALL, party);
    absl::StrAppend(&out, ", ", call, said == call ? "" : " " + said);
  }
  absl::StrAppend(&out, ", ", result.re_augen(), ":",
                  int64_t{kAllAugen} - result.re_augen(), ", ",
                  result.winning_party() == v1::DOPPELKOPF_PARTY_UNSPECIFIED
                      ? "nobody"
                      : PartyName(result.winning_party()),
                  " wins");
  for (const v1::DoppelkopfItem& item : result.items()) {
    const absl::StatusOr<ScoreItem> known = ItemOf(item);
    absl::StrAppend(&out, "; ", known.ok() ? ItemText(*known) : "?", " ",
                    Points(item.points()),
                    item.party() == result.winning_party()
                        ? ""
                        : absl::StrCat(" for ", PartyName(item.party())));
  }
  absl::StrAppend(&out, "; points ", PointsText(result.points()));
  return out;
}

std::string State::ObservationToString(const v1::Observation& observation) {
  const v1::DoppelkopfObservation& seen = observation.doppelkopf();
  std::array<std::string, kSeats> hands;
  for (int seat = 0; seat < kSeats && seat < seen.hand_counts_size(); ++seat) {
    hands[seat] = absl::StrCat(seen.hand_counts(seat), " cards");
  }
  std::string out = SheetText(seen, hands);
  if (seen.hand_size() > 0) {
    absl::StrAppend(&out, "own hand: ", CardsText(seen.hand()), "\n");
  }
  if (seen.party() != v1::DOPPELKOPF_PARTY_UNSPECIFIED) {
    absl::StrAppend(&out, "own party: ", PartyName(seen.party()), "\n");
  }
  return out;
}

std::string State::ToString() const {
  v1::Observation observation;
  ObservationFor(kSpectator, observation);
  std::array<std::string, kSeats> hands;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    hands[seat] = CardsText(ListOf(deal_.hands[seat]));
    const uint8_t said = deal_.said[seat];
    if (phase_ == Phase::kReserve && said > kHealthy) {
      absl::StrAppend(&hands[seat], " (", ActionText(said), ")");
    }
  }
  std::string out = SheetText(observation.doppelkopf(), hands);
  if (!deal_.poverty.laid.empty()) {
    absl::StrAppend(&out, "laid ", CardsText(ListOf(deal_.poverty.laid)),
                    "; back ", CardsText(ListOf(deal_.poverty.returned)), "\n");
  }
  return out;
}

}  // namespace arena::doppelkopf
