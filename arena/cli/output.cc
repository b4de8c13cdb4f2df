#include "arena/cli/output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/core/text.h"
#include "arena/match/entry.h"
#include "arena/record/replay.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(2);
constexpr absl::Duration kRedraw = absl::Milliseconds(100);
constexpr int kBarWidth = 30;

bool IsNumber(const std::string& text) {
  double number;
  return absl::SimpleAtod(text, &number);
}

std::string FaultText(const v1::Fault& fault) {
  return absl::StrCat("seat ", fault.seat(), " ",
                      FaultName(static_cast<FaultKind>(fault.kind())),
                      " at decision ", fault.decision());
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

void PrintJson(const Json& json) {
  // Text from files and bots need not be UTF-8.
  Print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void PrintJsonLine(const Json& json) {
  Print(json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Columns::Columns(std::vector<std::string> titles) {
  rows_.push_back(std::move(titles));
}

void Columns::AddRow(std::vector<std::string> cells) {
  rows_.push_back(std::move(cells));
}

std::string Columns::ToString() const {
  std::vector<size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - row[i].size(), ' ');
      const bool right = IsNumber(row[i]);
      absl::StrAppend(&line, i == 0 ? "" : "  ", right ? space : "", row[i],
                      right ? "" : space);
    }
    absl::StripTrailingAsciiWhitespace(&line);
    absl::StrAppend(&text, line, "\n");
  }
  return text;
}

Progress::Progress(absl::string_view what)
    : what_(what),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(absl::Now()),
      next_(start_ + kPatience) {}

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
  if (result.reason().empty()) return name;
  return absl::StrCat(name, " (", result.reason(), ")");
}

Json ResultJson(const v1::MatchResult& result) {
  Json faults = Json::array();
  for (const v1::Fault& fault : result.faults()) {
    faults.push_back({{"seat", fault.seat()},
                      {"kind", FaultName(static_cast<FaultKind>(fault.kind()))},
                      {"decision", fault.decision()}});
  }
  return {{"termination", TerminationName(result.termination())},
          {"reason", result.reason()},
          {"returns", result.returns()},
          {"ranks", result.ranks()},
          {"plies", result.plies()},
          {"decisions", result.decisions()},
          {"faults", std::move(faults)}};
}

std::string FaultsText(const v1::MatchResult& result) {
  return absl::StrJoin(result.faults(), ", ",
                       [](std::string* out, const v1::Fault& fault) {
                         absl::StrAppend(out, FaultText(fault));
                       });
}

}  // namespace arena::cli
