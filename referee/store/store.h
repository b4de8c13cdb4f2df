// What a referee must not forget: matches, their journals and records, the
// sessions of bots, and, in interfaces of their own, bots and competitions.
#ifndef REFEREE_STORE_STORE_H_
#define REFEREE_STORE_STORE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/core/rng.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/play_service.pb.h"
#include "arena/v1/result.pb.h"
#include "referee/store/bot_store.h"
#include "referee/store/competition_store.h"

namespace arena::referee {

// ---- What is kept ----

// Tokens, records and sessions are known by their SHA-256.
inline constexpr size_t kSha256Bytes = 32;

// A match. The store sets `number`, and the fields from `result` on come to be
// with FinishMatch; all others are the caller's and never change, but `state`.
struct MatchRow {
  // Counts up with every match created; 0 until the store has set it.
  int64_t number = 0;
  std::string match_id;
  // Unique where it is not empty, so it tells also whose request it was.
  std::string request_id;
  v1::Match::State state = v1::Match::STATE_PENDING;
  std::string game;
  uint32_t rules_version = 0;
  // As GameOptions::Parse reads them.
  std::string options;
  std::vector<v1::SeatSpec> seats;
  // Absent: no limits.
  std::optional<v1::Clock> clock;
  uint32_t max_faults = 0;
  Seed seed = {};
  std::string label;
  // Absent: a match on its own.
  std::optional<CompetitionPlace> place;
  // By seat, from StartMatch on: the SHA-256 of the session token that the
  // seat belongs to; empty for built-in players.
  std::vector<std::string> sessions;

  std::optional<v1::MatchResult> result;
  // Both empty where there is no record.
  std::string record_id;
  std::string record_sha256;
};

// What became of an insertion.
struct InsertedMatch {
  // False if the request id was there already.
  bool inserted;
  // The match as it is in the store: the new one, or the one created first.
  MatchRow row;
};

// Which matches to list.
struct MatchFilter {
  // Empty: all.
  std::string game;
  // STATE_UNSPECIFIED: all.
  v1::Match::State state = v1::Match::STATE_UNSPECIFIED;
};

// One entry of a match on its way into the journal.
struct JournalRow {
  absl::string_view match_id;
  // Position in the journal of its match, from 0.
  int64_t sequence;
  absl::string_view entry;
};

// How a match ended.
struct FinishedMatch {
  std::string match_id;
  v1::MatchResult result;
  // The time charged for each fault of the result; may be shorter.
  std::vector<absl::Duration> fault_times;
  // All three empty for a match that leaves no record.
  std::string record_id;
  std::string record;
  std::string record_sha256;
};

// A bot that may come back with its session token.
struct SessionRow {
  // SHA-256 of the token; the token itself is never stored.
  std::string token_sha256;
  std::string bot;
  // Whole microseconds.
  absl::Time last_seen;
};

// ---- The store ----

// Thread-safe; every call blocks until it is done. What a call acknowledged
// with OK survives the process being killed at any instant.
//
// NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION and INVALID_ARGUMENT refuse
// one request: nothing has changed and the store works on. Any other error
// means that the store itself has failed; IsRefusal tells the two apart.
//
// Several referees may share one store. Each opens it under a name of its own
// and holds a lease that it must renew (RenewLease). A match belongs to the
// referee that inserted or claimed it; changes of another's match are refused
// with FAILED_PRECONDITION.
class Store : public BotStore, public CompetitionStore {
 public:
  // ---- Matches ----
  // Adds a match that is pending or running. A request id that is there
  // already gives the match created first and adds nothing; ALREADY_EXISTS if
  // only the match id is taken.
  virtual absl::StatusOr<InsertedMatch> InsertMatch(const MatchRow& match) = 0;
  // Adds pending matches of competitions, all or nothing, each once: those
  // whose place is taken already are left as they are. They belong to nobody
  // until they are claimed. Returns how many are new.
  virtual absl::StatusOr<int> InsertCompetitionMatches(
      absl::Span<const MatchRow> matches) = 0;
  // Takes pending matches of running competitions that belong to nobody, their
  // bots all among these; oldest first, at most `limit`, each for one referee.
  virtual absl::StatusOr<std::vector<MatchRow>> ClaimMatches(
      absl::Span<const std::string> bots, int limit) = 0;
  // Takes unfinished matches of referees whose leases have run out, oldest
  // first, at most `limit`: those whose bots are all among these, and any that
  // have waited for longer than `patience` since. Pending ones of competitions
  // belong to nobody again instead.
  virtual absl::StatusOr<std::vector<MatchRow>> TakeOver(
      absl::Span<const std::string> bots, absl::Duration patience,
      int limit) = 0;
  // Gives back pending matches of competitions, where this referee has them.
  virtual absl::Status ReleaseMatches(
      absl::Span<const std::string> match_ids) = 0;
  // Deletes the pending matches of a competition that belong to nobody.
  virtual absl::Status DropUnclaimed(absl::string_view competition) = 0;
  // NOT_FOUND if there is none of that id.
  virtual absl::StatusOr<MatchRow> GetMatch(absl::string_view match_id) = 0;
  // The newest matches first, at most `limit` (at least 1), and only those
  // numbered below `before`; 0 begins with the newest.
  virtual absl::StatusOr<std::vector<MatchRow>> ListMatches(
      const MatchFilter& filter, int limit, int64_t before) = 0;
  // All matches of this referee that are pending or running, oldest first.
  virtual absl::StatusOr<std::vector<MatchRow>> LoadUnfinished() = 0;
  // The match is running from now on, with these sessions in its seats; those
  // of a running match may change. Repeating it is harmless; NOT_FOUND, or
  // FAILED_PRECONDITION if the match is over.
  virtual absl::Status StartMatch(absl::string_view match_id,
                                  absl::Span<const std::string> sessions) = 0;
  // Stores result and record, and drops the journal, all or nothing.
  // Repeating it is harmless; FAILED_PRECONDITION if the match ended
  // otherwise, ALREADY_EXISTS if the record id is another match's.
  virtual absl::Status FinishMatch(const FinishedMatch& finished) = 0;

