// A bot in the referee: its identity, its matches, and its current stream.
#ifndef REFEREE_SESSIONS_SESSION_H_
#define REFEREE_SESSIONS_SESSION_H_

#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/match/runner.h"
#include "arena/v1/play_service.pb.h"
#include "referee/sessions/bot_profile.h"
#include "referee/sessions/met_deals.h"
#include "referee/sessions/outbox.h"

namespace arena::referee {

// Limits that sessions enforce; sent to the bot in Welcome.
struct SessionLimits {
  uint32_t max_request_bytes = 64 * 1024;
  uint32_t max_matches = 4096;
  uint32_t max_superfluous_requests = 1000;
  uint32_t max_unread_responses = 10000;
  uint32_t max_declines = 3;
  absl::Duration ping_interval = absl::Seconds(20);
  absl::Duration pong_timeout = absl::Seconds(20);
  absl::Duration min_keepalive = absl::Seconds(10);
  absl::Duration resume_grace = absl::Minutes(2);
};

// A seat of a session in a match.
struct SeatOf {
  std::string match_id;
  Seat seat;
  std::shared_ptr<MatchRunner> runner;
};

// Thread-safe. Requests go straight to the runners' strands; the match host
// decides which seats and which stream a session has.
class Session : public std::enable_shared_from_this<Session> {
 public:
  using OnLeave = std::function<void(std::shared_ptr<Session>)>;

  // `on_leave` is called when the bot says Leave.
  Session(BotProfile profile, std::string token_sha256,
          const SessionLimits& limits, OnLeave on_leave);

  // The name of the bot.
  const std::string& name() const { return name_; }
  ProcessName process() const;
  const std::string& token_sha256() const { return token_sha256_; }

  // ---- The match host's side ----
  BotProfile profile() const;
  void set_profile(BotProfile profile);
  // Whether the session gets no new matches: the bot has said Leave, is wanted
  // elsewhere, or has had the one match that it was to play.
  bool leaving() const;
  // Whether it takes new matches, here or where it is wanted.
  bool takes() const;
  void set_leaving();
  // Another session has taken the place of this one. From now on this session
  // has this name and takes no new matches. Tells the bot.
  void SetAside(const ProcessName& process);
  // Whether the session is to play one match, and has had none.
  bool fresh() const;
  // Whether the session has had the one match that it was to play.
  bool spent() const;
  void set_spent();
  MetDeals& deals() { return deals_; }
  const MetDeals& deals() const { return deals_; }
  // The referee where the bot is wanted; absent: only here.
  void set_destination(std::optional<v1::Redirect> destination);
  bool attached() const;
  // Sends through this stream from now on, first the ends of matches that the
  // bot has missed. Returns the earlier stream, if any.
  std::shared_ptr<Transport> Attach(std::shared_ptr<Transport> transport,
                                    absl::Time now);
  // The stream is over. False if another stream has taken its place.
  bool Detach(const Transport* transport);
  // The process of the session has ended, and its last messages have yet to be
  // read. Returns whether it has played.
  bool NoteCrash();
  // Whether the bot has acted, or heard the end of a match, on this stream.
  bool played() const;
  // Returns whether a crash was noted, and forgets the crash.
  bool TakeCrash();
  void AddSeat(const SeatOf& seat);
  void RemoveMatch(const std::string& match_id);
  std::vector<SeatOf> seats() const;
  // Matches under way.
  int matches() const;
  // The public part of the session's work. Matches of anonymous competitions
  // are left out, because bots could find their opponents by them.
  struct Business {
    int matches = 0;
    bool leaving = false;
  };
  Business public_business() const;
  // How many more matches the session could play at once.
  int room() const;
  // Pings a silent bot; closes the stream of a bot that did not answer. Called
  // about once a second. `awake` is the time by the clock of bots' messages.
  void Sweep(absl::Time now, absl::Time awake);
  // Whether the session has been without a stream and without matches for so
  // long that its bot will not come back. Called about once a second, too.
  bool Stale(absl::Time now);
  // Ends the stream of a bot that is leaving, telling it where to go.
  void Dismiss();
  // Tells the bot and ends the stream.
  void Close(v1::ErrorReason reason, const absl::Status& status);

  // ---- For matches ----
  // True if the message was handed to the transport at once.
  bool Send(Response message);

  // ---- For the stream ----
  // Handles a request other than Hello and takes its parts. The comment on
  // MatchRunner::Act tells how an act is handled.
  void Receive(v1::PlayRequest&& request, absl::Time received);
  // A prompt has left the queue of the transport.
  void ReportLatePrompt(const v1::Prompt& prompt, absl::Time now);

 private:
  // Null if the seat does not belong to the session; the bot is then told.
  std::shared_ptr<MatchRunner> Find(const std::string& match_id, uint32_t seat);
  void Decline(v1::Decline&& decline);
  void SendError(v1::ErrorReason reason, const std::string& message,
                 const std::string& match_id);
  // Removes a note that is too long, and tells the bot.
  void DropLongNote(v1::Act& act);
  // Counts a request; returns by how many the requests exceed the limit.
  int64_t CountRequest(bool is_act);
  void CloseForFlood();
  // Starts a new count every minute.
  void RenewMinute(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::string name_;
  const std::string token_sha256_;
  const SessionLimits limits_;
  const OnLeave on_leave_;
  MetDeals deals_;

  mutable Mutex mutex_;
  BotProfile profile_ ABSL_GUARDED_BY(mutex_);
  bool leaving_ ABSL_GUARDED_BY(mutex_) = false;
  // Whether the session has had its one match.
  bool spent_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<v1::Redirect> destination_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<Transport> transport_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, std::array<std::shared_ptr<MatchRunner>, kMaxSeats>>
      seats_ ABSL_GUARDED_BY(mutex_);
  // Ends of matches that the bot has missed because it was away. Not kept as
  // Response, which takes too much memory if many wait for a long time.
  std::list<v1::PlayResponse> missed_ ABSL_GUARDED_BY(mutex_);
  // Requests in this minute beyond the ones that the referee asked for;
  // negative if there are fewer.
  int64_t superfluous_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Time minute_began_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  absl::Time last_ping_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  bool pong_due_ ABSL_GUARDED_BY(mutex_) = false;
  // The time of the last ping, by the clock of bots' messages, and how long
  // the newest answer took.
  absl::Time pinged_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  std::optional<absl::Duration> round_trip_ ABSL_GUARDED_BY(mutex_);
  // When the stream was told to close. It may be unable to close.
  absl::Time closed_ ABSL_GUARDED_BY(mutex_) = absl::InfiniteFuture();
  absl::Time idle_since_ ABSL_GUARDED_BY(mutex_) = absl::InfiniteFuture();
  uint32_t nonce_ ABSL_GUARDED_BY(mutex_) = 0;
  bool crashed_ ABSL_GUARDED_BY(mutex_) = false;
  bool played_ ABSL_GUARDED_BY(mutex_) = false;
};

// The player in a seat of a session. The match host owns sessions; a session
// owns the runners of its matches, so their players must not own it.
class SessionPlayer final : public Player {
 public:
  explicit SessionPlayer(std::weak_ptr<Session> session)
      : session_(std::move(session)) {}
  bool Deliver(Response message) override {
    const std::shared_ptr<Session> session = session_.lock();
    return session != nullptr && session->Send(std::move(message));
  }

 private:
  const std::weak_ptr<Session> session_;
};

}  // namespace arena::referee

#endif  // REFEREE_SESSIONS_SESSION_H_
