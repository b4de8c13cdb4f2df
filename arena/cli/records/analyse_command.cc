// arena analyse: what the acts in matches were worth.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/analysis/analysis.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/output.h"
#include "arena/cli/records/record_flags.h"
#include "arena/cli/records/record_source.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

struct AnalyseFlags {
  RecordFlags source;
  std::optional<int> seat;
  std::string player;
  bool table = false;
  AnalysisOptions options;
  std::string seed = "analysis";
  int worst = 10;
  bool json = false;
};

struct Analysed {
  // As RecordSource::names.
  std::string record;
  v1::MatchAnalysis analysis;
};

// ---- Reading ----

absl::StatusOr<SeatSet> SeatsOf(const AnalyseFlags& flags,
                                const Record& record) {
  const auto& players = record.header.players();
  if (flags.seat.has_value()) {
    if (*flags.seat < players.size()) return SeatSet::Of(*flags.seat);
    return absl::InvalidArgumentError(
        absl::StrCat("seat ", *flags.seat, " is not in this match; expected a ",
                     "seat from 0 to ", players.size() - 1));
  }
  SeatSet seats;
  for (Seat seat = 0; seat < players.size(); ++seat) {
    if (flags.player.empty() || players[seat] == flags.player) {
      seats.insert(seat);
    }
  }
  return seats;
}

// Matches without the player are left out.
absl::StatusOr<std::vector<Analysed>> AnalyseAll(const AnalyseFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const RecordSource source,
                         RecordSource::Open(flags.source));
  AnalysisOptions options = flags.options;
  options.all_cards = flags.table;
  ARENA_ASSIGN_OR_RETURN(options.seed, ParseSeed(flags.seed));
  std::vector<Analysed> all;
  const auto total = static_cast<int64_t>(source.names().size());
  Progress progress("records");
  for (int64_t i = 0; i < total; ++i) {
    progress.Update(i, total);
    const std::string& name = source.names()[static_cast<size_t>(i)];
    const FoundRecord found = source.Find(name);
    if (found.passed_over) continue;
    ARENA_ASSIGN_OR_RETURN(const Record record, ReadFound(name, found));
    ARENA_ASSIGN_OR_RETURN(options.seats, SeatsOf(flags, record));
    if (options.seats.empty()) continue;
    ARENA_ASSIGN_OR_RETURN(v1::MatchAnalysis analysis,
                           AnalyseMatch(record, options));
    all.push_back({name, std::move(analysis)});
  }
  if (!all.empty()) return all;
  return absl::NotFoundError(
      absl::StrCat("no match has the player \"", flags.player,
                   "\"; expected a name as `arena replay` shows it"));
}

// ---- Text ----

std::string Fixed(double value, int digits) {
  const std::string text = absl::StrFormat("%.*f", digits, value);
  const bool is_zero = text.find_first_of("123456789") == std::string::npos;
  return is_zero ? text.substr(text.find('0')) : text;
}

// With the half of a 95 % interval.
std::string MeanText(const v1::WorldMean& mean, int digits) {
  return absl::StrCat(Fixed(mean.mean(), digits), " +- ",
                      Fixed(1.96 * mean.error(), digits));
}

struct WorstAct {
  const Analysed* match;
  const v1::JudgedAct* act;
};

// The acts of all matches that lost something, the largest loss first.
std::vector<WorstAct> WorstOf(const std::vector<Analysed>& all, int most) {
  std::vector<WorstAct> worst;
  for (const Analysed& match : all) {
    for (const v1::JudgedAct* act : WorstFirst(match.analysis)) {
      if (act->win_share_lost().mean() > 0) worst.push_back({&match, act});
    }
  }
  std::stable_sort(
      worst.begin(), worst.end(), [](const WorstAct& a, const WorstAct& b) {
        return a.act->win_share_lost().mean() > b.act->win_share_lost().mean();
      });
  if (worst.size() > static_cast<size_t>(most)) worst.resize(most);
  return worst;
}

std::string WorstText(const std::vector<WorstAct>& worst, bool several) {
  Columns columns({"decision", "deal", "seat", "player", "act", "played",
                   "better", "win share lost", "points lost",
                   several ? "record" : ""});
  for (const auto& [match, act] : worst) {
    columns.AddRow(
        {absl::StrCat(act->decision()),
         act->deal() == 0 ? "-" : absl::StrCat(act->deal()),
         absl::StrCat(act->seat()), match->analysis.players(act->seat()),
         absl::StrCat(act->kind(), act->substitute() ? " (fault)" : ""),
         act->played(), act->best().empty() ? "nothing" : act->best(),
         MeanText(act->win_share_lost(), 3),
         act->has_points_lost() ? MeanText(act->points_lost(), 2) : "-",
         several ? match->record : ""});
  }
  return columns.ToString();
}

