#include "referee/matches/crash.h"

#include <functional>
#include <utility>

namespace arena::referee {
namespace {

// Sits in the seat of a bot that is gone, in order to notice its next decision.
// Used on the strand of the match.
class CrashedPlayer final : public Player {
 public:
  // `on_asked` is called once.
  explicit CrashedPlayer(std::function<void()> on_asked)
      : on_asked_(std::move(on_asked)) {}

  bool Deliver(Response message) override {
    const bool asked = message->prompt().kind() == v1::DECISION_KIND_MUST;
    if (asked && on_asked_) std::exchange(on_asked_, nullptr)();
    return true;
  }

 private:
  std::function<void()> on_asked_;
};

// Fails a decision of a seat whose process has ended.
void FailDecision(Lobby& lobby, const std::shared_ptr<Session>& session,
                  const SeatOf& seat) {
  seat.runner->Fail(seat.seat, v1::FAULT_KIND_CRASHED);
  // Posted to the lobby, where no bot can come back at the same time.
  lobby.Post([session, seat] {
    if (!session->attached()) seat.runner->Detach(seat.seat);
  });
}

}  // namespace

void FailCrashed(Lobby& lobby, const std::shared_ptr<Session>& session) {
  for (const SeatOf& seat : session->seats()) {
    // With two seats, the other seat may have to act, so this seat may not be
    // asked.
    if (seat.runner->settings().table.seats == 2) {
      seat.runner->Fail(seat.seat, v1::FAULT_KIND_CRASHED);
      continue;
    }
    // The player must own neither the session nor the runner.
    const std::weak_ptr<Session> weak_session = session;
    const std::weak_ptr<MatchRunner> weak_runner = seat.runner;
    const auto on_asked = [&lobby, weak_session, weak_runner, seat = seat.seat,
                           match_id = seat.match_id] {
      const std::shared_ptr<Session> session = weak_session.lock();
      const std::shared_ptr<MatchRunner> runner = weak_runner.lock();
      if (session == nullptr || runner == nullptr) return;
      FailDecision(lobby, session, {match_id, seat, runner});
    };
    seat.runner->Attach(seat.seat, std::make_shared<CrashedPlayer>(on_asked),
                        {});
  }
}

void FailReturned(const Session& session) {
  for (const SeatOf& seat : session.seats()) {
    seat.runner->Fail(seat.seat, v1::FAULT_KIND_CRASHED);
  }
}

void GoneProcesses::Add(const Session& session, absl::Time now) {
  if (!session.played()) return;
  processes_[session.process().Original()] = {session.token_sha256(), now};
}

bool GoneProcesses::Take(const std::string& bot, const std::string& instance) {
  const auto first = processes_.lower_bound({bot, instance});
  auto last = first;
  while (last != processes_.end() && last->first.bot == bot &&
         (instance.empty() || last->first.instance == instance)) {
    ++last;
  }
  const bool any = first != last;
  processes_.erase(first, last);
  return any;
}

bool GoneProcesses::TakeOf(const ProcessName& process,
                           const std::string& token_sha256) {
  const auto gone = processes_.find(process);
  if (gone == processes_.end() || gone->second.token_sha256 != token_sha256) {
    return false;
  }
  processes_.erase(gone);
  return true;
}

void GoneProcesses::RemoveBefore(absl::Time time) {
  std::erase_if(processes_, [time](const auto& process) {
    return process.second.since < time;
  });
}

}  // namespace arena::referee
