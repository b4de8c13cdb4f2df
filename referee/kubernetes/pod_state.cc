#include "referee/kubernetes/pod_state.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "arena/process/process.h"
#include "referee/kubernetes/pod_manifest.h"

namespace arena::kubernetes {
namespace {

using Phase = PodState::Phase;
using Trouble = PodState::Trouble;

// Reasons with which a node gives up on an image. ErrImagePull is not among
// them because it may pass.
constexpr const char* kImageReasons[] = {
    "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull",
    "ImageInspectError"};
constexpr const char* kStartReasons[] = {"CreateContainerConfigError",
                                         "CreateContainerError",
                                         "RunContainerError"};
constexpr const char* kCrashReason = "CrashLoopBackOff";

template <size_t count>
bool IsOneOf(const std::string& word, const char* const (&words)[count]) {
  return std::find(std::begin(words), std::end(words), word) !=
         std::end(words);
}

std::string WithMessage(const std::string& reason, const Json& what) {
  const std::string message = TextIn(what, "message");
  return message.empty() ? reason : absl::StrCat(reason, ": ", message);
}

std::string EndOf(const Json& terminated) {
  const int64_t signal = NumberIn(terminated, "signal");
  if (signal > 0) {
    return absl::StrCat("signal ", signal, " (",
                        strsignal(static_cast<int>(signal)), ")");
  }
  return EndInShell(
      absl::StrCat("exit status ", NumberIn(terminated, "exitCode")));
}

void ReadEnd(const Json& terminated, PodState& state) {
  const std::string reason = TextIn(terminated, "reason");
  state.phase = Phase::kEnded;
  state.end = EndOf(terminated);
  state.out_of_memory = reason == "OOMKilled";
  // The node came back and does not know how the container ended.
  state.was_taken_away = reason == "ContainerStatusUnknown";
  // The bot never began, so the message is of the node: no bot could write it.
  if (reason == "StartError" || reason == "ContainerCannotRun") {
    state.end = WithMessage("cannot be started", terminated);
  }
}

void ReadWaiting(const Json& waiting, bool is_bot, PodState& state) {
  const std::string reason = TextIn(waiting, "reason");
  if (IsOneOf(reason, kImageReasons)) {
    state.trouble = is_bot ? Trouble::kBotImage : Trouble::kCompanion;
  } else if (IsOneOf(reason, kStartReasons) || reason == kCrashReason) {
    state.trouble = is_bot ? Trouble::kBot : Trouble::kCompanion;
  } else if (reason.empty() || !state.waits_for.empty()) {
    return;
  }
  state.waits_for = WithMessage(reason, waiting);
}

// A pod that the cluster has ended as a whole.
void ReadFailure(const Json& status, PodState& state) {
  const std::string reason = TextIn(status, "reason");
  const bool is_disturbed =
      TextIn(Named(Member(status, "conditions"), "DisruptionTarget", "type"),
             "status") == "True";
  // Without a disturbance, the pod itself has used too much of the disk, or too
  // much time.
  const bool is_own = !is_disturbed &&
                      (reason == "Evicted" || reason == "DeadlineExceeded");
  if (is_own) {
    state.end = WithMessage(reason, status);
  } else if (is_disturbed || !reason.empty() ||
             state.phase != Phase::kEnded) {
    state.was_taken_away = true;
    if (state.end.empty()) {
      state.end = WithMessage(reason.empty() ? "the pod failed" : reason,
                              status);
    }
  }
  state.phase = Phase::kEnded;
}

}  // namespace

PodState StateOf(const Json& pod) {
  PodState state;
  state.is_deleted =
      !TextIn(Member(pod, "metadata"), "deletionTimestamp").empty();
  const Json& status = Member(pod, "status");
  const Json& scheduled =
      Named(Member(status, "conditions"), "PodScheduled", "type");
  if (TextIn(scheduled, "status") == "False") {
    state.waits_for = WithMessage(TextIn(scheduled, "reason"), scheduled);
  }
  const Json& companion =
      Member(Named(Member(status, "initContainerStatuses"),
                   kCompanionContainer),
             "state");
  ReadWaiting(Member(companion, "waiting"), false, state);
  const Json& bot = Member(
      Named(Member(status, "containerStatuses"), kBotContainer), "state");
  if (!Member(bot, "terminated").is_null()) {
    ReadEnd(Member(bot, "terminated"), state);
  } else if (!Member(bot, "running").is_null()) {
    state.phase = Phase::kRunning;
  } else {
    // "PodInitializing" is the reason only if there is no better one.
    ReadWaiting(Member(bot, "waiting"), true, state);
  }
  if (TextIn(status, "phase") == "Failed") ReadFailure(status, state);
  return state;
}

}  // namespace arena::kubernetes
