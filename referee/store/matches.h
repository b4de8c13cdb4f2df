// Matches in the store, from their creation to their results.
#ifndef REFEREE_STORE_MATCHES_H_
#define REFEREE_STORE_MATCHES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "referee/store/database.h"
#include "referee/store/match_row.h"

namespace arena::referee {

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
  std::string game = "";
  // STATE_UNSPECIFIED: all.
  v1::Match::State state = v1::Match::STATE_UNSPECIFIED;
  // A bot or built-in player at the table; not where nobody is to know it yet.
  // Empty: all.
  std::string player = "";
  std::string competition = "";
  // [created_from, created_before).
  std::optional<absl::Time> created_from = {};
  std::optional<absl::Time> created_before = {};
  // Where somebody, or `player`, has committed it; unspecified: all.
  v1::FaultKind fault = v1::FAULT_KIND_UNSPECIFIED;
};

// The bots that are connected to a referee, and how many more matches each of
// them could begin.
using Rooms = std::map<std::string, int>;

// A match that cannot be restored is quarantined: it is kept with the reason,
// belongs to nobody, and counts as not over, until somebody has it tried again
// or voided.
//
// A match belongs to the referee that inserted or claimed it; changes of
// another's match are refused with FAILED_PRECONDITION. See Store for errors
// and threads.
class Matches {
 public:
  // `referee` is the number of the one that asks (see Referees::Enter).
  Matches(Database& database, int64_t referee)
      : database_(database), referee_(referee) {}

  // ---- Created, read, played ----
  // Adds a match that is pending or running. A request id that is there
  // already gives the match created first and adds nothing; ALREADY_EXISTS if
  // only the match id is taken.
  absl::StatusOr<InsertedMatch> Insert(const MatchRow& match);
  // NOT_FOUND if there is none of that id.
  absl::StatusOr<MatchRow> Get(absl::string_view match_id);
  // (match_list.cc) The newest matches first, at most `limit` (at least 1), and
  // only those numbered below `before`; 0 begins with the newest.
  absl::StatusOr<std::vector<MatchRow>> List(const MatchFilter& filter,
                                             int limit, int64_t before);
  // All matches of this referee that are pending or running, oldest first;
  // those in quarantine are nobody's.
  absl::StatusOr<std::vector<MatchRow>> ListUnfinished();
  // The match is running from now on, with these sessions and players in its
  // seats. The sessions of a running match may change, its players do not.
  // Returns since when it runs. Repeating it is harmless; NOT_FOUND, or
  // FAILED_PRECONDITION if the match is over.
  absl::StatusOr<absl::Time> Start(
      absl::string_view match_id, absl::Span<const std::string> sessions,
      absl::Span<const v1::PlayerInfo> players = {});
  // Stores result and record, and drops the journal, all or nothing.
  // Repeating it is harmless; FAILED_PRECONDITION if the match ended
  // otherwise, ALREADY_EXISTS if the record id is another match's.
  absl::Status Finish(const FinishedMatch& finished);

  // ---- Planned by competitions, claimed by referees ----
  // Adds pending matches of competitions, all or nothing, each once: those
  // whose place is taken already are left as they are. They belong to nobody
  // until they are claimed. Returns how many are new.
  absl::StatusOr<int> Plan(absl::Span<const MatchRow> matches);
  // Takes pending matches of running competitions that belong to nobody, their
  // bots all among these; oldest first, at most `limit`, each for one referee.
  absl::StatusOr<std::vector<MatchRow>> Claim(
      absl::Span<const std::string> bots, int limit);
  // Takes unfinished matches that were left, or whose referees' leases have run
  // out, oldest first, at most `limit`: those for which all their bots have
  // room here, or else one whose bots will when other matches are over; and any
  // that have waited for longer than `patience`. Pending ones of competitions
  // belong to nobody again instead.
  absl::StatusOr<std::vector<MatchRow>> TakeOver(const Rooms& rooms,
                                                 absl::Duration patience,
                                                 int limit);
  // Whether there are such matches, or may be within that time.
  absl::StatusOr<bool> AnyLeft(absl::Duration time);
  // Leaves those of these pending matches of no competition whose bots are all
  // at another referee, and returns their ids: that one takes them over.
  absl::StatusOr<std::vector<std::string>> HandOver(
      absl::Span<const std::string> match_ids);
  // Gives back pending matches of competitions, where this referee has them.
  absl::Status GiveBack(absl::Span<const std::string> match_ids);
  // Deletes the pending matches of a competition that belong to nobody.
  absl::Status DropUnclaimed(absl::string_view competition);

  // ---- Quarantined ----
  // NOT_FOUND; FAILED_PRECONDITION if the match is over, or quarantined
  // already.
  absl::Status Quarantine(absl::string_view match_id, absl::string_view reason);
  // Ends the quarantine, and returns the match: a planned one may be claimed
  // again, any other is this referee's, which restores it. NOT_FOUND;
  // FAILED_PRECONDITION if it is not quarantined.
  absl::StatusOr<MatchRow> Retry(absl::string_view match_id);
  // Ends the match without a result, the reason in its place, and returns it.
  // The same errors; but also one that is over loses its result if that is
  // damaged or its competition is quarantined.
  absl::StatusOr<MatchRow> Void(absl::string_view match_id);

 private:
  Database& database_;
  const int64_t referee_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCHES_H_
