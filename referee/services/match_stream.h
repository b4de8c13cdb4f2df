// The stream of a caller that watches a match.
#ifndef REFEREE_SERVICES_MATCH_STREAM_H_
#define REFEREE_SERVICES_MATCH_STREAM_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "arena/core/mutex.h"
#include "arena/v1/match_service.pb.h"
#include "referee/services/queued_stream.h"
#include "referee/watching/audience.h"

namespace arena::referee {

// Sends the match, then its story from a step on, then the match as it ended.
// The next message is taken when the last one has been written, so a reader
// that is slow, or does not read at all, costs the referee only a place in the
// story. Messages are packed once for all readers. Thread-safe.
class MatchStream final : public QueuedStream, public Watcher {
 public:
  // `show` calls ShowFirst soon.
  using Show = std::function<void(std::shared_ptr<MatchStream>)>;

  MatchStream(std::shared_ptr<Call> call, const v1::WatchMatchRequest& request,
              Show show);

  void Begin() override { show_(Self()); }
  // Shows the match, or the reason why it cannot be watched. Joins the audience
  // if there is more to see.
  void ShowFirst(absl::StatusOr<v1::Match> match,
                 const std::shared_ptr<Audience>& audience);
  void OnNews() override;
  void OnWritten(bool ok) override;

 private:
  std::shared_ptr<MatchStream> Self();
  void Send(v1::Match match);
  // Sends the next part of the story, if there is one and no message is being
  // written. Ends the stream at the end of the story.
  void GoOn();
  // The next step. A reader that wants no past gets the position first.
  std::optional<grpc::ByteBuffer> NextStep(const MatchStory& story)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Show show_;
  Mutex mutex_;
  // Null before the first news.
  std::shared_ptr<MatchStory> story_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<Audience> audience_ ABSL_GUARDED_BY(mutex_);
  // The number of the next step; absent before the position was shown.
  std::optional<uint32_t> next_ ABSL_GUARDED_BY(mutex_);
  // Whether a message is being written.
  bool busy_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_MATCH_STREAM_H_
