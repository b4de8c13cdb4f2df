#include "arena/cli/base/output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/cli/base/command.h"
#include "arena/command_line/terminal.h"
#include "arena/command_line/wrapped_text.h"
#include "arena/core/check.h"
#include "arena/core/message_json.h"
#include "arena/core/text.h"
#include "arena/match/entry.h"
#include "arena/record/replay.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kProgressPause = absl::Seconds(2);
constexpr absl::Duration kRedraw = absl::Milliseconds(100);
constexpr int kBarWidth = 30;

std::string FaultText(const v1::Fault& fault) {
  if (fault.kind() == v1::FAULT_KIND_NOT_READY) {
    return absl::StrCat("seat ", fault.seat(),
                        " not-ready before decision 1 (its set-up took longer "
                        "than --start allows, or it declined too often)");
  }
  return absl::StrCat("seat ", fault.seat(), " ", FaultName(fault.kind()),
                      " at decision ", fault.decision());
}

// The milliseconds charged for a fault; nothing for a fault before the match
// began, when no decision was open.
std::optional<int64_t> TimeOf(int fault, const v1::MatchResult& result,
                              const FaultTimes& times) {
  if (static_cast<size_t>(fault) >= times.size() ||
      result.faults(fault).kind() == v1::FAULT_KIND_NOT_READY) {
    return std::nullopt;
  }
  return absl::ToInt64Milliseconds(times[static_cast<size_t>(fault)]);
}

// The table as text, without a limit of width.
std::string TextOf(const std::vector<competition::TextColumn>& columns) {
  return competition::TextTable(columns, std::numeric_limits<int>::max());
}

int LongestLine(const std::string& text) {
  int longest = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    longest = std::max(longest, competition::WidthOf(line));
  }
  return longest;
}

}  // namespace

void Print(absl::string_view text) {
  const std::string printable = Printable(text);
  std::fwrite(printable.data(), 1, printable.size(), stdout);
}

void PrintToStderr(absl::string_view text) {
  const std::string printable = Printable(text);
  std::fwrite(printable.data(), 1, printable.size(), stderr);
}

void PrintText(absl::string_view text) { command_line::PrintWrapped(text); }

void PrintMessage(absl::string_view what) {
  command_line::PrintWrappedToStderr(absl::StrCat("arena: ", what, "\n"));
}

Json JsonOf(const google::protobuf::Message& message) {
  const absl::StatusOr<std::string> json = MessageJson(message);
  if (json.ok()) return Json::parse(*json);
  return {{"error", std::string(json.status().message())}};
}

