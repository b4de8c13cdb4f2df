// Competitions. They have no results of their own: a match names its
// competition, and its result counts there. So results and schedule can never
// disagree.
#ifndef REFEREE_STORE_COMPETITIONS_H_
#define REFEREE_STORE_COMPETITIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/store/matches/match_row.h"
#include "referee/store/sql/database.h"

namespace arena::referee {

struct CompetitionRow {
  // The store numbers competitions in ascending order; 0 until it has done so.
  int64_t number = 0;
  // Includes the seed. EnterCompetition adds entrants, and ChangeCompetition
  // makes its changes here.
  v1::CompetitionSpec spec;
  v1::Competition::State state = v1::Competition::STATE_RUNNING;
  // Indices of entrants that are benched for faults, ascending.
  std::vector<uint32_t> benched;
  // Indices of entrants of a ladder that have left it, ascending.
  std::vector<uint32_t> departed;
  // Results up to this one have been judged: the entrants that they benched are
  // in `benched` or have returned.
  int64_t judged = 0;
  // Whether the competition is played only while its runner is there. If it is
  // stopped as well, the runner has gone and may come back. False once somebody
  // stops the competition for good.
  bool has_runner = false;

  // Set by the store. Whether somebody stopped the competition; it remains set
  // when the competition is over.
  bool stopped = false;
  // By the store's clock. Absent if the competition is older than these
  // columns, or, for `ended`, is not over.
  std::optional<absl::Time> created;
  std::optional<absl::Time> ended;

  // Why the competition is quarantined; empty: it is not.
  std::string quarantine;
  // Why the row cannot be read; then only number, name, state and quarantine
  // are right. Empty: the row can be read.
  std::string damage;
};

// A bot that a ladder benches, and the report for its author.
struct BenchedBot {
  std::string bot;
  // As v1::Bot.status_reason.
  std::string reason;
  // The result because of which the bot is benched; reported only once.
  int64_t result_number = 0;
  v1::BenchReport report;
};

// A match of a competition that is not over.
struct OpenMatch {
  std::string match_id;
  // By seat.
  std::vector<uint32_t> entrants;
  // Whether it has begun.
  bool under_way = false;
};

// Results are read in portions, so that no answer is huge.
inline constexpr int kResultsAtOnce = 1000;

// Matches of a competition in the order in which they ended.
struct ResultPage {
  std::vector<v1::CompetitionMatch> matches;
  // The position for the next call.
  int64_t last = 0;
};

// A competition that cannot be restored, because its row or one of its results
// is damaged or does not fit, is quarantined: no referee plans its matches
// until an admin retries or ends it.
//
// See Store for errors and threads.
class Competitions {
 public:
  // `referee` is the number of the calling referee (see Referees::Enter).
  Competitions(Database& database, int64_t referee)
      : database_(database), referee_(referee) {}

  // Adds a competition. If it exists with the same specification, apart from
  // entrants added since, returns it as it is. ALREADY_EXISTS if another
  // competition has the name; FAILED_PRECONDITION while a competition of this
  // name is being deleted. `has_runner` is for a new competition.
  absl::StatusOr<CompetitionRow> Insert(const v1::CompetitionSpec& spec,
                                        bool has_runner = false);
  // NOT_FOUND.
  absl::StatusOr<CompetitionRow> Get(absl::string_view name);
  // The competitions of a tournament (empty: of all), newest first: at most
  // `limit`, with numbers below `before` (0: any number).
  absl::StatusOr<std::vector<CompetitionRow>> List(absl::string_view tournament,
                                                   int limit, int64_t before);
  // Competitions that are running or stopped: they may have open matches.
  absl::StatusOr<std::vector<CompetitionRow>> ListUnfinished();
  // Makes the calling referee the only one that drives the competition; false
  // if another referee with a valid lease drives it. NOT_FOUND.
  absl::StatusOr<bool> Drive(absl::string_view name);
  // The same, even if another referee drives it. NOT_FOUND.
  absl::Status TakeOver(absl::string_view name);
  // Replaces the competition as it was read. In the same transaction, stores
  // the reports of the bots that this change benches; registered bots among
  // them that are active become benched by "referee". Repeated calls are
  // harmless. NOT_FOUND; FAILED_PRECONDITION if the competition has changed
  // since it was read.
  absl::Status Update(const CompetitionRow& before, const CompetitionRow& after,
                      absl::Span<const BenchedBot> benched);

  // ---- Quarantined ----
  // Quarantines the competition. Returns false without a change if this referee
  // does not drive the competition, or if it is quarantined already.
  absl::StatusOr<bool> Quarantine(absl::string_view name,
                                  absl::string_view reason);
  // Ends the quarantine: the referee that drives it next reads it again.
  // NOT_FOUND; FAILED_PRECONDITION if it is not quarantined.
  absl::Status Retry(absl::string_view name);
  // Ends the competition for good; it keeps the reason. Errors as Retry.
  absl::Status GiveUp(absl::string_view name);

  // ---- Deleted (competition_deletion.cc) ----
  // From now on nobody finds the competition; then DeletePart deletes it.
  // NOT_FOUND; FAILED_PRECONDITION if it is not over.
  absl::Status BeginDeletion(absl::string_view name);
  // The competitions whose deletion has begun.
  absl::StatusOr<std::vector<std::string>> ListDeleted();
  // Deletes at most `limit` matches of such a competition, with their results,
  // records and notes. The competition is deleted with its last match. Returns
  // whether nothing is left. Bots keep their counts of matches and faults.
  absl::StatusOr<bool> DeletePart(absl::string_view name, int limit);

  // ---- Its matches ----
  // At most `limit` matches that are over, with result numbers above `after`.
  // Results are numbered within a competition from 1, without gaps, in the
  // order in which the matches end, and become visible in that order.
  // NOT_FOUND; DATA_LOSS names a match whose result is damaged: standings
  // without this result would be wrong.
  absl::StatusOr<ResultPage> ReadResults(absl::string_view name, int64_t after,
                                         int limit);
  // The places of the matches that are not over. NOT_FOUND.
  absl::StatusOr<std::vector<CompetitionPlace>> ReadOpen(
      absl::string_view name);
  // The same matches, with their ids, without those that are quarantined.
  absl::StatusOr<std::vector<OpenMatch>> ReadOpenMatches(
      absl::string_view name);
  // At most `limit` faults of a bot in the matches of a competition with result
  // numbers in [first, last], newest first. NOT_FOUND.
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
