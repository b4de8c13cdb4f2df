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
  // Of the runner's gateway.
  std::string gateway;
  std::string key;
  // Where the program's files go, and the sockets.
  std::string folder = kBotFolder;
  std::string socket_folder = kSocketFolder;
  std::vector<std::string> sockets = {};
  // A program that is put beside the sockets; empty: none.
  std::string init = "";
  // What the folder may hold.
  int64_t most_bytes = 0;
  // Whether the folder goes back when the program has ended.
  bool keeps_folder = false;
  // Connections at the same time; one more is closed.
  int most_connections = 12;
  // How long the runner may be away.
  absl::Duration patience = absl::Seconds(30);
};

// Brings the program's files, offers it the job's Unix sockets, each connection
// through the gateway, and at the end takes its folder back. Returns when its
// work is done, `stop` becomes readable, or with UNAVAILABLE the runner is
// gone, or INVALID_ARGUMENT. The program can reach nothing of it but the
// sockets.
absl::Status RunCompanion(const CompanionOptions& options, int stop);

// Whether everything is there for the program.
bool IsCompanionReady(const std::string& socket_folder);

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_COMPANION_COMPANION_H_
