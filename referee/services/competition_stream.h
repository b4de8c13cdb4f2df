// The stream of a caller that follows a competition.
#ifndef REFEREE_SERVICES_COMPETITION_STREAM_H_
#define REFEREE_SERVICES_COMPETITION_STREAM_H_

#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "arena/core/mutex.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/competitions/competition_watcher.h"
#include "referee/competitions/running_competitions.h"
#include "referee/services/queued_stream.h"

namespace arena::referee {

// Sends the state, which newer states replace, and every result once. The next
// response is made when the last one has been written, so a slow reader costs
// only its place among the results. Thread-safe.
class CompetitionStream final : public QueuedStream, public CompetitionWatcher {
 public:
  // The host must outlive it.
  CompetitionStream(std::shared_ptr<Call> call, RunningCompetitions& host,
                    const v1::WatchCompetitionRequest& request);

  // Begins to follow, or ends the stream with the reason why it cannot.
  void Begin() override;

  bool OnProgress(const v1::Competition& competition) override;
  void OnOver() override;
  void OnWritten(bool ok) override;

 private:
  std::shared_ptr<CompetitionStream> Self();
  // Makes the next response, if there is news and no response is under way.
  // Ends the stream when everything is told and the competition is over.
  void GoOn();
  void Tell(absl::StatusOr<v1::ListResultsResponse> page);

  RunningCompetitions& host_;
  Mutex mutex_;
  // The request for the next results.
  v1::ListResultsRequest next_ ABSL_GUARDED_BY(mutex_);
  // The newest state, without results.
  v1::WatchCompetitionResponse state_ ABSL_GUARDED_BY(mutex_);
  // Whether state or results may have changed since the last response was
  // begun.
  bool news_ ABSL_GUARDED_BY(mutex_) = false;
  // Whether the last response had no room for all results.
  bool more_ ABSL_GUARDED_BY(mutex_) = false;
  bool over_ ABSL_GUARDED_BY(mutex_) = false;
  // Whether a response is being made or written.
  bool busy_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_COMPETITION_STREAM_H_
