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

// Hears nothing of what it does not override. Called on any thread; it returns
// at once.
class MatchEvents {
 public:
  virtual ~MatchEvents() = default;
  // A match of this competition is over, or was given back.
  virtual void OnResult(const std::string& /*competition*/) {}
  // A match on its own is over.
  virtual void OnMatchOver(const std::string& /*match_id*/) {}
  // A process of a submitted bot has ended.
  virtual void OnSeatReport(const v1::SeatReport& /*report*/) {}
  // A process of a version is of no use, with the reason for its author.
  virtual void OnFruitlessStart(const std::string& /*bot*/,
                                const std::string& /*version*/,
                                const std::string& /*why*/) {}
  // The store has not answered for a third of the lease, or answers again.
  virtual void OnSilence(bool /*silent*/) {}
};

// What competitions order. Thread-safe; returns at once.
class CompetitionOrders {
 public:
  virtual ~CompetitionOrders() = default;
  // Looks for planned matches of competitions that can be played here.
  virtual void ClaimMatches() = 0;
  // Of a competition: gives back what waits here, and cancels what runs here.
  virtual void GiveBackPlannedOf(const std::string& competition) = 0;
  virtual void CancelMatchesOf(const std::string& competition) = 0;
  // Forgets those of these planned matches that wait here; they are over.
  virtual void ForgetWaiting(const std::vector<std::string>& match_ids) = 0;
};

// What others order. Thread-safe; returns at once.
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
