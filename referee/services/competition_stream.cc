#include "referee/services/competition_stream.h"

#include <utility>

#include "referee/store/competitions.h"

namespace arena::referee {

CompetitionStream::CompetitionStream(std::shared_ptr<Call> call,
                                     RunningCompetitions& host,
                                     const v1::WatchCompetitionRequest& request)
    : QueuedStream(1, "the spectator", std::move(call)), host_(host) {
  next_.set_name(request.name());
  next_.set_page_token(request.cursor());
  next_.set_page_size(kResultsAtOnce);
}

std::shared_ptr<CompetitionStream> CompetitionStream::Self() {
  return std::static_pointer_cast<CompetitionStream>(shared_from_this());
}

void CompetitionStream::Begin() {
  std::string name;
  {
    MutexLock lock(mutex_);
    name = next_.name();
  }
  host_.Watch(name, Self(),
              [self = Self()](const absl::StatusOr<v1::Competition>& found) {
                if (!found.ok()) self->End(found.status());
              });
}

bool CompetitionStream::OnProgress(const v1::Competition& competition) {
  {
    MutexLock lock(mutex_);
    state_.set_state(competition.state());
    *state_.mutable_progress() = competition.progress();
    *state_.mutable_benched() = competition.benched();
    state_.set_quarantine(competition.quarantine());
    news_ = true;
  }
  GoOn();
  return !closing();
}

void CompetitionStream::OnOver() {
  {
    MutexLock lock(mutex_);
    over_ = true;
  }
  GoOn();
}

void CompetitionStream::OnWritten(bool ok) {
  QueuedStream::OnWritten(ok);
  {
    MutexLock lock(mutex_);
    busy_ = false;
  }
  GoOn();
}

void CompetitionStream::GoOn() {
  v1::ListResultsRequest request;
  {
    MutexLock lock(mutex_);
    if (busy_) return;
    busy_ = news_ || more_;
    if (!busy_ && !over_) return;
    news_ = false;
    if (busy_) request = next_;
  }
  if (request.name().empty()) return End(absl::OkStatus());
  host_.ListResults(request,
                    [self = Self()](absl::StatusOr<v1::ListResultsResponse> p) {
                      self->Tell(std::move(p));
                    });
}

void CompetitionStream::Tell(absl::StatusOr<v1::ListResultsResponse> page) {
  v1::WatchCompetitionResponse response;
  {
    MutexLock lock(mutex_);
    // A damaged result is the reason for the quarantine, which state_ tells.
    if (absl::IsDataLoss(page.status()) && !state_.quarantine().empty()) {
      page = v1::ListResultsResponse();
      page->set_cursor(next_.page_token());
    }
    response = state_;
    if (page.ok()) {
      more_ = !page->next_page_token().empty();
      next_.set_page_token(page->cursor());
    }
  }
  if (!page.ok()) return End(page.status());
  response.mutable_matches()->Swap(page->mutable_matches());
  response.set_cursor(page->cursor());
  Push(Packed(response));
}

}  // namespace arena::referee
