// The events that a match host tells the rest of the referee, and the orders
// that the rest gives it.
#ifndef REFEREE_LOBBY_MATCH_ORDERS_H_
#define REFEREE_LOBBY_MATCH_ORDERS_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/submission.pb.h"
#include "referee/calls/caller.h"

namespace arena::referee {

// By default each event is ignored. Called on any thread; must return at once.
class MatchEvents {
 public:
  virtual ~MatchEvents() = default;
  // A match of this competition is over, or was given back.
  virtual void OnResult(const std::string& /*competition*/) {}
  // A match on its own is over.
  virtual void OnMatchOver(const std::string& /*match_id*/) {}
  // A process of a submitted bot has ended.
  virtual void OnSeatReport(const v1::SeatReport& /*report*/) {}
  // A process of a version was of no use; the reason is for its author.
  virtual void OnFruitlessStart(const std::string& /*bot*/,
                                const std::string& /*version*/,
                                const std::string& /*why*/) {}
  // The store has not answered for a third of the lease, or it answers again.
  virtual void OnSilence(bool /*silent*/) {}
};

// Orders of competitions. Thread-safe; returns at once.
class CompetitionOrders {
 public:
  virtual ~CompetitionOrders() = default;
  // Looks for planned matches of competitions that can be played here.
  virtual void ClaimMatches() = 0;
  // Gives back the matches of a competition that wait here, and cancels those
  // that run here.
  virtual void GiveBackPlannedOf(const std::string& competition) = 0;
  virtual void CancelMatchesOf(const std::string& competition) = 0;
  // Forgets these planned matches if they wait here; they are over.
  virtual void ForgetWaiting(const std::vector<std::string>& match_ids) = 0;
};

// Orders of others. Thread-safe; returns at once.
class MatchOrders {
 public:
  using MatchAnswer = std::function<void(absl::StatusOr<v1::Match>)>;

  virtual ~MatchOrders() = default;
  // PERMISSION_DENIED if an author names bots that are not its own.
  virtual void CreateMatch(v1::CreateMatchRequest request, const Caller& caller,
                           MatchAnswer answer) = 0;
  virtual void CancelMatch(const std::string& match_id, const Caller& caller,
                           MatchAnswer answer) = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_MATCH_ORDERS_H_
