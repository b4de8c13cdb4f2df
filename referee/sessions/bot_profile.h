// What a process of a bot says of itself when it connects.
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

// Names a process of a bot.
struct ProcessName {
  std::string bot;
  // Empty for a bot that names none.
  std::string instance;

  // "bot", or "bot", instance "1".
  std::string ToString() const;
  // The name of the session of this token when another one has taken its place;
  // no hello can give it.
  ProcessName SetAside(absl::string_view token_sha256) const;
  bool set_aside() const;
  // The name as its hello gave it.
  ProcessName Original() const;
  friend auto operator<=>(const ProcessName&, const ProcessName&) = default;
};

// What a bot said of itself.
struct BotProfile {
  ProcessName process;
  Repertoire repertoire;
  int max_matches = 1;
  // Whether the session plays one match and takes no more.
  bool one_match = false;
  PlayerTraits traits;
  // Whether it goes where a Redirect sends it.
  bool moves = false;
  // Whether a runner has started it: then it is of a submitted version, which
  // may be one that does not play for the bot.
  bool submitted = false;
  bool active = true;
  std::string version;
  std::string language;
};

}  // namespace arena::referee

#endif  // REFEREE_SESSIONS_BOT_PROFILE_H_
