#include "arena/cli/competitions/standings_output.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/command_line/terminal.h"
#include "arena/competition/page/standings_html.h"
#include "arena/competition/report/standings.h"
#include "arena/competition/report/standings_csv.h"
#include "arena/competition/report/standings_text.h"
#include "arena/competition/report/standings_words.h"
#include "arena/competition/report/tournament_standings.h"
#include "arena/core/check.h"
#include "arena/record/file.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;
using command_line::TerminalSize;

constexpr absl::Duration kTablePatience = absl::Seconds(2);
constexpr absl::Duration kTableRedraw = absl::Seconds(1);
// The time between two lines of progress without a terminal.
constexpr absl::Duration kLinePeriod = absl::Seconds(10);
constexpr int kDefaultWidth = 100;
// The least time between two writings of the files, and the same as a multiple
// of the time of one writing.
constexpr absl::Duration kFilePeriod = absl::Seconds(3);
constexpr int kMostlyIdle = 10;

// Tries to make a file, because in some folders the permissions do not tell.
bool CanMakeFiles(const fs::path& folder) {
  std::string file = folder / ".arena-XXXXXX";
  const int opened = mkstemp(file.data());
  if (opened < 0) return false;
  close(opened);
  unlink(file.c_str());
  return true;
}

absl::Status CheckWritable(const std::string& path) {
  if (path.empty()) return absl::OkStatus();
  fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(path) && fs::is_directory(folder) &&
      CanMakeFiles(folder)) {
    return absl::OkStatus();
  }
  return absl::PermissionDeniedError(
      absl::StrCat("cannot write \"", path,
                   "\"; expected a folder that exists "
                   "and may be written to"));
}

// Whether the competitions are several events of one tournament, and are shown
// as a tournament.
bool IsTournament(absl::Span<const CompetitionData> events) {
  const std::string& name = events[0].competition.spec().tournament();
  return events.size() > 1 && !name.empty() &&
         std::all_of(events.begin(), events.end(),
                     [&](const CompetitionData& event) {
                       return event.competition.spec().tournament() == name;
                     });
}

absl::StatusOr<std::vector<competition::Report>> ComputeAll(
    absl::Span<const CompetitionData> events) {
  std::vector<competition::Report> all;
  for (const CompetitionData& event : events) {
    competition::Report& report = all.emplace_back();
    report.competition = event.competition;
    ARENA_ASSIGN_OR_RETURN(
        report.standings,
        competition::ComputeStandings(event.competition, event.results));
  }
  return all;
}

std::string JoinTexts(absl::Span<const competition::Report> all, int width) {
  std::string text;
  for (const competition::Report& report : all) {
    absl::StrAppend(&text, text.empty() ? "" : "\n",
                    competition::StandingsText(report, width));
  }
  return text;
}

Json StandingsJson(const competition::Report& report) {
  return {{"competition", JsonOf(report.competition)},
          {"standings", JsonOf(report.standings)}};
}

Json OverallJson(const competition::TournamentStandings& tournament,
                 const competition::OverallStanding& line) {
  Json shares = Json::object();
  for (size_t i = 0; i < tournament.events.size(); ++i) {
    if (!line.rank_points[i].has_value()) continue;
    const std::string& name = tournament.events[i].competition.spec().name();
    shares[name] = *line.rank_points[i];
  }
  Json json = {{"name", line.name}, {"rankPoints", std::move(shares)}};
  if (line.place.has_value()) json["place"] = *line.place;
  if (line.events > 0) json["meanRankPoints"] = line.mean;
  return json;
}

// As in messages, a figure that does not exist is left out.
Json StandingsJson(const competition::TournamentStandings& tournament) {
  Json overall = Json::array();
  for (const competition::OverallStanding& line : tournament.overall) {
    overall.push_back(OverallJson(tournament, line));
  }
  Json events = Json::array();
  for (const competition::Report& event : tournament.events) {
    events.push_back(StandingsJson(event));
  }
  return {{"tournament", tournament.name},
          {"overall", std::move(overall)},
          {"events", std::move(events)}};
}

// The standings in all forms.
struct Pages {
  // Empty if the competitions are not one tournament.
  std::string html;
  std::string csv;
  std::string text;
  Json json;
};

absl::StatusOr<Pages> PagesOf(absl::Span<const CompetitionData> events,
                              const StandingsFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(std::vector<competition::Report> all,
                         ComputeAll(events));
  const auto size = TerminalSize(STDOUT_FILENO);
  const int width = size.has_value() ? size->first : kDefaultWidth;
  std::string calibration;
  for (const competition::Report& report : all) {
    if (!flags.calibration) break;
    absl::StrAppend(&calibration, competition::CalibrationText(report, width));
  }
  Pages pages;
  pages.csv = competition::StandingsCsv(all);
  if (IsTournament(events)) {
    ARENA_ASSIGN_OR_RETURN(const competition::TournamentStandings tournament,
                           competition::CombineStandings(std::move(all)));
    pages.html = competition::StandingsHtml(tournament);
    pages.json = StandingsJson(tournament);
    pages.text = competition::StandingsText(tournament, width);
  } else if (all.size() == 1) {
    pages.html = competition::StandingsHtml(all[0]);
    pages.json = StandingsJson(all[0]);
    pages.text = competition::StandingsText(all[0], width);
  } else {
    for (const competition::Report& report : all) {
      pages.json.push_back(StandingsJson(report));
    }
    pages.text = JoinTexts(all, width);
  }
  pages.text += calibration;
  if (!flags.sandbox.is_null()) pages.json["sandbox"] = flags.sandbox;
  if (!flags.sandbox_text.empty()) {
    absl::StrAppend(&pages.text, "\nSandbox of the bots: ", flags.sandbox_text,
                    "\n");
  }
  return pages;
}

