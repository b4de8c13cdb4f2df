#include "arena/cli/play_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/record/record.h"

namespace arena::cli {
namespace {

// The record knows the times; without one they are not known.
FaultTimes FaultTimesOf(const PlayedMatch& played) {
  FaultTimes times;
  if (played.result.faults().empty() || played.record.empty()) return times;
  const absl::StatusOr<Record> record = ReadRecord(played.record);
  if (!record.ok()) return times;
  for (const MatchEntry& entry : record->entries) {
    if (entry.fault != FaultKind::kNone) times.push_back(entry.charged);
  }
  return times;
}

}  // namespace

PlayReport::PlayReport(const SeriesPlan& plan) : plan_(plan) {}

void PlayReport::Add(int number, const PlayedMatch& played,
                     const std::string& path) {
  const v1::MatchResult& result = played.result;
  const FaultTimes times = FaultTimesOf(played);
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

  Json match = {{"match", number}, {"seed", ToHex(SeedOfMatch(plan_, number))}};
  match.update(ResultJson(result, times));
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
                      "\nseed ", ToHex(plan_.seed), "\n");
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

Json PlayReport::ToJson() const {
  Json seats = Json::array();
  for (Seat seat = 0; seat < plan_.setup.seats; ++seat) {
    const Sums& sums = seats_[seat];
    const BotSpec& bot = plan_.bots[seat];
    seats.push_back({{"seat", seat},
                     {"bot", bot.name},
                     {"command", bot.command},
                     {"first_places", sums.first_places},
                     {"mean_rank", Mean(sums.ranks)},
                     {"mean_returns", Mean(sums.returns)},
                     {"faults", sums.faults}});
  }
  return {{"game", plan_.setup.game->info->name},
          {"options", plan_.setup.options.given()},
          {"seed", ToHex(plan_.seed)},
          {"matches_planned", plan_.matches},
          {"matches_played", matches_},
          {"matches_with_result", counted_},
          {"seats", std::move(seats)},
          {"matches", played_}};
}

}  // namespace arena::cli
