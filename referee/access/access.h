// The callers of the referee, and the calls that each caller may make.
#ifndef REFEREE_ACCESS_ACCESS_H_
#define REFEREE_ACCESS_ACCESS_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/executor/executor.h"
#include "referee/access/refusals.h"
#include "referee/base/peer.h"
#include "referee/calls/call.h"
#include "referee/calls/method.h"
#include "referee/door/peer_limits.h"
#include "referee/store/store_executor.h"

namespace arena::referee {

// Limits for one person (for an author: together with its bots); 0: no limit.
struct Quotas {
  // Streams open at the same time.
  int max_streams = 64;
  // Calls per minute.
  int max_calls = 600;
  // Unfinished matches that it has created since the referee started.
  int max_matches = 1000;
  // Entrants of one competition that it has entered, those that have left
  // included.
  int max_entrants = 50;
  // Bots that it has registered, retired ones included.
  int max_bots = 50;
  int max_versions = 5;  // of its bots: waiting, being built or validated
  // Bytes of the archives of these bots, and of what was built from them.
  int64_t max_archive_bytes = int64_t{1} << 30;
};

struct AccessOptions {
  // Whether a call needs a token. If not, a caller without a token is an admin;
  // a caller with a token has its role all the same.
  bool tokens_required = false;
  // Whether a caller without a token may read what is public, although tokens
  // are required.
  bool open_to_public = false;
  // Whether bots may call only what bots alone need: they play, and read
  // nothing.
  bool confined_bots = false;
  Quotas quotas;
  PeerLimits peers = {};
  // Called, on any thread, with a connection on which a call is admitted.
  // `proven`: the call is admitted because of its token, not as one of the
  // public.
  std::function<void(const std::string& connection, bool proven)> on_admitted =
      [](const auto&, bool) {};
  // A flag to set when a message of a stream has come on a connection.
  using Progress = std::shared_ptr<std::atomic<bool>>;
  std::function<Progress(const std::string& connection)> progress_of =
      [](const auto&) { return std::make_shared<std::atomic<bool>>(); };
};

// ---- Access ----

// Thread-safe. Knows tokens by the SHA-256 of their secrets and looks each up
// in the store once; the calling thread does not wait for that. A token that
// another referee of the same store revokes becomes useless here a few seconds
// later.
//
// Store and executor must outlive it; stop the executors before destroying it.
class Access final : public TokenOrders {
 public:
  using End = std::function<void(const absl::Status&)>;

  Access(StoreExecutor& store, Executor& executor,
         const AccessOptions& options);

  const Quotas& quotas() const { return options_.quotas; }
  bool confined_bots() const { return options_.confined_bots; }

  using Admitted = std::function<void(const absl::StatusOr<Caller>&)>;
  // Calls `admitted` with the caller of a method, found by the call's metadata
  // `authorization` (empty: no token): at once, or on a strand of Access if the
  // store must be asked for the token.
  // UNAUTHENTICATED without a token or with an unknown one, PERMISSION_DENIED
  // if the caller's role may not call the method, RESOURCE_EXHAUSTED if it
  // calls too often or too many calls from its address were refused,
  // UNAVAILABLE if the store does not answer.
  void Admit(const Method& method, absl::string_view authorization,
             const Peer& peer, Admitted admitted);
  // Counts a call that led nowhere, e.g. with a made-up session, for the caller
  // and for the address. Returns what the caller is told: `why`, or
  // RESOURCE_EXHAUSTED.
  absl::Status Refuse(const Caller& caller, const Peer& peer,
                      const absl::Status& why);
  // Where a call comes from.
  Peer PeerOf(const Call& call) const;

  class Stream final : public StreamPlace {
   public:
    Stream(Access& access, int64_t number, AccessOptions::Progress progress)
        : access_(access), number_(number), progress_(std::move(progress)) {}
    ~Stream() override { access_.CloseStream(number_); }
    void NoteMessage() override { *progress_ = true; }

   private:
    Access& access_;
    const int64_t number_;
    const AccessOptions::Progress progress_;
  };
  // Counts a stream. Calls `end`, on any thread, if the token is revoked: at
  // most once, and perhaps just when the stream has ended by itself.
  // RESOURCE_EXHAUSTED if the caller or its address has too many streams,
  // UNAUTHENTICATED if its token has just been revoked.
  absl::StatusOr<std::unique_ptr<StreamPlace>> OpenStream(const Caller& caller,
                                                          const Peer& peer,
                                                          End end);

  void Revoke(absl::string_view token_id) override;
  void Grant(const std::string& secret_sha256, const Caller& caller) override;

 private:
  struct OpenedStream {
    std::string token_id;
    std::string account;
    std::string address;  // empty: of this machine
    End end;
  };
  struct Minute {
    absl::Time began = absl::InfinitePast();
    int calls = 0;
  };

  using Found = std::function<void(const absl::StatusOr<TokenRow>&)>;
  // Looks up a token. NOT_FOUND.
  void Find(const std::string& secret_sha256, Found found);
  // The caller, if its role may call the method and it calls not too often.
  absl::StatusOr<Caller> Allow(const Method& method, Caller caller,
                               const Peer& peer);
  absl::Status CountCall(const Caller& caller);
  // Counts for the address alone; returns what the caller is told.
  absl::Status Refuse(const Peer& peer, const absl::Status& why);
  // Whether the token may be looked up for a call from there.
  absl::Status CheckLookup(const std::string& secret_sha256, const Peer& peer);
  absl::Status CheckStreams(const Caller& caller, const std::string& address)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void CloseStream(int64_t number);
  // Finds the tokens that other referees have revoked.
  void Renew();
  // The caller of a token that was granted.
  std::optional<Caller> FindGranted(const std::string& secret_sha256);
  // The ids of the used tokens that are in the store.
  std::vector<std::string> UsedTokens();
  void ForgetOldMinutes();

  StoreExecutor& store_;
  Executor& executor_;
  const AccessOptions options_;
  const std::unique_ptr<Strand> strand_;
  Refusals refusals_;

  Mutex mutex_;
  // The tokens of the store that have been used here, by the hashes of their
  // secrets.
  std::map<std::string, TokenRow> tokens_ ABSL_GUARDED_BY(mutex_);
  // By the hashes of the tokens' secrets, too.
  std::map<std::string, Caller> granted_ ABSL_GUARDED_BY(mutex_);
  std::map<int64_t, OpenedStream> streams_ ABSL_GUARDED_BY(mutex_);
  // By Caller::QuotaAccount.
  std::map<std::string, int> stream_counts_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, int> streams_by_address_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, Minute> minutes_ ABSL_GUARDED_BY(mutex_);
  int64_t next_stream_ ABSL_GUARDED_BY(mutex_) = 0;
  // Counts revocations, so that a lookup notices one that happens meanwhile.
  int64_t revocations_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_ACCESS_H_
