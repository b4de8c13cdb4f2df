#include "arena/competition/report/standings_words.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "arena/competition/planning/change_text.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/spec.h"
#include "arena/competition/report/pairs.h"
#include "arena/core/text.h"

namespace arena::competition {

std::string StateName(const v1::Competition& competition) {
  const bool stopped = competition.stopped() && competition.quarantine().empty();
  return EnumWord(v1::Competition::State_Name(
                      stopped ? v1::Competition::STATE_STOPPED
                              : competition.state()),
                  "STATE_");
}

absl::string_view DealsCaution(const v1::CompetitionSpec& spec) {
  // A competition that may have bots has independent deals by default.
  v1::CompetitionSpec players = spec;
  players.set_independent_deals(false);
  const bool bots = DefaultDeals(players) == v1::DEALS_INDEPENDENT;
  const bool shared = DealsOf(spec) != v1::DEALS_INDEPENDENT;
  const bool isolated = spec.isolation() == v1::ISOLATION_MATCHES;
  if (!bots || !shared || isolated) return "";
  return IsField(spec) ? kFieldCaution : kDealsCaution;
}

std::string FieldText(const v1::Standings& standings) {
  if (!standings.has_field()) return "";
  // With fewer tables most of the saving is lost.
  constexpr uint32_t kManyTables = 10;
  const v1::FieldFigures& field = standings.field();
  return absl::StrCat(
      "field duplicate at ", field.tables(), " tables; ",
      Percent(field.deal_luck()),
      " % of the variance of a match is luck of the deal, and comparing the "
      "tables takes ",
      Percent(field.luck_taken_away()), " % of this luck away, which saves ",
      Percent(field.variance_saved()), " % of the variance",
      field.tables() < kManyTables
          ? absl::StrCat("; with fewer than about ", kManyTables,
                         " tables, independent deals are about as good")
          : "");
}

absl::string_view OrderText(v1::StandingsOrder order) {
  switch (order) {
    case v1::STANDINGS_ORDER_RANK_POINTS:
      return "rank points, then score difference";
    case v1::STANDINGS_ORDER_RATING:
      return "rating";
    case v1::STANDINGS_ORDER_SWISS_POINTS:
      return "points, then Buchholz, then rank points and score difference";
    case v1::STANDINGS_ORDER_ROUND:
      return "the round reached";
    default:
      return "";
  }
}

absl::string_view OrderExplanation(v1::StandingsOrder order) {
  switch (order) {
    case v1::STANDINGS_ORDER_RANK_POINTS:
      return "All entrants meet each other, so the places follow from the "
             "share of rank points, and between equal shares from the mean "
             "score difference.";
    case v1::STANDINGS_ORDER_RATING:
      return "Not all entrants meet the same opponents equally often, several "
             "opponents sit at one table, or tables share their deals, so the "
             "places follow from the rating, which takes this into account. An "
             "entrant without a set comes last.";
    case v1::STANDINGS_ORDER_SWISS_POINTS:
      return "The places follow from points (1 for a won encounter, 1/2 for a "
             "drawn one or a bye, per opponent), then from Buchholz, the sum "
             "of the points of all opponents met.";
    case v1::STANDINGS_ORDER_ROUND:
      return "The places follow from the round that an entrant reached; "
             "entrants that were knocked out in the same round share a place.";
    default:
      return "";
  }
}

std::string EventName(const v1::CompetitionSpec& spec) {
  const std::string prefix = absl::StrCat(spec.tournament(), ".");
  return std::string(absl::StripPrefix(spec.name(), prefix));
}

std::string RoundName(const v1::Standings& standings, uint32_t round) {
  const auto entrants = static_cast<uint32_t>(standings.entrants_size());
  const int last = std::bit_width(std::bit_ceil(entrants)) - 1;
  switch (last - static_cast<int64_t>(round)) {
    case -1:
      return "winner";
    case 0:
      return "final";
    case 1:
      return "semi-final";
    case 2:
      return "quarter-final";
    default:
      return absl::StrCat("round ", round);
  }
}

std::string OptionsText(const v1::CompetitionSpec& spec) {
  const std::map<std::string, std::string> sorted(spec.options().begin(),
                                                  spec.options().end());
  return absl::StrJoin(sorted, ", ", absl::PairFormatter("="));
}

std::string PlayersText(const v1::EntrantStanding& line) {
  if (line.players_size() == 1 && line.players(0) == line.name()) return "";
  return absl::StrJoin(line.players(), ", ");
}

std::string VersionText(const v1::VersionStanding& version) {
  return absl::StrCat(
      version.version().empty() ? "(none)" : Printable(version.version()),
      version.placed() ? " *" : "");
}

std::string PlaceOf(const v1::EntrantStanding& line) {
  return line.place() == 0 ? "-" : absl::StrCat(line.place());
}

std::string MarkOf(const v1::EntrantStanding& line) {
  if (line.disqualified() != v1::CompetitionChange::RULING_UNSPECIFIED) {
    return " (disqualified)";
  }
  return line.benched() ? " (out)" : "";
}

std::string RulingText(v1::CompetitionChange::Ruling ruling) {
  switch (ruling) {
    case v1::CompetitionChange::RULING_DROP:
      return "results dropped";
    case v1::CompetitionChange::RULING_FORFEIT:
      return "matches forfeited";
    default:
      return "";
  }
}

std::vector<std::string> ChangeTexts(const v1::CompetitionSpec& spec) {
  std::vector<std::string> texts;
  for (const v1::CompetitionChange& change : spec.changes()) {
    const std::string text = ChangeText(change);
    // Such a text tells the reason.
    const bool of_all_sets = change.has_disqualified() || change.has_struck();
    const bool has_reason = !of_all_sets && !change.reason().empty();
    texts.push_back(absl::StrCat(
        of_all_sets ? ""
                    : absl::StrCat("from set ", change.from_set(), " on: "),
        text, has_reason ? ": " : "",
        has_reason ? Printable(change.reason()) : ""));
  }
  return texts;
}

std::vector<std::string> AlikeTexts(const v1::Standings& standings) {
  constexpr uint32_t kFewestSets = 10;
  std::map<uint32_t, std::string> names;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    names[line.entrant()] = line.name();
  }
  std::vector<std::string> texts;
  for (const v1::HeadToHead& pair : standings.head_to_head()) {
    if (pair.sets() < kFewestSets || pair.mirrored() < pair.sets()) continue;
    texts.push_back(absl::StrCat(names[pair.entrant()], " and ",
                                 names[pair.opponent()],
                                 " play alike: ", pair.mirrored(), " of ",
                                 pair.sets(), " sets were mirrored"));
  }
  return texts;
}

