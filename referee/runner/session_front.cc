#include "referee/runner/session_front.h"

namespace arena::runner {

SessionFront::SessionFront(ProxiedSession session)
    : session_(std::move(session)),
      mischief_(session_.rehearses ? mischief::MakeRehearsal()
                                   : std::make_unique<mischief::Mischief>()) {}

bool SessionFront::connected() const {
  MutexLock lock(mutex_);
  return connected_ > 0 || broken_on_purpose_;
}

v1::Hello SessionFront::Introduce(const v1::Hello& hello) const {
  v1::Hello introduced;
  introduced.set_name(session_.bot);
  introduced.set_instance(session_.process_id);
  introduced.set_version(session_.version);
  introduced.set_language(hello.language());
  introduced.set_max_matches(1);
  introduced.set_one_match(!session_.several_matches);
  for (const int capability : hello.capabilities()) {
    if (capability == v1::CAPABILITY_REDIRECT) continue;
    introduced.add_capabilities(static_cast<v1::Capability>(capability));
  }
  *introduced.mutable_plays() = hello.plays();
  MutexLock lock(mutex_);
  introduced.set_resume_token(session_token_);
  return introduced;
}

void SessionFront::TakeWelcome(v1::Welcome& welcome) {
  MutexLock lock(mutex_);
  ++connected_;
  broken_on_purpose_ = false;
  session_token_ = welcome.session_token();
  welcome.set_session_token(session_.process_id);
}

void SessionFront::NoteEnd() {
  MutexLock lock(mutex_);
  --connected_;
}

bool SessionFront::HasAnswered(const v1::MatchStart& start) {
  MutexLock lock(mutex_);
  return ready_.try_emplace({start.match_id(), start.seat()}).first->second;
}

void SessionFront::NoteReady(const v1::Ready& ready) {
  MutexLock lock(mutex_);
  const auto seat = ready_.find({ready.match_id(), ready.seat()});
  if (seat != ready_.end()) seat->second = true;
}

void SessionFront::NoteMatchEnd(const v1::MatchEnd& end) {
  MutexLock lock(mutex_);
  ready_.erase({end.match_id(), end.seat()});
}

mischief::ToBot SessionFront::Pass(const v1::PlayResponse& response) {
  MutexLock lock(mutex_);
  mischief::ToBot passage = mischief_->OnResponse(response);
  broken_on_purpose_ |= passage.then_end.has_value();
  return passage;
}

mischief::ToReferee SessionFront::Pass(const v1::PlayRequest& request) {
  MutexLock lock(mutex_);
  mischief::ToReferee passage = mischief_->OnRequest(request);
  broken_on_purpose_ |= passage.then_end.has_value();
  return passage;
}

}  // namespace arena::runner
