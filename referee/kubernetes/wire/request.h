// Requests of a pod's companion to the gateway of a runner. Each connection
// begins with one request, a line of words:
//
//     arena-pod/1 KEY fetch          the archive of the program's folder
//     arena-pod/1 KEY hold           nothing, until the program has ended
//     arena-pod/1 KEY open SOCKET    a tunnel to one of the job's Unix sockets
//     arena-pod/1 KEY keep BYTES     that this archive takes the folder's place
//     arena-pod/1 KEY drop REASON    that the folder stays as it was
//
// The answer is a line as well: "ok", "ok BYTES" before an archive, "end" as
// the second line of a hold, or "no REASON". A request without a valid key gets
// no answer.
#ifndef REFEREE_KUBERNETES_WIRE_REQUEST_H_
#define REFEREE_KUBERNETES_WIRE_REQUEST_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/submission/archive.h"

namespace arena::kubernetes {

enum class Wish { kFetch, kHold, kOpen, kKeep, kDrop };

struct Request {
  std::string key = "";
  Wish wish;
  // For kOpen: the socket's name in the folder of sockets.
  std::string socket = "";
  // For kKeep.
  int64_t bytes = 0;
  // For kDrop: why the folder cannot be sent. TextOf makes it fit for a line.
  std::string reason = "";
};

// The most bytes of a request, and of an answer without its archive.
inline constexpr size_t kMostLine = 256;

// The folder in which a program finds its files and sockets.
inline constexpr char kBotFolder[] = "/bot";
inline constexpr char kSocketFolder[] = "/run/arena";
// In the folder of sockets: the program that starts programs, and a file that
// shows that everything is there.
inline constexpr char kInitName[] = ".init";
inline constexpr char kReadyName[] = ".ready";
// The variable of the companion that holds its key.
inline constexpr char kKeyVariable[] = "ARENA_POD_KEY";

// Without the end of the line.
std::string TextOf(const Request& request);
// INVALID_ARGUMENT for everything else; the error does not repeat the line.
absl::StatusOr<Request> ParseRequest(absl::string_view line);
// Whether the text can be the name of a socket: letters, digits, '.', '_' and
// '-', at most 64, and no dot at the beginning.
bool IsSocketName(absl::string_view name);

// The limits for the archive of a folder that may hold at most so many bytes.
submission::ArchiveLimits FolderLimits(int64_t most_bytes);

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_WIRE_REQUEST_H_
