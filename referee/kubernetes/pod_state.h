// The state of the bot in a pod, by the status of the pod.
#ifndef REFEREE_KUBERNETES_POD_STATE_H_
#define REFEREE_KUBERNETES_POD_STATE_H_

#include <string>

#include "referee/kubernetes/fields.h"

namespace arena::kubernetes {

struct PodState {
  enum class Phase {
    // The bot does not run yet.
    kWaiting,
    kRunning,
    // The bot has ended.
    kEnded,
  };
  // The part of the pod because of which waiting is in vain.
  enum class Trouble { kNone, kBotImage, kBot, kCompanion };

  Phase phase = Phase::kWaiting;
  Trouble trouble = Trouble::kNone;
  // The reason why the bot waits, in words for people; may be empty.
  std::string waits_for;
  // How the bot has ended: "exit status 3", "signal 9 (Killed)".
  std::string end;
  bool out_of_memory = false;
  // Whether the cluster has ended the bot for reasons of its own.
  bool was_taken_away = false;
  // Whether somebody has asked to delete the pod.
  bool is_deleted = false;
};

// A pure function of the pod as the API shows it.
PodState StateOf(const Json& pod);

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_POD_STATE_H_
