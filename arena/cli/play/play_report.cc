#include "arena/cli/play/play_report.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/competition/planning/openings.h"
#include "arena/match/actions_hash.h"
#include "arena/match/clock.h"
#include "arena/record/record.h"
#include "google/protobuf/util/time_util.h"

namespace arena::cli {
namespace {

using google::protobuf::util::TimeUtil;

// The times of faults, from the entries of the record. Without a record they
// are unknown.
FaultTimes FaultTimesOf(absl::Span<const MatchEntry> entries) {
  FaultTimes times;
  for (const MatchEntry& entry : entries) {
    if (entry.fault != v1::FAULT_KIND_UNSPECIFIED)
      times.push_back(entry.charged);
  }
  return times;
}

}  // namespace

PlayReport::PlayReport(const SeriesPlan& plan) : plan_(plan) {}

void PlayReport::Add(int number, const PlayedMatch& played,
                     const std::string& path) {
  const v1::MatchResult& result = played.result;
  Record record;
  if (!played.record.empty()) {
    absl::StatusOr<Record> read = ReadRecord(played.record);
    if (read.ok()) record = *std::move(read);
  }
  const std::vector<MatchEntry>& entries = record.entries;
  const FaultTimes times = FaultTimesOf(entries);
  const std::string game =
      entries.empty() ? ""
                      : ActionsSha256(*plan_.setup.game, record.header.seed(),
                                      entries, result);
  repeated_ += !game.empty() && !games_.insert(game).second;
  ++matches_;
  const bool has_result = result.ranks_size() == plan_.setup.seats;
  counted_ += has_result;
  clean_ = clean_ && has_result && result.faults().empty();
  for (Seat seat = 0; has_result && seat < plan_.setup.seats; ++seat) {
    seats_[seat].first_places += result.ranks(seat) == 1;
    seats_[seat].returns += result.returns(seat);
    seats_[seat].ranks += result.ranks(seat);
  }
  for (const v1::Fault& fault : result.faults()) ++seats_[fault.seat()].faults;

  last_line_ = absl::StrCat("match ", number, ": returns ",
                            absl::StrJoin(result.returns(), " "), ", ranks ",
                            absl::StrJoin(result.ranks(), " "), ", ",
                            EndText(result), ", ", result.plies(), " plies");
  if (!result.faults().empty()) {
    absl::StrAppend(&last_line_, "; faults: ", FaultsText(result, times));
  }
  last_line_ += '\n';

  Json match = {{"match", number},
                {"seed", ToHex(SeedOfMatch(plan_, number))},
                {"result", JsonOf(result)}};
  for (const absl::Duration time : times) {
    google::protobuf::Duration charged;
    ToMessage(time, charged);
    match["charged"].push_back(TimeUtil::ToString(charged));
  }
  if (!path.empty()) match["record"] = path;
  played_.push_back(std::move(match));
}

std::string PlayReport::Head() const {
  const std::string options = plan_.setup.options.ToString();
  return absl::StrCat(plan_.setup.game->info->name, options.empty() ? "" : " ",
                      options, ": ",
                      absl::StrJoin(plan_.bots, ", ",
                                    [](std::string* out, const BotSpec& bot) {
                                      absl::StrAppend(out, bot.name);
                                    }),
                      "\nseed ", ToHex(plan_.seed), "\n", SandboxLine());
}

std::string PlayReport::SandboxLine() const {
  const std::string text =
      plan_.sandbox == nullptr ? "" : plan_.sandbox->ResultText();
  return text.empty() ? "" : absl::StrCat("sandbox ", text, "\n");
}

std::string PlayReport::Summary() const {
  Columns columns(
      {"seat", "bot", "first", "mean rank", "mean returns", "faults"});
  const auto mean_text = [this](int64_t sum) {
    return counted_ == 0 ? "-" : absl::StrFormat("%.2f", Mean(sum));
  };
  for (Seat seat = 0; seat < plan_.setup.seats; ++seat) {
    const Sums& sums = seats_[seat];
    columns.AddRow({absl::StrCat(seat), plan_.bots[seat].name,
                    absl::StrCat(sums.first_places), mean_text(sums.ranks),
                    mean_text(sums.returns), absl::StrCat(sums.faults)});
  }
  return absl::StrCat("\n", counted_, " of ", plan_.matches,
                      " matches with a result\n", columns.ToString());
}

std::string PlayReport::Caution() const {
  if (repeated_ == 0) return "";
  return absl::StrCat(
      repeated_, " of ", matches_,
      " matches repeated an earlier match, action by action: in a game without "
      "chance, bots without randomness play the same match again, and the sums "
      "count it again",
      competition::HasOpenings(*plan_.setup.game)
          ? absl::StrCat("; random openings (--options ",
                         competition::kOpeningOption, "=",
                         competition::kOpeningPlies, ") bring new matches")
          : "");
}

Json PlayReport::ToJson() const {
  Json seats = Json::array();
  for (Seat seat = 0; seat < plan_.setup.seats; ++seat) {
    const Sums& sums = seats_[seat];
    const BotSpec& bot = plan_.bots[seat];
    seats.push_back({{"seat", seat},
                     {"bot", bot.name},
                     {"command", bot.command},
                     {"firstPlaces", sums.first_places},
                     {"meanRank", Mean(sums.ranks)},
                     {"meanReturns", Mean(sums.returns)},
                     {"faults", sums.faults}});
  }
  Json report = {{"game", plan_.setup.game->info->name},
                 {"options", plan_.setup.options.given()},
                 {"seed", ToHex(plan_.seed)},
                 {"matchesPlanned", plan_.matches},
                 {"matchesPlayed", matches_},
                 {"matchesWithResult", counted_},
                 {"matchesRepeated", repeated_},
                 {"seats", std::move(seats)},
                 {"matches", played_}};
  if (plan_.sandbox != nullptr) report["sandbox"] = plan_.sandbox->ResultJson();
  return report;
}

}  // namespace arena::cli
