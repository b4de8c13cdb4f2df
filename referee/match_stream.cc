#include "referee/match_stream.h"

#include <utility>

namespace arena::referee {

// At most the match and its end wait behind a step.
MatchStream::MatchStream(CallContext& context,
                         const v1::WatchMatchRequest& request)
    : WatchStream(2, context) {
  if (request.has_from_step()) next_ = request.from_step();
}

std::shared_ptr<MatchStream> MatchStream::Self() {
  return std::static_pointer_cast<MatchStream>(shared_from_this());
}

void MatchStream::Begin(absl::StatusOr<v1::Match> match,
                        const std::shared_ptr<Audience>& audience) {
  if (!match.ok()) return End(match.status());
  const bool over = match->state() == v1::Match::STATE_FINISHED;
  {
    MutexLock lock(mutex_);
    busy_ = true;
    audience_ = audience;
  }
  Show(*std::move(match));
  over ? End(absl::OkStatus()) : audience->Join(Self());
}

void MatchStream::OnNews() {
  {
    MutexLock lock(mutex_);
    story_ = audience_->story();
  }
  GoOn();
}

void MatchStream::OnWriteDone(bool ok) {
  WatchStream::OnWriteDone(ok);
  {
    MutexLock lock(mutex_);
    busy_ = false;
  }
  GoOn();
}

void MatchStream::Show(v1::Match match) {
  v1::WatchMatchResponse news;
  *news.mutable_match() = std::move(match);
  Push(std::move(news));
}

void MatchStream::GoOn() {
  v1::WatchMatchResponse news;
  std::optional<MatchStory::End> end;
  {
    MutexLock lock(mutex_);
    if (busy_ || ended_ || story_ == nullptr) return;
    // Asked for first: no step is added behind the end.
    end = story_->end();
    if (std::optional<v1::MatchStep> step = NextStep(*story_)) {
      busy_ = true;
      end.reset();
      news.mutable_step()->Swap(&*step);
    } else if (!end.has_value()) {
      return;
    } else {
      ended_ = true;
    }
  }
  if (!end.has_value()) {
    Push(std::move(news));
    return;
  }
  if (end->ok()) Show(**end);
  WatchStream::End(end->status());
}

std::optional<v1::MatchStep> MatchStream::NextStep(const MatchStory& story) {
  std::optional<v1::MatchStep> step =
      next_.has_value() ? story.Step(*next_) : story.Position();
  if (step.has_value()) next_ = step->step() + 1;
  return step;
}

}  // namespace arena::referee
