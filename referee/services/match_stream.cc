#include "referee/services/match_stream.h"

#include <utility>

namespace arena::referee {

// At most the match and its end wait behind a step.
MatchStream::MatchStream(std::shared_ptr<Call> call,
                         const v1::WatchMatchRequest& request, Show show)
    : QueuedStream(2, "the spectator", std::move(call)),
      show_(std::move(show)) {
  if (request.has_from_step()) next_ = request.from_step();
}

std::shared_ptr<MatchStream> MatchStream::Self() {
  return std::static_pointer_cast<MatchStream>(shared_from_this());
}

void MatchStream::ShowFirst(absl::StatusOr<v1::Match> match,
                            const std::shared_ptr<Audience>& audience) {
  if (!match.ok()) return End(match.status());
  const bool over = match->state() == v1::Match::STATE_FINISHED;
  {
    MutexLock lock(mutex_);
    // A reader that waits for the beginning sees it, however late it is shown.
    if (match->state() == v1::Match::STATE_PENDING && !next_.has_value()) {
      next_ = 0;
    }
    busy_ = true;
    audience_ = audience;
  }
  Send(*std::move(match));
  over ? End(absl::OkStatus()) : audience->Join(Self());
}

void MatchStream::OnNews() {
  {
    MutexLock lock(mutex_);
    story_ = audience_->story();
  }
  GoOn();
}

void MatchStream::OnWritten(bool ok) {
  QueuedStream::OnWritten(ok);
  {
    MutexLock lock(mutex_);
    busy_ = false;
  }
  GoOn();
}

void MatchStream::Send(v1::Match match) {
  v1::WatchMatchResponse news;
  *news.mutable_match() = std::move(match);
  Push(Packed(news));
}

void MatchStream::GoOn() {
  std::optional<grpc::ByteBuffer> news;
  std::optional<MatchStory::End> end;
  {
    MutexLock lock(mutex_);
    if (busy_ || ended_ || story_ == nullptr) return;
    // Asked for first, because no step is added behind the end.
    end = story_->end();
    news = NextStep(*story_);
    if (news.has_value()) {
      busy_ = true;
    } else if (!end.has_value()) {
      return;
    } else {
      ended_ = true;
    }
  }
  if (news.has_value()) {
    Push(*std::move(news));
    return;
  }
  if (end->ok()) Send(**end);
  End(end->status());
}

std::optional<grpc::ByteBuffer> MatchStream::NextStep(
    const MatchStory& story) {
  if (next_.has_value()) {
    std::optional<grpc::ByteBuffer> step = story.Message(*next_);
    if (step.has_value()) ++*next_;
    return step;
  }
  std::optional<v1::MatchStep> position = story.Position();
  if (!position.has_value()) return std::nullopt;
  next_ = position->step() + 1;
  v1::WatchMatchResponse news;
  news.mutable_step()->Swap(&*position);
  return Packed(news);
}

}  // namespace arena::referee
