// The start and the end of a match, with the effects of its result.
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "referee/store/matches/match_query.h"
#include "referee/store/matches/matches.h"
#include "referee/store/sql/stored_values.h"
#include "referee/store/versions/version_query.h"

namespace arena::referee {
namespace {

absl::Status CheckRecord(const FinishedMatch& finished) {
  const bool absent = finished.record.empty() && finished.record_sha256.empty();
  const bool complete =
      !finished.record.empty() && finished.record_sha256.size() == kSha256Bytes;
  if (absent || complete) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "match ", finished.match_id,
      ": expected a record and its hash of 32 bytes, or neither; got ",
      finished.record.size(), " and ", finished.record_sha256.size(),
      " bytes"));
}

// A match may be ended again in the same way.
absl::Status CheckEndedAlike(SqlConnection& sql,
                             const FinishedMatch& finished) {
  ARENA_ASSIGN_OR_RETURN(const MatchRow match,
                         FindMatch(sql, finished.match_id));
  const bool same = match.result.has_value() &&
                    match.result->SerializeAsString() ==
                        finished.result.SerializeAsString() &&
                    match.record_sha256 == finished.record_sha256;
  return same ? absl::OkStatus() : MatchIsOver(match.match_id);
}

// The column record_id is unused: once records had names of their own.
void InsertRecord(SqlConnection& sql, int64_t match,
                  const FinishedMatch& finished) {
  Query(sql,
        "INSERT INTO records (match, record_id, sha256, bytes)"
        " VALUES ($1, $2, $3, $4)",
        match, finished.match_id, Blob{finished.record_sha256},
        Blob{finished.record})
      .Post();
}

void InsertNotes(SqlConnection& sql, int64_t match,
                 const FinishedMatch& finished) {
  for (const Note& note : finished.notes) {
    Query(sql,
          "INSERT INTO notes (match, decision, seat, note)"
          " VALUES ($1, $2, $3, $4)",
          match, note.decision, note.seat, Blob{note.text})
        .Post();
  }
}

// The next number of a result in the competition of the match, if it is in
// one. The row of the competition stays locked until the transaction ends, so
// that the numbers have no gaps and become visible in order.
OptionalInt NextResultNumber(SqlConnection& sql, int64_t match) {
  Query query(sql,
              "UPDATE competitions SET results = results + 1 WHERE number ="
              " (SELECT competition FROM matches WHERE number = $1)"
              " RETURNING results",
              match);
  return query.Next() ? OptionalInt{query.Int(0)} : OptionalInt{};
}

// Microseconds, if there are any.
OptionalInt Charged(const FinishedMatch& finished, int fault) {
  if (fault >= static_cast<int>(finished.fault_times.size())) return {};
  const int64_t time = absl::ToInt64Microseconds(finished.fault_times[fault]);
  return time == 0 ? OptionalInt{} : OptionalInt{time};
}

// Counts match and faults for registered bots.
void CountForBots(SqlConnection& sql, int64_t match,
                  const FinishedMatch& finished) {
  std::vector<std::string> bots;
  {
    Query query(sql,
                "SELECT coalesce(bot, '') FROM seats WHERE match = $1"
                " ORDER BY seat",
                match);
    while (query.Next()) bots.push_back(query.Bytes(0));
  }
  // Sorted by name, because two referees must lock the rows of bots in the same
  // order.
  std::map<std::string, std::vector<int>> faults;
  for (const std::string& bot : bots) {
    if (!bot.empty()) faults[bot];
  }
  for (int i = 0; i < finished.result.faults_size(); ++i) {
    const uint32_t seat = finished.result.faults(i).seat();
    if (seat >= bots.size() || bots[seat].empty()) continue;
    faults[bots[seat]].push_back(i);
  }
  for (const auto& [bot, of_bot] : faults) {
    const int registered =
        Query(sql,
              "UPDATE bots SET matches = matches + 1, faults = faults + $2"
              " WHERE name = $1",
              bot, of_bot.size())
            .Run();
    if (registered == 0) continue;
    for (const int fault : of_bot) {
      Query(sql,
            "INSERT INTO bot_faults (bot, match, fault, charged)"
            " VALUES ($1, $2, $3, $4)",
            bot, match, Blob{finished.result.faults(fault).SerializeAsString()},
            Charged(finished, fault))
          .Post();
    }
  }
}

// Deletes sessions for one match, because they play no second match.
void DeleteSessionsForOneMatch(SqlConnection& sql, int64_t match) {
  Query(sql,
        "DELETE FROM sessions WHERE one_match = 1 AND token_sha256 IN"
        " (SELECT session FROM seats WHERE match = $1)",
        match)
      .Post();
}

// Notes which seats committed faults, so that matches can be found by fault.
void NoteFaults(SqlConnection& sql, int64_t match,
                const v1::MatchResult& result) {
  std::set<std::pair<uint32_t, v1::FaultKind>> kinds;
  for (const v1::Fault& fault : result.faults()) {
    kinds.insert({fault.seat(), fault.kind()});
  }
  for (const auto& [seat, kind] : kinds) {
    Query(sql,
          "INSERT INTO match_faults (match, seat, kind) VALUES ($1, $2, $3)",
          match, seat, kind)
        .Post();
  }
}

// Ends the match; in a competition this is the next result. `actions_sha256` is
// empty if the match is equal to no other.
void StoreResult(SqlConnection& sql, int64_t match,
                 const v1::MatchResult& result,
                 const std::string& actions_sha256) {
  const OptionalInt result_number = NextResultNumber(sql, match);
  Query(sql,
        "UPDATE matches SET state = 3, quarantine = NULL, result = $2,"
        " result_number = $3, ended = $4, actions_sha256 = $5"
        " WHERE number = $1",
        match, Blob{result.SerializeAsString()}, result_number, sql.Now(),
        Blob{actions_sha256})
      .Post();
}