absl::Status WriteFiles(const Pages& pages, const StandingsFlags& flags) {
  if (!flags.html.empty() && pages.html.empty()) {
    return absl::InvalidArgumentError(
        "--html shows one competition or one tournament; name only one");
  }
  if (!flags.csv.empty()) {
    ARENA_RETURN_IF_ERROR(WriteFileAtomically(flags.csv, pages.csv));
  }
  if (!flags.json_file.empty()) {
    const std::string json =
        pages.json.dump(2, ' ', false, Json::error_handler_t::replace);
    ARENA_RETURN_IF_ERROR(WriteFileAtomically(flags.json_file, json + "\n"));
  }
  return flags.html.empty() ? absl::OkStatus()
                            : WriteFileAtomically(flags.html, pages.html);
}

}  // namespace

void AddStandingsFlags(CLI::App& command, StandingsFlags& flags) {
  command.add_option("--html", flags.html,
                     "Write a page for browsers: tables, rating curves, each "
                     "entrant against each other, faults");
  command.add_option("--csv", flags.csv, "Write a table for spreadsheets");
  command.add_flag("--json", flags.json, "Print JSON");
  command.add_option("--json-file", flags.json_file,
                     "Write the same JSON into this file");
  command.add_flag("--calibration", flags.calibration,
                   "Also print predicted against observed places, as --html "
                   "and --json show them");
}

absl::Status PrepareStandings(const StandingsFlags& flags) {
  ARENA_RETURN_IF_ERROR(CheckWritable(flags.html));
  ARENA_RETURN_IF_ERROR(CheckWritable(flags.json_file));
  return CheckWritable(flags.csv);
}

absl::Status ShowStandings(absl::Span<const CompetitionData> events, bool quiet,
                           const StandingsFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const Pages pages, PagesOf(events, flags));
  // Printed in any case, because results must not be lost to a full disk.
  const absl::Status written = WriteFiles(pages, flags);
  if (flags.json) {
    PrintJson(pages.json);
  } else if (!quiet) {
    Print(pages.text);
  }
  return written;
}

void StandingsFiles::Update(absl::Span<const CompetitionData> events) {
  size_t results = 0;
  for (const CompetitionData& event : events) results += event.results.size();
  const absl::Time began = absl::Now();
  if (!flags_.HasFiles() || results == written_ || began < next_) return;
  written_ = results;
  const absl::StatusOr<Pages> pages = PagesOf(events, flags_);
  const absl::Status status =
      pages.ok() ? WriteFiles(*pages, flags_) : pages.status();
  if (!status.ok() && !std::exchange(told_, true)) {
    PrintMessage(
        absl::StrCat("the standings are not written: ", status.message()));
  }
  // Standings of many matches take long to compute.
  const absl::Time now = absl::Now();
  next_ = now + std::max(kFilePeriod, kMostlyIdle * (now - began));
}

LiveStandings::LiveStandings(absl::string_view what)
    : terminal_(TerminalSize(STDERR_FILENO).has_value()),
      what_(what),
      next_(absl::Now() + (terminal_ ? kTablePatience : kLinePeriod)),
      bar_(what) {}

void LiveStandings::Update(absl::Span<const CompetitionData> events,
                           int64_t done, int64_t total) {
  if (terminal_ && absl::Now() >= next_) {
    next_ = absl::Now() + kTableRedraw;
    const auto all = ComputeAll(events);
    const auto size = TerminalSize(STDERR_FILENO);
    if (all.ok() && size.has_value()) {
      const std::string text = JoinTexts(*all, size->first);
      Clear();
      // Lines that do not fit on the screen could not be erased again.
      for (size_t at = 0; at < text.size() && lines_ + 2 < size->second;) {
        const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        PrintToStderr(absl::string_view(text).substr(at, end - at));
        at = end;
        ++lines_;
      }
    }
  }
  if (!terminal_ && absl::Now() >= next_) {
    next_ = absl::Now() + kLinePeriod;
    const std::string of_all = total > 0 ? absl::StrCat(" of ", total) : "";
    PrintMessage(absl::StrCat("after ", done, of_all, " ", what_));
  }
  if (total > 0) bar_.Update(done, total);
}

void LiveStandings::Clear() {
  if (lines_ == 0) return;
  std::fprintf(stderr, "\r\033[%dA\033[J", lines_);
  std::fflush(stderr);
  lines_ = 0;
}

}  // namespace arena::cli
