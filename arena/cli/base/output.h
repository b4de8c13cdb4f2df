// Prints columns for people, JSON for programs, and a progress bar during long
// work.
#ifndef ARENA_CLI_BASE_OUTPUT_H_
#define ARENA_CLI_BASE_OUTPUT_H_

#include <google/protobuf/message.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/competition/report/text_table.h"
#include "arena/v1/result.pb.h"
#include "google/protobuf/timestamp.pb.h"

namespace arena::cli {

// Keys keep the order in which they are set.
using Json = nlohmann::ordered_json;

// Text of other people must not control the terminal. So all text is printed by
// these functions, which escape unprintable characters.
void Print(absl::string_view text);
void PrintToStderr(absl::string_view text);
// The same for text that people read, in lines that fit the terminal.
void PrintText(absl::string_view text);
// "arena: <what>" on stderr, likewise.
void PrintMessage(absl::string_view what);
// A message in the JSON that referees send by HTTP. An object with only "error"
// if the message has no JSON form.
Json JsonOf(const google::protobuf::Message& message);
// Prints JSON on several lines, indented.
void PrintJson(const Json& json);
// Prints `json` if `as_json`, otherwise `text`, which is a table for people.
void PrintEither(bool as_json, const Json& json, absl::string_view text);
void PrintEither(bool as_json, const google::protobuf::Message& response,
                 absl::string_view text);
// The same for a response and text in lines that fit the terminal. Returns
// kSuccess.
int PrintResponse(bool as_json, const google::protobuf::Message& response,
                  absl::string_view text);
// Prints JSON on one line.
void PrintJsonLine(const Json& json);

// A table that is built row by row. Its width has no limit.
class Columns {
 public:
  explicit Columns(std::vector<std::string> titles);
  // Requires: as many cells as titles.
  void AddRow(std::vector<std::string> cells);
  // The titles and all rows. Numbers are aligned to the right.
  std::string ToString() const;
  // The same, but the last column is wrapped if the table would be wider than
  // the terminal.
  std::string ToFittingString() const;

 private:
  std::vector<competition::TextColumn> columns_;
};

// A bar on stderr, if that is a terminal and the work takes longer than two
// seconds. Not thread-safe.
class Progress {
 public:
  // `what` is counted, e.g. "matches".
  explicit Progress(absl::string_view what);
  ~Progress();
  void Update(int64_t done, int64_t total);

 private:
  const std::string what_;
  const bool terminal_;
  const absl::Time start_;
  absl::Time next_;
  bool drawn_ = false;
};

// ---- Results of matches ----

// "normal (home-row)".
std::string EndText(const v1::MatchResult& result);
// The times charged for the decisions in which seats had faults, in the order
// of the faults; empty if unknown.
using FaultTimes = std::vector<absl::Duration>;
// "seat 1 late at decision 7 after 2000 ms, ..."; empty without faults.
std::string FaultsText(const v1::MatchResult& result,
                       const FaultTimes& times = {});

// ---- Times ----

// "2026-01-31T18:00:00Z".
std::string TimeText(const google::protobuf::Timestamp& time);
// The same, or "-" if the time is not known yet.
std::string TimeOrDash(bool known, const google::protobuf::Timestamp& time);
// A day or a time, as TimeText writes it. INVALID_ARGUMENT names the flag.
absl::StatusOr<google::protobuf::Timestamp> ReadTime(absl::string_view flag,
                                                     const std::string& text);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_OUTPUT_H_
