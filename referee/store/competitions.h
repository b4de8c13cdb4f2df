// Competitions. Their results are not kept apart: a match of a competition says
// so, and its result is the competition's, so that result and schedule can
// never disagree.
#ifndef REFEREE_STORE_COMPETITIONS_H_
#define REFEREE_STORE_COMPETITIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/store/database.h"
#include "referee/store/match_row.h"

namespace arena::referee {

struct CompetitionRow {
  // Counts up with every competition; 0 until the store has set it.
  int64_t number = 0;
  // With the seed. Only EnterCompetition changes it, by adding entrants.
  v1::CompetitionSpec spec;
  v1::Competition::State state = v1::Competition::STATE_RUNNING;
  // Indices of entrants that are benched for faults, ascending.
  std::vector<uint32_t> benched;
  // Indices of entrants of a ladder that have left it, ascending.
  std::vector<uint32_t> departed;
  // Results up to this one have been judged: whom they benched is in `benched`
  // or has returned.
  int64_t judged = 0;

  // Why it is quarantined; empty: it is not.
  std::string quarantine;
  // Why the row cannot be read; then nothing but number, name, state and
  // quarantine is right. Empty: it can.
  std::string damage;
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

// Matches of a competition in the order in which they ended.
struct ResultPage {
  std::vector<v1::CompetitionMatch> matches;
  // Ask for what is behind this next time.
  int64_t last = 0;
};

// A competition that cannot be restored, because its row or one of its results
// is damaged or does not fit, is quarantined: nobody plans matches of it until
// an admin has it tried again or ended.
//
// See Store for errors and threads.
class Competitions {
 public:
  // `referee` is the number of the one that asks (see Referees::Enter).
  Competitions(Database& database, int64_t referee)
      : database_(database), referee_(referee) {}

  // Adds a competition; one that is there already with the same
  // specification, but for entrants added since, is returned as it is.
  // ALREADY_EXISTS if the name is another's.
  absl::StatusOr<CompetitionRow> Insert(const v1::CompetitionSpec& spec);
  // NOT_FOUND.
  absl::StatusOr<CompetitionRow> Get(absl::string_view name);
  // Newest first, at most `limit`, numbered below `before` (0: all), of one
  // tournament or, where that is empty, of all.
  absl::StatusOr<std::vector<CompetitionRow>> List(absl::string_view tournament,
                                                   int limit, int64_t before);
  // Those that are running or stopped: matches of theirs may be open.
  absl::StatusOr<std::vector<CompetitionRow>> ListUnfinished();
  // Becomes the one referee that drives the competition; false if another one
  // whose lease lasts does. NOT_FOUND.
  absl::StatusOr<bool> Drive(absl::string_view name);
  // Replaces the competition as it was read; and stores in the same moment the
  // reports of bots that are benched with this change. Those of them that are
  // registered and active become benched by "referee". Repeating it is
  // harmless. NOT_FOUND; FAILED_PRECONDITION if somebody else has changed it
  // since it was read.
  absl::Status Update(const CompetitionRow& before, const CompetitionRow& after,
                      absl::Span<const BenchedBot> benched);

  // ---- Quarantined ----
  // False, and nothing changes, if this referee does not drive it or it is
  // quarantined already.
  absl::StatusOr<bool> Quarantine(absl::string_view name,
                                  absl::string_view reason);
  // Ends the quarantine: whoever drives it next reads it again. NOT_FOUND;
  // FAILED_PRECONDITION if it is not quarantined.
  absl::Status Retry(absl::string_view name);
  // Ends the competition itself, for good, and it keeps the reason. The same
  // errors.
  absl::Status GiveUp(absl::string_view name);

  // ---- Its matches ----
  // Matches that are over, numbered by their end, behind `after`, at most
  // `limit`. Results are numbered within a competition from 1 without gaps and
  // become visible in that order. NOT_FOUND; DATA_LOSS names a match whose
  // result is damaged: a table without it would be wrong.
  absl::StatusOr<ResultPage> ReadResults(absl::string_view name, int64_t after,
                                         int limit);
  // Places of the matches that are not over. NOT_FOUND.
  absl::StatusOr<std::vector<CompetitionPlace>> ReadOpen(
      absl::string_view name);
  // Faults of a bot in matches of a competition, newest first, at most
  // `limit`, of the results [first, last]. NOT_FOUND.
  absl::StatusOr<std::vector<v1::BotFault>> ReadFaults(absl::string_view bot,
                                                       absl::string_view name,
                                                       int64_t first,
                                                       int64_t last, int limit);

 private:
  // Changes a quarantined competition.
  absl::Status ChangeQuarantined(absl::string_view name, const char* change);

  Database& database_;
  const int64_t referee_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_COMPETITIONS_H_
