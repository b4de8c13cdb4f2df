// Words and numbers that all renderings of standings share.
#ifndef ARENA_COMPETITION_REPORT_STANDINGS_WORDS_H_
#define ARENA_COMPETITION_REPORT_STANDINGS_WORDS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// "running"; "stopped" if the competition was, whatever its state.
std::string StateName(const v1::Competition& competition);
// A caution about matches with the same deals. Empty if such matches are
// harmless: every match has its own deal, no bot takes part, or no bot sees two
// matches of a deal.
inline constexpr absl::string_view kDealsCaution =
    "The matches of a set have the same deals. A bot that remembers a match, "
    "or tells another bot of it, knows cards of the other matches, so the "
    "results are fair only if no bot does this.";
// The same for field duplicate, where no bot sees two matches of a set.
inline constexpr absl::string_view kFieldCaution =
    "The tables of a set have the same deal. Bots of one author share one "
    "table, but bots of different authors could tell each other their cards, "
    "so the results are fair only if no bot does this.";
absl::string_view DealsCaution(const v1::CompetitionSpec& spec);
// The worth of comparing tables: "field duplicate at 12 tables; ..., so the
// tables save 18 % of it". Empty without such a comparison.
std::string FieldText(const v1::Standings& standings);
// The order that decides the places: "rank points, then score difference".
absl::string_view OrderText(v1::StandingsOrder order);
// The reason for that order, in whole sentences.
absl::string_view OrderExplanation(v1::StandingsOrder order);
// The name within its tournament: "ordo" for "spring.ordo".
std::string EventName(const v1::CompetitionSpec& spec);
// The round that an entrant reached in a knockout: "winner", "final", "round
// 2".
std::string RoundName(const v1::Standings& standings, uint32_t round);
// The options of the specification, "variant=partners, deals=8", including
// options that equal the default. Empty if there are none.
std::string OptionsText(const v1::CompetitionSpec& spec);
// "ada, babbage" for a pair; empty for one player with the entrant's name.
std::string PlayersText(const v1::EntrantStanding& line);
// "1.2", or "(none)" for a bot that names no version.
std::string VersionText(const v1::VersionStanding& version);
// "3", or "-" for an entrant that is disqualified.
std::string PlaceOf(const v1::EntrantStanding& line);
// The mark after an entrant's name: " (disqualified)", " (out)" or nothing.
std::string MarkOf(const v1::EntrantStanding& line);
// "results dropped" or "matches forfeited"; empty: the entrant is not
// disqualified.
std::string RulingText(v1::CompetitionChange::Ruling ruling);
// The changes since the competition began, in sentences without a stop: "from
// set 12 on: sets 2 → 4".
std::vector<std::string> ChangeTexts(const v1::CompetitionSpec& spec);
// A sentence without a stop for each pair of entrants all of whose sets, at
// least ten, were mirrored: "ann and bob play alike: 12 of 12 sets were
// mirrored".
std::vector<std::string> AlikeTexts(const v1::Standings& standings);
// Whether an entrant has played with several versions.
bool HasVersions(const v1::Standings& standings);
// All faults of an entrant.
uint32_t FaultsOf(const v1::EntrantStanding& line);
// The places that the standings have: "set 17, match 2, decision 31", counted
// from 0 as in results, with the attempt if it is not the first, and the id of
// the match if it is known.
std::vector<std::string> PlaceTexts(const v1::FaultCount& fault);

// ---- Numbers ----

// With this many digits after the point; never "-0".
std::string Fixed(double value, int digits);
// The same, with "+" before a value above 0.
std::string Signed(double value, int digits);
// "66.7": a share in per cent, without the sign.
std::string Percent(double share);
// Half the width of a symmetric interval.
double Reach(const v1::Interval& interval);
// A caution about an anchor that is far from the others; empty for any other.
std::string AnchorCaution(const v1::Standings& standings);
// A sentence for each uneven entrant, with the opponents that surprise most.
std::vector<std::string> UnevenTexts(const v1::Standings& standings);
// Explains these sentences.
inline constexpr absl::string_view kUnevenNote =
    "One rating does not explain these results. The entrant may suit some "
    "opponents badly, or opponents may lose on purpose. Chance alone names "
    "anybody in 1 of 100 tables. Nothing follows from it by itself.";
// "66.7 % ± 1.2": a share. A figure without an interval has no "±".
std::string EstimateText(const v1::Estimate& share);
// Sentences on ties and on the seats; empty as long as too few sets are played.
std::vector<std::string> SeatTexts(const v1::Standings& standings);
// Whether calibration has any bin, and what its parts say.
bool HasCalibration(const v1::Standings& standings);
inline constexpr absl::string_view kCalibrationNote =
    "Of the entrants with about the predicted chance of a place, the observed "
    "share took it. Only those without a better place count, and if two are "
    "left, only the one with the better chance.";
// "place 2: slope 0.98 ± 0.05, strength counts 1.20 times as much as on
// average".
std::string PlaceText(const v1::Standings& standings,
                      const v1::PlaceCalibration& place);
inline constexpr absl::string_view kSlopeNote =
    "With a slope of 1 results differ as much as predictions, with less the "
    "predictions are too bold.";
// Digits after the point that suit the score differences of this game.
int DifferenceDigits(const v1::Standings& standings);
// "97", "<1" or ">99": a likelihood in per cent, never 0 or 100.
std::string Likelihood(double probability);
// "1 set", "2 sets".
std::string Counted(int64_t count, absl::string_view noun);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_STANDINGS_WORDS_H_
