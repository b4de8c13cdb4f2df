// The manifest of a bot's pod.
#ifndef REFEREE_KUBERNETES_POD_MANIFEST_H_
#define REFEREE_KUBERNETES_POD_MANIFEST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "arena/sandbox/sandbox.h"
#include "referee/kubernetes/fields.h"

namespace arena::kubernetes {

// The containers of a pod.
inline constexpr char kBotContainer[] = "bot";
inline constexpr char kCompanionContainer[] = "companion";
// The label that names the runner of a pod.
inline constexpr char kRunnerLabel[] = "pentathlon.arena/runner";
// A program that writes its folder sends the folder back within this time after
// the program's end.
inline constexpr int kKeepSeconds = 60;
// Other programs have this long after they were asked to end.
inline constexpr int kEndSeconds = 2;

// Settings of all pods of a runner.
struct PodSettings {
  std::string name_space = "arena-bots";
  // A value of LabelOf.
  std::string runner;
  // The image that has pod-companion and pod-init.
  std::string companion_image;
  // A runtime class of the nodes, such as "gvisor"; empty: the cluster's
  // default.
  std::string runtime_class;
  // The address at which the companion reaches the runner.
  std::string gateway;
  // The owner of the pods: when this lease goes, the cluster removes them.
  std::string lease_name, lease_uid;
};

// Settings of one pod.
struct PodPlan {
  std::string name;
  std::string image;
  std::string key = "";
  // The names of the pod's Unix sockets.
  std::vector<std::string> sockets = {};
  // The size of the pod's folder: the bytes in files, the number of files and
  // folders, and the bytes of the archive.
  int64_t folder_bytes = 0;
  int64_t folder_entries = 0;
  int64_t archive_bytes = 0;
};

// A pure function.
Json PodManifest(const PodSettings& settings, const PodPlan& plan,
                 const sandbox::Job& job);

// The most that the folder of a job may hold.
int64_t MostFolderBytes(const PodPlan& plan, const sandbox::Job& job);

// A valid value of a label, different for different names.
std::string LabelOf(absl::string_view name);

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_POD_MANIFEST_H_
