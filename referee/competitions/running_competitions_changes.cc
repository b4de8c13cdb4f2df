// Changes of competitions that have begun: entrants come and go, and admins
// repair.
#include <string>
#include <utility>
#include <vector>

#include "arena/core/check.h"
#include "referee/access/ownership.h"
#include "referee/competitions/running_competitions.h"

namespace arena::referee {
namespace {

// OK if the caller may enter the entrant and take it out. PERMISSION_DENIED.
absl::Status CheckMayEnter(Store& store, const Caller& caller,
                           const v1::Entrant& entrant) {
  ARENA_RETURN_IF_ERROR(
      CheckOwnsSeats(store.bots(), caller,
                     std::vector<v1::SeatSpec>(entrant.players().begin(),
                                               entrant.players().end())));
  return CheckEntersAs(caller, entrant);
}

}  // namespace

void RunningCompetitions::Enter(const v1::EnterCompetitionRequest& request,
                                const Caller& caller,
                                Answer<v1::Competition> answer) {
  AnswerWith(
      std::move(answer),
      [this, request, caller](Store& store) -> absl::StatusOr<v1::Competition> {
        ARENA_RETURN_IF_ERROR(CheckMayEnter(store, caller, request.entrant()));
        ARENA_ASSIGN_OR_RETURN(HostedCompetition * competition,
                               cache_.Find(store, request.name()));
        const bool is_admin = caller.role == v1::ROLE_ADMIN;
        ARENA_RETURN_IF_ERROR(competition->Enter(
            request.entrant(), is_admin ? 0 : options_.max_entrants_of_author));
        return AdvanceAndShow(store, *competition);
      });
}

void RunningCompetitions::Leave(const v1::LeaveCompetitionRequest& request,
                                const Caller& caller,
                                Answer<v1::Competition> answer) {
  AnswerWith(
      std::move(answer),
      [this, request, caller](Store& store) -> absl::StatusOr<v1::Competition> {
        ARENA_ASSIGN_OR_RETURN(HostedCompetition * competition,
                               cache_.Find(store, request.name()));
        ARENA_ASSIGN_OR_RETURN(const v1::Entrant entrant,
                               competition->FindEntrant(request.entrant()));
        ARENA_RETURN_IF_ERROR(CheckMayEnter(store, caller, entrant));
        ARENA_RETURN_IF_ERROR(competition->Depart(request.entrant()));
        return AdvanceAndShow(store, *competition);
      });
}

void RunningCompetitions::Change(const v1::ChangeCompetitionRequest& request,
                                 Answer<v1::Competition> answer) {
  AnswerWith(std::move(answer), [this, request](Store& store) {
    return DoChange(store, request);
  });
}

absl::StatusOr<v1::Competition> RunningCompetitions::DoChange(
    Store& store, const v1::ChangeCompetitionRequest& request) {
  const std::string& name = request.name();
  cache_.ForgetMessage(name);
  ARENA_ASSIGN_OR_RETURN(HostedCompetition * competition,
                         cache_.Find(store, name));
  // Only the referee that plans the competition's matches knows what has been
  // planned.
  if (!competition->over() && !competition->driven()) {
    ARENA_RETURN_IF_ERROR(store.competitions().TakeOver(name));
    competition->set_driven(true);
  }
  ARENA_RETURN_IF_ERROR(competition->Amend(request));
  if (!competition->over()) {
    ARENA_RETURN_IF_ERROR(Drive(store, name).status());
    TickLater();
  }
  ARENA_RETURN_IF_ERROR(Withdraw(*competition));
  return AdvanceAndShow(store, *competition);
}

// Stored matches would otherwise wait for an entrant that has no reason to
// come.
absl::Status RunningCompetitions::Withdraw(HostedCompetition& competition) {
  if (!competition.driven()) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> withdrawn,
                         competition.WithdrawHindering(options_.default_clock));
  if (withdrawn.empty()) return absl::OkStatus();
  matches_.ForgetWaiting(withdrawn);
  // The competition may have planned other matches in their place.
  matches_.ClaimMatches();
  return absl::OkStatus();
}

}  // namespace arena::referee
