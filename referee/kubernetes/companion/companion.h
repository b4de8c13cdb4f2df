// The companion of a bot in its pod.
#ifndef REFEREE_KUBERNETES_COMPANION_COMPANION_H_
#define REFEREE_KUBERNETES_COMPANION_COMPANION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "referee/kubernetes/wire/request.h"

namespace arena::kubernetes {

struct CompanionOptions {
  // The address of the runner's gateway.
  std::string gateway;
  std::string key;
  // The folder for the program's files and for the sockets.
  std::string folder = kBotFolder;
  std::string socket_folder = kSocketFolder;
  std::vector<std::string> sockets = {};
  // A program that is put beside the sockets; empty: none.
  std::string init = "";
  // The most bytes that the folder may hold.
  int64_t most_bytes = 0;
  // Whether the folder is sent back when the program has ended.
  bool keeps_folder = false;
  // Connections at the same time; one more is closed.
  int most_connections = 12;
  // How long the runner may be away.
  absl::Duration patience = absl::Seconds(30);
};

// Fetches the program's files and offers the job's Unix sockets to the program;
// each connection goes through the gateway. At the end, sends the program's
// folder back. Returns OK when its work is done or `stop` becomes readable,
// UNAVAILABLE if the runner is gone, or INVALID_ARGUMENT. The program can reach
// only the sockets of the companion.
absl::Status RunCompanion(const CompanionOptions& options, int stop);

// Whether everything that the program needs is there.
bool IsCompanionReady(const std::string& socket_folder);

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_COMPANION_COMPANION_H_
