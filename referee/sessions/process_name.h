// The names of the processes that runners start.
#ifndef REFEREE_SESSIONS_PROCESS_NAME_H_
#define REFEREE_SESSIONS_PROCESS_NAME_H_

#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/core/secrets.h"

namespace arena::referee {

// An instance that begins like this is the id of such a process. No other
// process of a bot may have one.
inline constexpr absl::string_view kProcessPrefix = "process-";

inline bool IsProcessId(absl::string_view instance) {
  return absl::StartsWith(instance, kProcessPrefix);
}

inline std::string NewProcessId() {
  return absl::StrCat(kProcessPrefix, RandomName());
}

// The token of the session of such a process, the same at all referees that
// share a store. `secret` has 32 bytes.
inline std::string SessionTokenOf(absl::string_view secret,
                                  absl::string_view process_id) {
  return absl::BytesToHexString(Sha256(absl::StrCat(secret, process_id)));
}

}  // namespace arena::referee

#endif  // REFEREE_SESSIONS_PROCESS_NAME_H_
