// Shows a referee the streams of a process as one session.
#ifndef REFEREE_RUNNER_SESSION_FRONT_H_
#define REFEREE_RUNNER_SESSION_FRONT_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "arena/mischief/mischief.h"
#include "arena/v1/play_service.pb.h"

namespace arena::runner {

// The identity of the session.
struct ProxiedSession {
  // Proves to the referee which process this is; the process never sees the
  // token.
  std::string token;
  std::string bot;
  std::string process_id;
  // As in bot.toml.
  std::string version;
  // Whether the process goes on after its match.
  bool several_matches = false;
  // Whether the process only plays to validate its version.
  bool rehearses = false;
  // The resources of the process, which its MatchStart tells it.
  v1::Resources resources;
};

// Thread-safe.
class SessionFront {
 public:
  explicit SessionFront(ProxiedSession session);

  const std::string& token() const { return session_.token; }
  const v1::Resources& resources() const { return session_.resources; }
  // Whether a stream to the referee is open. Also true if the stream is closed
  // only because the process rehearses.
  bool connected() const;

  // The hello for the referee in place of this one.
  v1::Hello Introduce(const v1::Hello& hello) const;
  // Keeps the token of the session; the process gets a useless one.
  void TakeWelcome(v1::Welcome& welcome);
  // A stream to the referee that was welcomed is over. The next stream may have
  // been welcomed before that.
  void NoteEnd();

  // Whether the process has answered this start before.
  bool HasAnswered(const v1::MatchStart& start);
  void NoteReady(const v1::Ready& ready);
  void NoteMatchEnd(const v1::MatchEnd& end);

  mischief::ToBot Pass(const v1::PlayResponse& response);
  mischief::ToReferee Pass(const v1::PlayRequest& request);

 private:
  const ProxiedSession session_;
  mutable Mutex mutex_;
  const std::unique_ptr<mischief::Mischief> mischief_
      ABSL_PT_GUARDED_BY(mutex_);
  std::string session_token_ ABSL_GUARDED_BY(mutex_);
  int connected_ ABSL_GUARDED_BY(mutex_) = 0;
  bool broken_on_purpose_ ABSL_GUARDED_BY(mutex_) = false;
  // The seats of the process, and whether it has said that it is ready there.
  std::map<std::pair<std::string, uint32_t>, bool> ready_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_SESSION_FRONT_H_
