// Matches in the store, from their creation to their results.
#ifndef REFEREE_STORE_MATCHES_MATCHES_H_
#define REFEREE_STORE_MATCHES_MATCHES_H_

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
#include "referee/store/matches/match_row.h"
#include "referee/store/sql/database.h"

namespace arena::referee {

// The outcome of an insertion.
struct InsertedMatch {
  // False if the request id was there already.
  bool inserted;
  // The match as it is in the store: the new one, or the one that the request
  // id created first.
  MatchRow row;
};

// The matches to list.
struct MatchFilter {
  // Empty: all.
  std::string game = "";
  // STATE_UNSPECIFIED: all.
  v1::Match::State state = v1::Match::STATE_UNSPECIFIED;
  // A bot or built-in player at the table. Matches with secret players are left
  // out. Empty: all.
  std::string player = "";
  std::string competition = "";
  // [created_from, created_before).
  std::optional<absl::Time> created_from = {};
  std::optional<absl::Time> created_before = {};
  // Matches with such a fault of `player`, or of any player; unspecified: all.
  v1::FaultKind fault = v1::FAULT_KIND_UNSPECIFIED;
};

// The bots that are connected to a referee, each with the number of matches
// that it could begin now.
using Rooms = std::map<std::string, int>;

// A match that cannot be restored is quarantined: it is kept with the reason,
// belongs to no referee, and counts as not over, until an admin retries or
// voids it.
//
// A match belongs to the referee that inserted or claimed it; another referee
// that tries to change it gets FAILED_PRECONDITION. See Store for errors and
// threads.
class Matches {
 public:
  // `referee` is the number of the calling referee (see Referees::Enter).
  Matches(Database& database, int64_t referee)
      : database_(database), referee_(referee) {}

  // ---- Created, read, played ----
  // Adds a match that is pending or running. If its request id exists, adds
  // nothing and returns the match that was created first. ALREADY_EXISTS if
  // only the match id or its place in a competition is taken.
  absl::StatusOr<InsertedMatch> Insert(const MatchRow& match);
  // NOT_FOUND if no match has that id.
  absl::StatusOr<MatchRow> Get(absl::string_view match_id);
  // (match_list.cc) The newest matches first, at most `limit` (at least 1),
  // with numbers below `before`; 0 begins with the newest.
  absl::StatusOr<std::vector<MatchRow>> List(const MatchFilter& filter,
                                             int limit, int64_t before);
  // All matches of this referee that are pending or running, oldest first;
  // quarantined ones belong to no referee.
  absl::StatusOr<std::vector<MatchRow>> ListUnfinished();
  // The match is running from now on, with these sessions and players in its
  // seats. The sessions of a running match may change, its players do not.
  // Returns since when the match runs. Repeated calls are harmless; NOT_FOUND,
  // or FAILED_PRECONDITION if the match is over.
  absl::StatusOr<absl::Time> Start(
      absl::string_view match_id, absl::Span<const std::string> sessions,
      absl::Span<const v1::PlayerInfo> players = {});
  // Stores result and record, and drops the journal, all or nothing. Repeated
  // calls are harmless. NOT_FOUND; FAILED_PRECONDITION if the match has ended
  // with another result or record.
  absl::Status Finish(const FinishedMatch& finished);

  // ---- Planned by competitions, claimed by referees ----
  // Adds pending matches of competitions, all or nothing, except matches whose
  // places are taken already. They belong to no referee until one claims them.
  // Returns how many were added.
  absl::StatusOr<int> Plan(absl::Span<const MatchRow> matches);
  // Claims pending matches of running competitions that belong to nobody,
  // oldest first, at most `limit`. All bots of a match must be among the given
  // bots, with as many sessions here as the isolation needs. With
  // kBotsAndPlaces, bots that have places here count as well, that is, bots
  // with a row of kPlacesOfBot.
  enum class Among { kBots, kBotsAndPlaces };
  absl::StatusOr<std::vector<MatchRow>> Claim(
      absl::Span<const std::string> bots, int limit,
      Among among = Among::kBots);
  // Takes at most `limit` unfinished matches, oldest first, that were left or
  // whose referees' leases have run out. Takes matches whose bots all have room
  // here, and any match that has waited for longer than `patience`. If there
  // are none, takes one match whose bots are all here and will have room when
  // other matches are over. Pending matches of competitions become claimable
  // again instead.
  absl::StatusOr<std::vector<MatchRow>> TakeOver(const Rooms& rooms,
                                                 absl::Duration patience,
                                                 int limit);
  // Whether TakeOver may find matches, now or within `time`.
  absl::StatusOr<bool> AnyLeft(absl::Duration time);
  // Leaves some of these matches to another referee: matches that are pending,
  // belong to no competition and have all their bots at one other referee,
  // which can take them over. Returns their ids.
  absl::StatusOr<std::vector<std::string>> HandOver(
      absl::Span<const std::string> match_ids);
  // Gives back the matches among these that are pending matches of competitions
  // and belong to this referee.
  absl::Status GiveBack(absl::Span<const std::string> match_ids);
  // (match_end.cc) Ends, without a result, the matches among these that are
  // pending matches of competitions, whichever referee has them, and returns
  // their ids. A referee that is about to begin such a match is refused.
  absl::StatusOr<std::vector<std::string>> Withdraw(
      absl::Span<const std::string> match_ids, absl::string_view reason);
  // Deletes the pending matches of a competition that no referee has claimed.
  absl::Status DropUnclaimed(absl::string_view competition);

  // ---- Quarantined ----
  // NOT_FOUND; FAILED_PRECONDITION if the match is over, or quarantined
  // already.
  absl::Status Quarantine(absl::string_view match_id, absl::string_view reason);
  // Ends the quarantine and returns the match. A planned match may be claimed
  // again; any other match belongs to this referee, which must restore it.
  // NOT_FOUND; FAILED_PRECONDITION if the match is not quarantined.
  absl::StatusOr<MatchRow> Retry(absl::string_view match_id);
  // Ends a quarantined match without a result, keeps the reason, and returns
  // the match. A match that is over loses its result if the result is damaged
  // or the competition is quarantined. NOT_FOUND; FAILED_PRECONDITION for any
  // other match.
  absl::StatusOr<MatchRow> Void(absl::string_view match_id);

 private:
  Database& database_;
  const int64_t referee_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCHES_MATCHES_H_