void PrintJson(const Json& json) {
  // Text from files and bots need not be UTF-8.
  Print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void PrintEither(bool as_json, const Json& json, absl::string_view text) {
  as_json ? PrintJson(json) : Print(text);
}

void PrintEither(bool as_json, const google::protobuf::Message& response,
                 absl::string_view text) {
  as_json ? PrintJson(JsonOf(response)) : Print(text);
}

int PrintResponse(bool as_json, const google::protobuf::Message& response,
                  absl::string_view text) {
  as_json ? PrintJson(JsonOf(response)) : PrintText(text);
  return kSuccess;
}

void PrintJsonLine(const Json& json) {
  Print(json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Columns::Columns(std::vector<std::string> titles) {
  for (std::string& title : titles) {
    competition::TextColumn& column = columns_.emplace_back();
    column.title = std::move(title);
    column.kind = competition::ColumnKind::kMixed;
  }
}

void Columns::AddRow(std::vector<std::string> cells) {
  ARENA_CHECK(cells.size() == columns_.size(), cells.size());
  for (size_t i = 0; i < cells.size(); ++i) {
    columns_[i].cells.push_back(std::move(cells[i]));
  }
}

std::string Columns::ToString() const { return TextOf(columns_); }

std::string Columns::ToFittingString() const {
  constexpr int kLeast = 20;
  const int width = command_line::TextWidth(STDOUT_FILENO);
  std::vector<competition::TextColumn> others = columns_;
  others.pop_back();
  // Behind the other columns and a gap, or below them.
  const int beside = LongestLine(TextOf(others)) + 2;
  const bool below = width - beside < kLeast;
  const std::string indent(below ? 4 : beside, ' ');
  std::vector<competition::TextColumn> columns = below ? others : columns_;
  std::vector<std::string> rests;
  for (size_t row = 0; row <= columns_.back().cells.size(); ++row) {
    const std::string& cell =
        row == 0 ? columns_.back().title : columns_.back().cells[row - 1];
    std::vector<std::string> lines = absl::StrSplit(
        command_line::Wrapped(cell, width - static_cast<int>(indent.size())),
        '\n');
    if (!below && row > 0) columns.back().cells[row - 1] = lines[0];
    if (!below) lines.erase(lines.begin());
    std::string& rest = rests.emplace_back();
    for (const std::string& line : lines) {
      absl::StrAppend(&rest, indent, line, "\n");
    }
  }
  std::string text;
  size_t row = 0;
  for (const absl::string_view line :
       absl::StrSplit(TextOf(columns), '\n', absl::SkipEmpty())) {
    absl::StrAppend(&text, line, "\n", rests[row++]);
  }
  return text;
}

Progress::Progress(absl::string_view what)
    : what_(what),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(absl::Now()),
      next_(start_ + kProgressPause) {}

Progress::~Progress() {
  if (drawn_) std::fprintf(stderr, "\r\033[K");
}

void Progress::Update(int64_t done, int64_t total) {
  if (!terminal_ || absl::Now() < next_) return;
  next_ = absl::Now() + kRedraw;
  drawn_ = true;
  const int filled =
      static_cast<int>(kBarWidth * done / std::max<int64_t>(1, total));
  const std::string bar =
      std::string(filled, '#') + std::string(kBarWidth - filled, '.');
  const absl::Duration elapsed = absl::Now() - start_;
  std::string left;
  if (done > 0) {
    const absl::Duration rest = elapsed * (total - done) / done;
    left = absl::StrCat(
        ", ", absl::FormatDuration(absl::Ceil(rest, absl::Seconds(1))),
        " to go");
  }
  std::fprintf(stderr, "\r[%s] %s%s\033[K", bar.c_str(),
               absl::StrCat(done, "/", total, " ", what_).c_str(),
               left.c_str());
  std::fflush(stderr);
}

std::string EndText(const v1::MatchResult& result) {
  const std::string name = TerminationName(result.termination());
  if (result.reason().empty() || result.reason() == name) return name;
  return absl::StrCat(name, " (", result.reason(), ")");
}

std::string FaultsText(const v1::MatchResult& result, const FaultTimes& times) {
  std::vector<std::string> texts;
  for (int i = 0; i < result.faults_size(); ++i) {
    std::string& text = texts.emplace_back(FaultText(result.faults(i)));
    if (const auto time = TimeOf(i, result, times)) {
      absl::StrAppend(&text, " after ", *time, " ms");
    }
  }
  return absl::StrJoin(texts, ", ");
}

std::string TimeText(const google::protobuf::Timestamp& time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ",
                          absl::FromUnixSeconds(time.seconds()),
                          absl::UTCTimeZone());
}

std::string TimeOrDash(bool known, const google::protobuf::Timestamp& time) {
  return known ? TimeText(time) : "-";
}

absl::StatusOr<google::protobuf::Timestamp> ReadTime(absl::string_view flag,
                                                     const std::string& text) {
  absl::Time time;
  std::string error;
  if (!absl::ParseTime(absl::RFC3339_full, text, &time, &error) &&
      !absl::ParseTime("%Y-%m-%d", text, &time, &error)) {
    return absl::InvalidArgumentError(
        absl::StrCat(flag, " is \"", text,
                     "\"; expected a day like 2026-01-31, or a time like "
                     "2026-01-31T18:00:00Z"));
  }
  google::protobuf::Timestamp timestamp;
  timestamp.set_seconds(absl::ToUnixSeconds(time));
  return timestamp;
}

}  // namespace arena::cli
