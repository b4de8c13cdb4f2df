// Code that the tests of the store share: temporary folders and sample rows.
#ifndef TESTS_REFEREE_STORE_STORE_TESTING_H_
#define TESTS_REFEREE_STORE_STORE_TESTING_H_

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "referee/store/open_store.h"
#include "referee/store/store.h"

namespace arena::referee {

// A new folder, which is deleted with the object. It is in memory where the
// system has such a file system: a busy disk would make the tests ten times as
// long.
class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_((access("/dev/shm", W_OK) == 0 ? "/dev/shm"
                                             : ::testing::TempDir()) +
              "/store_XXXXXX") {
    ARENA_CHECK(mkdtemp(path_.data()) != nullptr, path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline std::string StatusMessage(const absl::Status& status) {
  return std::string(status.message());
}

inline std::unique_ptr<Store> OpenOrDie(const std::string& path) {
  absl::StatusOr<std::unique_ptr<Store>> store = OpenStore("sqlite:" + path);
  ARENA_CHECK(store.ok(), store.status().ToString());
  return *std::move(store);
}

inline v1::SeatSpec Bot(const std::string& name) {
  v1::SeatSpec seat;
  seat.set_bot(name);
  return seat;
}

inline v1::SeatSpec BuiltIn(const std::string& name) {
  v1::SeatSpec seat;
  seat.set_built_in(name);
  return seat;
}

// Returns a match with every field set except the request id.
inline MatchRow SampleMatch(const std::string& match_id) {
  MatchRow match;
  match.match_id = match_id;
  match.game = "octrix";
  match.rules_version = 3;
  match.options = "target=50";
  match.seats = {Bot("alpha"), BuiltIn("random")};
  match.clock.emplace().mutable_bank()->set_seconds(60);
  match.max_faults = 3;
  for (size_t i = 0; i < match.seed.size(); ++i) {
    match.seed[i] = static_cast<uint8_t>(255 - i);
  }
  match.label = "round 1";
  return match;
}

// Returns a knockout of two entrants.
inline v1::CompetitionSpec SampleCompetition(const std::string& name) {
  v1::CompetitionSpec spec;
  spec.set_name(name);
  spec.set_game("octrix");
  (*spec.mutable_options())["target"] = "50";
  (*spec.mutable_options())["end"] = "deal";
  spec.set_seed(std::string(32, 's'));
  spec.set_format(v1::FORMAT_KNOCKOUT);
  for (const char* entrant : {"one", "two"}) {
    v1::Entrant& added = *spec.add_entrants();
    added.set_name(entrant);
    *added.add_players() = Bot(entrant);
  }
  return spec;
}

// Returns a pending match of a competition.
inline MatchRow MatchAt(const std::string& match_id,
                        const std::string& competition, uint32_t set) {
  MatchRow match = SampleMatch(match_id);
  match.place = {.competition = competition,
                 .set = set,
                 .match = 1,
                 .attempt = 0,
                 .entrants = {1, 0}};
  return match;
}

inline FinishedMatch SampleEnd(const std::string& match_id) {
  FinishedMatch finished;
  finished.match_id = match_id;
  finished.result.set_termination(v1::TERMINATION_NORMAL);
  finished.result.add_ranks(1);
  finished.result.add_ranks(2);
  finished.record = std::string("PTN\0bytes", 9) + match_id;
  finished.record_sha256 = std::string(32, '\x05');
  return finished;
}

// Appends entries of one match in one transaction.
inline absl::Status AppendEntries(Store& store, const std::string& match_id,
                                  int64_t first,
                                  const std::vector<std::string>& entries) {
  std::vector<JournalRow> rows;
  for (const std::string& entry : entries) {
    rows.push_back({match_id, first++, entry});
  }
  return store.journal().Append(rows);
}

// Returns the entries of a match, or the error as the only entry.
inline std::vector<std::string> Entries(Store& store,
                                        const std::string& match_id) {
  absl::StatusOr<std::vector<std::string>> entries =
      store.journal().Read(match_id);
  if (!entries.ok()) return {entries.status().ToString()};
  return *entries;
}

// ---- Matchers for Status and StatusOr ----

inline absl::StatusCode CodeOf(const absl::Status& status) {
  return status.code();
}
template <typename T>
absl::StatusCode CodeOf(const absl::StatusOr<T>& result) {
  return result.status().code();
}

MATCHER(IsOk, "") { return arg.ok(); }
MATCHER_P(HasCode, code, "") { return CodeOf(arg) == code; }
inline auto IsNotFound() { return HasCode(absl::StatusCode::kNotFound); }
inline auto IsAlreadyExists() {
  return HasCode(absl::StatusCode::kAlreadyExists);
}
inline auto IsFailedPrecondition() {
  return HasCode(absl::StatusCode::kFailedPrecondition);
}
inline auto IsInvalidArgument() {
  return HasCode(absl::StatusCode::kInvalidArgument);
}

}  // namespace arena::referee

#endif  // TESTS_REFEREE_STORE_STORE_TESTING_H_
