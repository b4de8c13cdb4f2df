// The data that a process of a bot sends about itself when it connects.
#ifndef REFEREE_SESSIONS_BOT_PROFILE_H_
#define REFEREE_SESSIONS_BOT_PROFILE_H_

#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/core/secrets.h"
#include "arena/match/notice.h"
#include "referee/sessions/repertoire.h"

namespace arena::referee {

// An instance with this prefix is the id of a process that a runner has
// started. No other process of a bot may have such an instance.
inline constexpr absl::string_view kProcessPrefix = "process-";

inline bool IsProcessId(absl::string_view instance) {
  return absl::StartsWith(instance, kProcessPrefix);
}

inline std::string NewProcessId() {
  return absl::StrCat(kProcessPrefix, RandomName());
}

// The session token of such a process, the same at all referees that share a
// store. `secret` has 32 bytes.
inline std::string SessionTokenOf(absl::string_view secret,
                                  absl::string_view process_id) {
  return absl::BytesToHexString(Sha256(absl::StrCat(secret, process_id)));
}

// Names a process of a bot.
struct ProcessName {
  std::string bot;
  // Empty for a bot that names none.
  std::string instance;

  // "bot", or "bot", instance "1".
  std::string ToString() const;
  // The name of this token's session when another session has taken its place;
  // no hello can give this name.
  ProcessName SetAside(absl::string_view token_sha256) const;
  bool set_aside() const;
  // The name in the hello of the process.
  ProcessName Original() const;
  friend auto operator<=>(const ProcessName&, const ProcessName&) = default;
};

// The data of a hello.
struct BotProfile {
  ProcessName process;
  Repertoire repertoire;
  int max_matches = 1;
  // Whether the session plays one match and takes no more.
  bool one_match = false;
  PlayerTraits traits;
  // Whether the process goes where a Redirect sends it.
  bool moves = false;
  // Whether a runner has started the process. Then the process is of a
  // submitted version, perhaps not the active one.
  bool submitted = false;
  bool active = true;
  std::string version;
  std::string language;
};

}  // namespace arena::referee

#endif  // REFEREE_SESSIONS_BOT_PROFILE_H_