  // ---- Journal ----
  // Appends entries, of any matches, all or nothing. The sequence numbers of
  // each match go on without a gap; an entry that is there already with the
  // same bytes is skipped. NOT_FOUND for an unknown match, FAILED_PRECONDITION
  // if it is over, at a gap, or where other bytes are already.
  virtual absl::Status AppendJournal(absl::Span<const JournalRow> rows) = 0;
  // The entries in order; none for a match that is over. NOT_FOUND, or
  // DATA_LOSS if one is missing.
  virtual absl::StatusOr<std::vector<std::string>> ReadJournal(
      absl::string_view match_id) = 0;

  // ---- Records ----
  // The bytes of the record file. NOT_FOUND if there is none of that id,
  // FAILED_PRECONDITION while another match of its set is not over: that may
  // have the same deals.
  virtual absl::StatusOr<std::string> GetRecord(
      absl::string_view record_id) = 0;

  // ---- Sessions ----
  // Adds a session, or replaces the one of that token.
  virtual absl::Status PutSession(const SessionRow& session) = 0;
  // NOT_FOUND if no session has that token.
  virtual absl::StatusOr<SessionRow> FindSession(
      absl::string_view token_sha256) = 0;
  // Deleting what is not there is harmless.
  virtual absl::Status DeleteSession(absl::string_view token_sha256) = 0;
  // Deletes the sessions last seen before that time; returns how many.
  virtual absl::StatusOr<int> DeleteSessionsBefore(absl::Time time) = 0;
};

// Whether an error refuses one request only (see Store).
bool IsRefusal(const absl::Status& status);

}  // namespace arena::referee

#endif  // REFEREE_STORE_STORE_H_