bool HasVersions(const v1::Standings& standings) {
  return absl::c_any_of(
      standings.entrants(),
      [](const v1::EntrantStanding& line) { return !line.versions().empty(); });
}

std::string AnchorCaution(const v1::Standings& standings) {
  constexpr double kFar = 400;
  double sum = 0;
  int others = 0;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    if (line.name() == standings.anchor() || line.sets() == 0) continue;
    sum += line.rating();
    ++others;
  }
  if (standings.anchor().empty() || others == 0) return "";
  const double above = sum / others - 1500;
  if (std::abs(above) < kFar) return "";
  return absl::StrCat("The anchor ", standings.anchor(), " is ",
                      Fixed(std::abs(above), 0), " points ",
                      above > 0 ? "below" : "above",
                      " the mean of the others. So all intervals are wide: an "
                      "anchor among the others is better.");
}

std::vector<std::string> UnevenTexts(const v1::Standings& standings) {
  constexpr size_t kMost = 5;
  const Pairs pairs(standings);
  std::vector<std::string> texts;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    if (!line.uneven()) continue;
    std::vector<std::pair<double, std::string>> against;
    for (const v1::EntrantStanding& other : standings.entrants()) {
      const v1::HeadToHead pair = pairs.At(line.entrant(), other.entrant());
      if (pair.surprise() == 0) continue;
      against.emplace_back(
          -std::abs(pair.surprise()),
          absl::StrCat(Percent(pair.score()), " % against ", other.name(),
                       " (expected ", Percent(pair.expected_score()), " %)"));
    }
    absl::c_sort(against);
    if (against.size() > kMost) against.resize(kMost);
    texts.push_back(absl::StrCat(
        line.name(), ": ",
        absl::StrJoin(against, ", ", [](std::string* out, const auto& pair) {
          out->append(pair.second);
        })));
  }
  return texts;
}

