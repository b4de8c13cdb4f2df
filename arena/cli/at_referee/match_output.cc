#include "arena/cli/at_referee/match_output.h"

#include <map>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/base/output.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/core/text.h"

namespace arena::cli {
namespace {

std::vector<std::string> SeatNames(const v1::Match& match) {
  std::vector<std::string> names;
  for (const v1::SeatSpec& seat : match.seats()) {
    names.push_back(SeatText(seat));
  }
  return names;
}

std::map<std::string, std::string> Sorted(
    const google::protobuf::Map<std::string, std::string>& options) {
  return {options.begin(), options.end()};
}

std::string PlaceText(const v1::Match& match) {
  const v1::CompetitionPlace& place = match.competition();
  if (!place.has_set()) return place.competition();
  return absl::StrCat(place.competition(), ": set ", place.set(), ", match ",
                      place.match(), ", attempt ", place.attempt());
}

}  // namespace

std::string StateName(v1::Match::State state) {
  return EnumWord(v1::Match::State_Name(state), "STATE_");
}

std::vector<std::string> PlayerNames(const v1::Match& match) {
  std::vector<std::string> names = SeatNames(match);
  for (size_t seat = 0; seat < names.size(); ++seat) {
    if (static_cast<int>(seat) >= match.players_size()) break;
    const std::string& version =
        match.players(static_cast<int>(seat)).version();
    if (!version.empty()) absl::StrAppend(&names[seat], " ", version);
  }
  return names;
}

std::string MatchText(const v1::Match& match) {
  std::string text =
      absl::StrCat("match   ", match.match_id(), "\nstate   ",
                   StateName(match.state()), "\ngame    ", match.game());
  for (const auto& [name, value] : Sorted(match.given_options())) {
    absl::StrAppend(&text, " ", name, "=", value);
  }
  absl::StrAppend(&text, "\nseats   ", absl::StrJoin(PlayerNames(match), ", "),
                  "\nplies   ", match.plies(), "\n");
  // The referee labels matches of competitions with the name of the
  // competition.
  if (!match.label().empty() &&
      match.label() != match.competition().competition()) {
    absl::StrAppend(&text, "label   ", match.label(), "\n");
  }
  if (match.has_competition()) {
    absl::StrAppend(&text, "of      ", PlaceText(match), "\n");
  }
  if (match.has_create_time()) {
    absl::StrAppend(&text, "created ", TimeText(match.create_time()), "\n");
  }
  if (match.has_start_time()) {
    absl::StrAppend(&text, "started ", TimeText(match.start_time()), "\n");
  }
  if (match.has_end_time()) {
    absl::StrAppend(&text, "ended   ", TimeText(match.end_time()), "\n");
  }
  if (!match.waits_for().empty()) {
    absl::StrAppend(&text, "waits   ", match.waits_for(), "\n");
  }
  if (match.has_result()) {
    const v1::MatchResult& result = match.result();
    absl::StrAppend(&text, "end     ", EndText(result), "\nreturns ",
                    absl::StrJoin(result.returns(), " "), "\nranks   ",
                    absl::StrJoin(result.ranks(), " "), "\n");
    if (!result.faults().empty()) {
      absl::StrAppend(&text, "faults  ", FaultsText(result), "\n");
    }
  }
  if (!match.record_sha256().empty()) {
    absl::StrAppend(&text, "record  SHA-256 ",
                    absl::BytesToHexString(match.record_sha256()), "\n");
  }
  if (!match.quarantine().empty()) {
    absl::StrAppend(&text, "reason  ", match.quarantine(), "\n");
  }
  return text;
}

}  // namespace arena::cli
