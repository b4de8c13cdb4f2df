// Shows the standings of competitions for all commands: on the terminal and in
// files.
#ifndef ARENA_CLI_COMPETITIONS_STANDINGS_OUTPUT_H_
#define ARENA_CLI_COMPETITIONS_STANDINGS_OUTPUT_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/cli/base/competition_client.h"
#include "arena/cli/base/output.h"

namespace CLI {
class App;
}  // namespace CLI

namespace arena::cli {

struct StandingsFlags {
  std::string html;
  std::string csv;
  std::string json_file;
  bool json = false;
  // Whether the text has predicted against observed places.
  bool calibration = false;

  // The sandbox of bots that were started here: as JSON, and as a line for
  // people; empty: none.
  Json sandbox = Json();
  std::string sandbox_text = "";

  bool HasFiles() const {
    return !html.empty() || !csv.empty() || !json_file.empty();
  }
};

// --html, --csv, --json, --json-file and --calibration.
void AddStandingsFlags(CLI::App& command, StandingsFlags& flags);

// Checks before the first match that the files can be written.
absl::Status PrepareStandings(const StandingsFlags& flags);

// Writes the files, and prints the standings as text or JSON unless `quiet`.
absl::Status ShowStandings(absl::Span<const CompetitionData> events, bool quiet,
                           const StandingsFlags& flags);

// Rewrites the files while the matches go on: when there are new results, but
// at most once in a few seconds. Not thread-safe.
class StandingsFiles {
 public:
  explicit StandingsFiles(const StandingsFlags& flags) : flags_(flags) {}
  // Reports only once that a file cannot be written, and goes on: the matches
  // matter more.
  void Update(absl::Span<const CompetitionData> events);

 private:
  const StandingsFlags flags_;
  absl::Time next_ = absl::InfinitePast();
  // Results in the files.
  size_t written_ = 0;
  bool told_ = false;
};

// The standings with a bar below them, redrawn now and then on stderr if that
// is a terminal and the work takes longer than two seconds. Not thread-safe.
class LiveStandings {
 public:
  // `what` is counted, e.g. "matches".
  explicit LiveStandings(absl::string_view what);
  ~LiveStandings() { Clear(); }
  // A total of 0 means that the work has no end.
  void Update(absl::Span<const CompetitionData> events, int64_t done,
              int64_t total);
  // Removes the drawing.
  void Clear();

 private:
  const bool terminal_;
  const std::string what_;
  absl::Time next_;
  int lines_ = 0;
  Progress bar_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_STANDINGS_OUTPUT_H_