// Makes all changes that follow from the end of a match of this number.
void EndMatch(SqlConnection& sql, int64_t match,
              const FinishedMatch& finished) {
  if (!finished.record.empty()) InsertRecord(sql, match, finished);
  InsertNotes(sql, match, finished);
  Query(sql, "DELETE FROM journal WHERE match = $1", match).Post();
  StoreResult(sql, match, finished.result, finished.actions_sha256);
  NoteFaults(sql, match, finished.result);
  CountForBots(sql, match, finished);
  CountForVersions(sql, match, finished.result);
  DeleteSessionsForOneMatch(sql, match);
}

// Why a match that is over may lose its result: the result itself is damaged,
// or the competition of the match cannot be restored. Empty: it may not.
std::string WhyUnusable(SqlConnection& sql, const MatchRow& match) {
  if (!match.result.has_value()) return match.damage;
  Query query(sql,
              "SELECT quarantine FROM competitions WHERE quarantine IS NOT NULL"
              " AND number ="
              "  (SELECT competition FROM matches WHERE number = $1)",
              match.number);
  return query.Next() ? query.Bytes(0) : "";
}

// Takes the result away from a match that is over. The match keeps its place in
// the log of results. FAILED_PRECONDITION.
absl::Status TakeResult(SqlConnection& sql, const MatchRow& match) {
  FinishedMatch voided;
  voided.result.set_termination(v1::TERMINATION_INFRASTRUCTURE);
  voided.result.set_reason(WhyUnusable(sql, match));
  if (voided.result.reason().empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "match ", match.match_id,
        " is over, and neither it nor its competition is quarantined"));
  }
  Query(sql,
        "UPDATE matches SET result = $2, actions_sha256 = NULL"
        " WHERE number = $1",
        match.number, Blob{voided.result.SerializeAsString()})
      .Post();
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<absl::Time> Matches::Start(
    absl::string_view match_id, absl::Span<const std::string> sessions,
    absl::Span<const v1::PlayerInfo> players) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::StatusOr<absl::Time> {
        ARENA_ASSIGN_OR_RETURN(const MatchHold match,
                               HoldMatch(sql, referee_, match_id));
        if (match.state == v1::Match::STATE_FINISHED)
          return MatchIsOver(match_id);
        for (size_t seat = 0; seat < sessions.size(); ++seat) {
          if (sessions[seat].empty()) continue;
          const v1::PlayerInfo player =
              seat < players.size() ? players[seat] : v1::PlayerInfo();
          // The record has the version and language of the bot at the
          // beginning.
          Query(sql,
                "UPDATE seats SET session = $3,"
                " version = coalesce(version, $4),"
                " language = coalesce(language, $5)"
                " WHERE match = $1 AND seat = $2",
                match.number, seat, Blob{sessions[seat]}, player.version(),
                player.language())
              .Post();
        }
        Query query(sql,
                    "UPDATE matches SET state = 2,"
                    " started = coalesce(started, $2)"
                    " WHERE number = $1 RETURNING started",
                    match.number, sql.Now());
        if (!query.Next()) return NoMatch(match_id);
        return absl::FromUnixMicros(SoundMicros(query.Int(0)));
      });
}

absl::Status Matches::Finish(const FinishedMatch& finished) {
  ARENA_RETURN_IF_ERROR(CheckRecord(finished));
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::Status {
        ARENA_ASSIGN_OR_RETURN(const MatchHold match,
                               HoldMatch(sql, referee_, finished.match_id));
        if (match.state == v1::Match::STATE_FINISHED) {
          return CheckEndedAlike(sql, finished);
        }
        EndMatch(sql, match.number, finished);
        return absl::OkStatus();
      });
}

absl::StatusOr<std::vector<std::string>> Matches::Withdraw(
    absl::Span<const std::string> match_ids, absl::string_view reason) {
  v1::MatchResult result;
  result.set_termination(v1::TERMINATION_INFRASTRUCTURE);
  result.set_reason(std::string(reason));
  return database_.Write(
      Repeat::kHarmful,
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<std::string>> {
        std::vector<int64_t> numbers;
        std::vector<std::string> withdrawn;
        {
          Query found(sql,
                      "SELECT number, match_id FROM matches WHERE state = 1"
                      " AND competition IS NOT NULL AND quarantine IS NULL"
                      " AND match_id IN ({texts}) {skip locked}",
                      JsonArray({match_ids.begin(), match_ids.end()}));
          while (found.Next()) {
            numbers.push_back(found.Int(0));
            withdrawn.push_back(found.Bytes(1));
          }
        }
        // The match was not played, so it does not count for its bots.
        for (const int64_t number : numbers) {
          StoreResult(sql, number, result, "");
        }
        return withdrawn;
      });
}

absl::StatusOr<MatchRow> Matches::Void(absl::string_view match_id) {
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::StatusOr<MatchRow> {
        ARENA_ASSIGN_OR_RETURN(const MatchRow match, FindMatch(sql, match_id));
        if (match.state == v1::Match::STATE_FINISHED) {
          ARENA_RETURN_IF_ERROR(TakeResult(sql, match));
          return FindMatch(sql, match_id);
        }
        ARENA_ASSIGN_OR_RETURN(const MatchHold hold,
                               HoldQuarantined(sql, match_id));
        FinishedMatch finished;
        finished.result.set_termination(v1::TERMINATION_INFRASTRUCTURE);
        finished.result.set_reason(hold.quarantine);
        finished.match_id = std::string(match_id);
        EndMatch(sql, hold.number, finished);
        return FindMatch(sql, match_id);
      });
}

}  // namespace arena::referee
