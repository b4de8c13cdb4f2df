// Work of the lobby that many events ask for and that is done once for all of
// these events.
#ifndef REFEREE_LOBBY_PACED_WORK_H_
#define REFEREE_LOBBY_PACED_WORK_H_

#include <functional>
#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "referee/lobby/lobby.h"

namespace arena::referee {

// Belongs to the lobby; see lobby.h.
class PacedWork {
 public:
  // The work is followed by a pause, whose length `pause` returns. So work
  // whose cost grows with the arena leaves time for the rest.
  PacedWork(Lobby& lobby, std::function<absl::Duration()> pause,
            std::function<void()> work)
      : lobby_(lobby),
        pause_(std::move(pause)),
        work_(std::move(work)),
        alarm_(lobby.executor().NewStrand()) {}

  // The work is done soon, after everything that has been posted before.
  void Ask() {
    if (std::exchange(asked_, true)) return;
    if (lobby_.executor().Now() >= due_) return lobby_.Post([this] { Do(); });
    alarm_->Post([this, due = due_] {
      alarm_->WakeAt(due, [this] { lobby_.Post([this] { Do(); }); });
    });
  }

 private:
  void Do() {
    asked_ = false;
    work_();
    const absl::Duration pause = pause_();
    if (pause > absl::ZeroDuration()) due_ = lobby_.executor().Now() + pause;
  }

  Lobby& lobby_;
  const std::function<absl::Duration()> pause_;
  const std::function<void()> work_;
  const std::unique_ptr<Strand> alarm_;
  bool asked_ = false;
  absl::Time due_ = absl::InfinitePast();
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_PACED_WORK_H_
