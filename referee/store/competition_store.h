// What a referee keeps of competitions. Their results are not kept apart: a
// match of a competition says so, and its result is the competition's, so
// that result and schedule can never disagree.
#ifndef REFEREE_STORE_COMPETITION_STORE_H_
#define REFEREE_STORE_COMPETITION_STORE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/competition_service.pb.h"

namespace arena::referee {

struct CompetitionRow {
  // Counts up with every competition; 0 until the store has set it.
  int64_t number = 0;
  // With the seed. Only EnterCompetition changes it, by adding entrants.
  v1::CompetitionSpec spec;
  v1::Competition::State state = v1::Competition::STATE_RUNNING;
  // Indices of entrants that are benched for faults, ascending.
  std::vector<uint32_t> benched;
  // Results up to this one have been judged: whom they benched is in `benched`
  // or has returned.
  int64_t judged = 0;
};

// A bot that a ladder benches, and what its author is told.
struct BenchedBot {
  std::string bot;
  // As v1::Bot.status_reason.
  std::string reason;
  // The result that benched it: the same one is told once.
  int64_t result_number = 0;
  v1::BenchReport report;
};

// Which match of which competition a match is (see v1.CompetitionMatch).
struct CompetitionPlace {
  std::string competition;
  uint32_t set = 0;
  uint32_t match = 0;
  uint32_t attempt = 0;
  // Indices of entrants by seat.
  std::vector<uint32_t> entrants;
  friend bool operator==(const CompetitionPlace&,
                         const CompetitionPlace&) = default;
};

// Matches of a competition in the order in which they ended.
struct ResultPage {
  std::vector<v1::CompetitionMatch> matches;
  // Ask for what is behind this next time.
  int64_t last = 0;
};

// Part of the store; see Store for errors and threads.
class CompetitionStore {
 public:
  virtual ~CompetitionStore() = default;

  // Adds a competition; one that is there already with the same
  // specification, but for entrants added since, is returned as it is.
  // ALREADY_EXISTS if the name is another's.
  virtual absl::StatusOr<CompetitionRow> InsertCompetition(
      const v1::CompetitionSpec& spec) = 0;
  virtual absl::StatusOr<CompetitionRow> GetCompetition(
      absl::string_view name) = 0;  // NOT_FOUND
  // Newest first, at most `limit`, numbered below `before` (0: all), of one
  // tournament or, where that is empty, of all.
  virtual absl::StatusOr<std::vector<CompetitionRow>> ListCompetitions(
      absl::string_view tournament, int limit, int64_t before) = 0;
  // Those that are running or stopped: matches of theirs may be open.
  virtual absl::StatusOr<std::vector<CompetitionRow>>
  ListRunningCompetitions() = 0;
  // Stores state, benched entrants and (added) entrants; and in the same
  // moment the reports of bots that are benched with this change. Those of them
  // that are registered and active become benched by "referee". NOT_FOUND;
  // FAILED_PRECONDITION if the stored one has other entrants or has gone
  // further.
  virtual absl::Status UpdateCompetition(
      const CompetitionRow& row, absl::Span<const BenchedBot> benched) = 0;
  // Faults of a bot in matches of a competition, newest first, at most
  // `limit`, of the results [first, last]. NOT_FOUND.
  virtual absl::StatusOr<std::vector<v1::BotFault>> ReadFaults(
      absl::string_view bot, absl::string_view competition, int64_t first,
      int64_t last, int limit) = 0;
  // Matches that are over, numbered by their end, behind `after`, at most
  // `limit`. Results are numbered within a competition from 1 without gaps and
  // become visible in that order. NOT_FOUND.
  virtual absl::StatusOr<ResultPage> ReadResults(absl::string_view competition,
                                                 int64_t after, int limit) = 0;
  // Places of the matches that are pending or running. NOT_FOUND.
  virtual absl::StatusOr<std::vector<CompetitionPlace>> ReadOpen(
      absl::string_view competition) = 0;

  // ---- Several referees on one store ----
  // Whether there can be others than this one.
  virtual bool shared() const = 0;
  // This referee is alive for so long from now, by the clock of the store.
  // What it holds is its own until then.
  virtual absl::Status RenewLease(absl::Duration time) = 0;

  // ---- Who is there ----
  // Whether a bot is connected to this referee; a new referee has none.
  virtual absl::Status SetPresent(absl::string_view bot, bool present) = 0;
  // Those of the bots that are connected to this referee or one whose lease
  // lasts, in ascending order.
  virtual absl::StatusOr<std::vector<std::string>> PresentBots(
      absl::Span<const std::string> bots) = 0;
  // Becomes the one referee that drives the competition; false if another one
  // whose lease lasts does.
  virtual absl::StatusOr<bool> DriveCompetition(absl::string_view name) = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_COMPETITION_STORE_H_
