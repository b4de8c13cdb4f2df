#include "referee/matches/hello.h"

#include <algorithm>

#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/match/bot_name.h"
#include "arena/match/clock.h"
#include "referee/access/replies.h"

namespace arena::referee {
namespace {

// The most bytes of a bot's version, and of its language.
constexpr size_t kMaxText = 64;

}  // namespace

absl::StatusOr<BotProfile> ProfileFor(const v1::Hello& hello,
                                      uint32_t max_matches) {
  ARENA_RETURN_IF_ERROR(CheckBotName("hello.name (--name)", hello.name()));
  if (!hello.instance().empty()) {
    ARENA_RETURN_IF_ERROR(
        CheckName("hello.instance (--instance)", hello.instance()));
  }
  ARENA_RETURN_IF_ERROR(CheckText("hello.version", hello.version(), kMaxText));
  ARENA_RETURN_IF_ERROR(
      CheckText("hello.language", hello.language(), kMaxText));
  BotProfile profile;
  profile.process = {hello.name(), hello.instance()};
  profile.one_match = hello.one_match();
  profile.version = hello.version();
  profile.language = hello.language();
  ARENA_ASSIGN_OR_RETURN(profile.repertoire, Repertoire::Of(hello.plays()));
  profile.max_matches = static_cast<int>(
      std::clamp<uint32_t>(hello.max_matches(), 1, max_matches));
  for (const int capability : hello.capabilities()) {
    if (capability == v1::CAPABILITY_EVENTS) profile.traits.events = true;
    if (capability == v1::CAPABILITY_TEXT) profile.traits.text = true;
    if (capability == v1::CAPABILITY_REDIRECT) profile.moves = true;
  }
  return profile;
}

void FillWelcome(const SessionLimits& limits, int max_matches,
                 v1::Welcome& welcome) {
  welcome.set_server("pentathlon referee " PENTATHLON_VERSION);
  v1::Limits& message = *welcome.mutable_limits();
  message.set_max_request_bytes(limits.max_request_bytes);
  message.set_max_matches(max_matches);
  message.set_max_superfluous_requests(limits.max_superfluous_requests);
  message.set_max_unread_responses(limits.max_unread_responses);
  message.set_max_response_bytes(kMaxResponseBytes);
  message.set_max_declines(limits.max_declines);
  message.set_max_note_bytes(kMaxNoteBytes);
  ToMessage(limits.pong_timeout, *message.mutable_pong_timeout());
  ToMessage(limits.ping_interval, *message.mutable_ping_interval());
  ToMessage(limits.min_keepalive, *message.mutable_min_keepalive());
  ToMessage(limits.resume_grace, *message.mutable_resume_grace());
}

}  // namespace arena::referee