uint32_t FaultsOf(const v1::EntrantStanding& line) {
  uint32_t sum = 0;
  for (const v1::FaultCount& fault : line.faults()) sum += fault.count();
  return sum;
}

std::vector<std::string> PlaceTexts(const v1::FaultCount& fault) {
  std::vector<std::string> texts;
  for (const v1::FaultPlace& place : fault.places()) {
    std::string text =
        absl::StrCat("set ", place.set(), ", match ", place.match(),
                     ", decision ", place.decision());
    if (place.attempt() > 0) {
      absl::StrAppend(&text, " (attempt ", place.attempt(), ")");
    }
    const auto number = static_cast<int>(texts.size());
    if (number < fault.match_ids_size() && !fault.match_ids(number).empty()) {
      absl::StrAppend(&text, ", ", fault.match_ids(number));
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

std::string Fixed(double value, int digits) {
  std::string text = absl::StrFormat("%.*f", digits, value);
  // "-0.00" is 0.
  if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') {
    text.erase(0, 1);
  }
  return text;
}

std::string Signed(double value, int digits) {
  const std::string text = Fixed(value, digits);
  const bool zero = text.find_first_not_of("0.") == std::string::npos;
  return zero || text[0] == '-' ? text : absl::StrCat("+", text);
}

std::string Percent(double share) { return Fixed(100 * share, 1); }

double Reach(const v1::Interval& interval) {
  return (interval.high() - interval.low()) / 2;
}

std::string EstimateText(const v1::Estimate& share) {
  return absl::StrCat(
      Percent(share.value()), " %",
      share.has_interval()
          ? absl::StrCat(" ± ", Percent(Reach(share.interval())))
          : "");
}

std::vector<std::string> SeatTexts(const v1::Standings& standings) {
  if (!standings.tie_rate().has_interval()) return {};
  std::vector<std::string> seats;
  for (const v1::SeatAdvantage& side : standings.seats()) {
    seats.push_back(absl::StrCat(absl::StrJoin(side.seats(), "+"), ": ",
                                 side.advantage().value() > 0 ? "+" : "",
                                 EstimateText(side.advantage())));
  }
  return {absl::StrCat("Ties: ", EstimateText(standings.tie_rate()),
                       "; this share of all comparisons of two entrants in a "
                       "match is even."),
          absl::StrCat("Seats: ", absl::StrJoin(seats, ", "),
                       "; so much more of the rank points is won there than "
                       "ratings expect.")};
}

bool HasCalibration(const v1::Standings& standings) {
  return absl::c_any_of(
      standings.calibration(),
      [](const v1::PlaceCalibration& place) { return !place.bins().empty(); });
}

std::string PlaceText(const v1::Standings& standings,
                      const v1::PlaceCalibration& place) {
  std::string text = absl::StrCat("place ", place.place());
  if (place.has_slope()) {
    absl::StrAppend(&text, ": slope ", Fixed(place.slope().value(), 2));
    if (place.slope().has_interval()) {
      absl::StrAppend(&text, " ± ", Fixed(Reach(place.slope().interval()), 2));
    }
  } else {
    absl::StrAppend(&text, ": predictions differ too little for a slope");
  }
  if (standings.calibration_size() == 1) return text;
  return absl::StrCat(text, ", strength counts ", Fixed(place.factor(), 2),
                      " times as much as on average");
}

int DifferenceDigits(const v1::Standings& standings) {
  double largest = 0;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    largest = std::max(largest, std::abs(line.score_difference().mean()));
  }
  return largest >= 100 ? 0 : largest >= 10 ? 1 : 2;
}

std::string Likelihood(double probability) {
  if (probability < 0.01) return "<1";
  if (probability > 0.99) return ">99";
  return Fixed(100 * probability, 0);
}

std::string Counted(int64_t count, absl::string_view noun) {
  const bool hissing = !noun.empty() && (noun.back() == 'h');
  return absl::StrCat(count, " ", noun, count == 1 ? "" : hissing ? "es" : "s");
}

}  // namespace arena::competition