std::string SumsText(const std::vector<v1::ActSum>& sums) {
  Columns columns({"player", "act", "circumstances", "acts", "win share lost",
                   "points lost"});
  for (const v1::ActSum& sum : sums) {
    columns.AddRow({sum.player(), sum.kind(),
                    sum.circumstances().empty() ? "-" : sum.circumstances(),
                    absl::StrCat(sum.acts()), Fixed(sum.win_share_lost(), 3),
                    Fixed(sum.points_lost(), 2)});
  }
  return columns.ToString();
}

// The sums over the deals of all matches, by player.
std::string LuckText(const std::vector<Analysed>& all) {
  struct Luck {
    int64_t deals = 0;
    int64_t suggested = 0;
    int64_t points = 0;
  };
  std::map<std::string, Luck> lucks;
  for (const Analysed& match : all) {
    for (const v1::DealLuck& deal : match.analysis.deals()) {
      for (int seat = 0; seat < deal.points_size(); ++seat) {
        Luck& luck = lucks[match.analysis.players(seat)];
        ++luck.deals;
        luck.suggested += deal.suggested_points(seat);
        luck.points += deal.points(seat);
      }
    }
  }
  Columns columns({"player", "deals", "points as suggested", "points"});
  for (const auto& [player, luck] : lucks) {
    columns.AddRow({player, absl::StrCat(luck.deals),
                    absl::StrCat(luck.suggested), absl::StrCat(luck.points)});
  }
  return lucks.empty() ? "" : columns.ToString();
}

std::string ReportOf(const AnalyseFlags& flags,
                     const std::vector<Analysed>& all,
                     const std::vector<v1::ActSum>& sums) {
  const std::vector<WorstAct> worst = WorstOf(all, flags.worst);
  std::string text = absl::StrCat(
      all.size() == 1 ? "Acts"
                      : absl::StrCat("Acts of ", all.size(), " matches"),
      ", judged by ",
      flags.table ? "the cards of all seats" : "what each seat knew", ".\n\n");
  if (worst.empty()) {
    absl::StrAppend(&text, "No act lost anything.\n");
  } else {
    absl::StrAppend(&text, "The acts that lost most, +- 95 %:\n",
                    WorstText(worst, all.size() > 1), "\n", "By kind of act:\n",
                    SumsText(sums));
  }
  const std::string luck = LuckText(all);
  if (!luck.empty()) {
    absl::StrAppend(&text,
                    "\nLuck: the points if all had acted as suggested in these "
                    "deals, and the points:\n",
                    luck);
  }
  if (!worst.empty()) {
    absl::StrAppend(&text, "\nTo see the first: arena replay ",
                    worst[0].match->record, " --decision ",
                    worst[0].act->decision(), "\n");
  }
  return text;
}

absl::StatusOr<int> RunAnalyse(const AnalyseFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<Analysed> all, AnalyseAll(flags));
  std::vector<v1::MatchAnalysis> analyses;
  Json matches = Json::array();
  for (const Analysed& match : all) {
    analyses.push_back(match.analysis);
    if (!flags.json) continue;
    Json json = JsonOf(match.analysis);
    json["record"] = match.record;
    matches.push_back(std::move(json));
  }
  if (flags.json) {
    PrintJson(matches);
  } else {
    Print(ReportOf(flags, all, SumsOf(analyses)));
  }
  return kSuccess;
}

}  // namespace

void AddAnalyseCommand(Commands& commands) {
  const auto flags = std::make_shared<AnalyseFlags>();
  CLI::App& command = AddRecordCommand(
      commands, "analyse",
      "Shows which acts in matches lost most, by playing on with others",
      "arena analyse match.record --seat 1", /*several=*/true, flags->source);
  CLI::Option* seat =
      command
          .add_option("--seat", flags->seat,
                      "Judge only the acts of this seat; of all if absent")
          ->check(command_line::WholeNumber(0, kMaxSeats - 1));
  command
      .add_option("--player", flags->player,
                  "Judge only the acts of this player, in whatever seat")
      ->excludes(seat);
  command.add_flag("--table", flags->table,
                   "Judge by the cards of all seats; by what the seat knew if "
                   "absent");
  command
      .add_option("--nodes", flags->options.plies,
                  "Plies to play on for an act; the ten that lost most are "
                  "judged again with ten times as many")
      ->check(command_line::WholeNumber(100, 1'000'000'000))
      ->capture_default_str();
  command.add_option("--worst", flags->worst, "How many acts to show")
      ->check(command_line::WholeNumber(1, 1000))
      ->capture_default_str();
  command
      .add_option("--seed", flags->seed,
                  "The same seed gives the same analysis")
      ->capture_default_str();
  command.add_flag("--json", flags->json,
                   "Print MatchAnalysis messages as JSON");
  commands.OnChosen(command, [flags] { return RunAnalyse(*flags); });
}

}  // namespace arena::cli
