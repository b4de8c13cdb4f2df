// The results of a series, match by match and in total.
#ifndef ARENA_CLI_PLAY_PLAY_REPORT_H_
#define ARENA_CLI_PLAY_PLAY_REPORT_H_

#include <array>
#include <cstdint>
#include <set>
#include <string>

#include "arena/cli/base/output.h"
#include "arena/cli/play/series.h"

namespace arena::cli {

// Not thread-safe.
class PlayReport {
 public:
  // The plan must outlive the report.
  explicit PlayReport(const SeriesPlan& plan);

  // `path` is the file of the record; empty if none was written.
  void Add(int number, const PlayedMatch& played, const std::string& path);

  // Whether every match has a result and no bot failed.
  bool clean() const { return clean_; }

  // ---- As text ----
  // The game and its options, and the seed that plays the matches again.
  std::string Head() const;
  // The line of the match added last.
  const std::string& LastLine() const { return last_line_; }
  std::string Summary() const;
  // Warns of matches that repeated each other. Empty if none did, or if the
  // matches were played without records, so nothing is known.
  std::string Caution() const;

  // ---- As JSON ----
  Json ToJson() const;

 private:
  // The sums of one seat over the matches with a result.
  struct Sums {
    int64_t first_places = 0;
    int64_t returns = 0;
    int64_t ranks = 0;
    int64_t faults = 0;
  };
  double Mean(int64_t sum) const {
    return counted_ == 0 ? 0 : static_cast<double>(sum) / counted_;
  }

  // A line about the sandbox; empty if there is nothing to say.
  std::string SandboxLine() const;

  const SeriesPlan& plan_;
  std::array<Sums, kMaxSeats> seats_;
  int matches_ = 0;
  // Matches with a result.
  int counted_ = 0;
  bool clean_ = true;
  // By ActionsSha256.
  std::set<std::string> games_;
  int repeated_ = 0;
  std::string last_line_;
  Json played_ = Json::array();
};

}  // namespace arena::cli

#endif  // ARENA_CLI_PLAY_PLAY_REPORT_H_
