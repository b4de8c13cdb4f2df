#include "referee/sessions/session.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/text.h"

namespace arena::referee {
namespace {

// The most ends of matches that are kept for a bot that has not heard them.
// Older ends are forgotten; the match service still knows them.
constexpr size_t kMaxMissed = 10000;
// The newest of these ends keep their observations, of several kilobytes.
constexpr size_t kMissedWithObservation = 100;

// The most answers that can be outstanding for one seat: a ready, an act, and
// announcements.
constexpr int64_t kMaxOwedBySeat = 8;

// The most bytes of a bot's reason for declining.
constexpr size_t kMaxReason = 200;

// How many requests a response asks for, or allows.
int64_t AnswersTo(const v1::PlayResponse& response) {
  const v1::Prompt& prompt = response.prompt();
  return (prompt.kind() == v1::DECISION_KIND_MUST) +
         prompt.announcements_size() + response.has_match_start() +
         response.has_ping();
}

}  // namespace

Session::Session(BotProfile profile, std::string token_sha256,
                 const SessionLimits& limits, OnLeave on_leave)
    : name_(profile.process.bot),
      token_sha256_(std::move(token_sha256)),
      limits_(limits),
      on_leave_(std::move(on_leave)),
      profile_(std::move(profile)),
      leaving_(profile_.process.set_aside()) {}

// ---- For the match host ----

ProcessName Session::process() const {
  MutexLock lock(mutex_);
  return profile_.process;
}

BotProfile Session::profile() const {
  MutexLock lock(mutex_);
  return profile_;
}

void Session::set_profile(BotProfile profile) {
  MutexLock lock(mutex_);
  profile_ = std::move(profile);
  leaving_ = profile_.process.set_aside();
  destination_.reset();
}

bool Session::leaving() const {
  MutexLock lock(mutex_);
  return leaving_ || spent_ || destination_.has_value();
}

bool Session::takes() const {
  MutexLock lock(mutex_);
  return !leaving_ && !spent_;
}

void Session::set_leaving() {
  MutexLock lock(mutex_);
  leaving_ = true;
  destination_.reset();
}

void Session::SetAside(const ProcessName& process) {
  {
    MutexLock lock(mutex_);
    profile_.process = process;
    leaving_ = true;
    destination_.reset();
  }
  SendError(v1::ERROR_REASON_SESSION_REPLACED,
            "another process of this bot has taken the place of this process, "
            "which plays its matches under way to their end and gets no other "
            "matches",
            "");
}

bool Session::fresh() const {
  MutexLock lock(mutex_);
  return profile_.one_match && !spent_ && seats_.empty();
}

bool Session::spent() const {
  MutexLock lock(mutex_);
  return spent_;
}

void Session::set_spent() {
  MutexLock lock(mutex_);
  spent_ = true;
}

void Session::set_destination(std::optional<v1::Redirect> destination) {
  MutexLock lock(mutex_);
  // A session that leaves is neither called back nor sent elsewhere.
  if (!leaving_) destination_ = std::move(destination);
}

bool Session::attached() const {
  MutexLock lock(mutex_);
  return transport_ != nullptr;
}

std::shared_ptr<Transport> Session::Attach(std::shared_ptr<Transport> transport,
                                           absl::Time now) {
  std::list<v1::PlayResponse> missed;
  std::shared_ptr<Transport> before;
  {
    MutexLock lock(mutex_);
    before = std::exchange(transport_, transport);
    missed.swap(missed_);
    // A new stream does not forgive superfluous requests; only time does. Even
    // after a flood, the bot can answer everything that it is asked.
    RenewMinute(now);
    superfluous_ = std::min<int64_t>(superfluous_,
                                     limits_.max_superfluous_requests);
    last_ping_ = now;
    pong_due_ = false;
    closed_ = absl::InfiniteFuture();
    idle_since_ = absl::InfiniteFuture();
    played_ = false;
  }
  for (const auto& message : missed) transport->Send(Response(message));
  return before;
}

bool Session::Detach(const Transport* transport) {
  MutexLock lock(mutex_);
  if (transport_.get() != transport) return false;
  transport_.reset();
  return true;
}

bool Session::NoteCrash() {
  MutexLock lock(mutex_);
  crashed_ = true;
  return played_;
}

bool Session::played() const {
  MutexLock lock(mutex_);
  return played_;
}

bool Session::TakeCrash() {
  MutexLock lock(mutex_);
  return std::exchange(crashed_, false);
}

void Session::AddSeat(const SeatOf& seat) {
  MutexLock lock(mutex_);
  seats_[seat.match_id][seat.seat] = seat.runner;
  // A seat without a runner is of a match that has not begun, and may never
  // begin.
  spent_ = spent_ || (profile_.one_match && seat.runner != nullptr);
}

void Session::RemoveMatch(const std::string& match_id) {
  MutexLock lock(mutex_);
  seats_.erase(match_id);
}

std::vector<SeatOf> Session::seats() const {
  MutexLock lock(mutex_);
  std::vector<SeatOf> seats;
  for (const auto& [match_id, runners] : seats_) {
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      if (runners[seat] == nullptr) continue;
      seats.push_back({match_id, seat, runners[seat]});
    }
  }
  return seats;
}

int Session::matches() const {
  MutexLock lock(mutex_);
  return static_cast<int>(seats_.size());
}

Session::Business Session::public_business() const {
  MutexLock lock(mutex_);
  // A match without a runner has not begun, and may be anonymous.
  const auto is_hidden = [](const auto& match) {
    return absl::c_none_of(match.second, [](const auto& runner) {
      return runner != nullptr && !runner->settings().anonymous;
    });
  };
  const auto hidden = static_cast<int>(absl::c_count_if(seats_, is_hidden));
  return {.matches = static_cast<int>(seats_.size()) - hidden,
          .leaving = leaving_ || destination_.has_value() ||
                     (spent_ && hidden == 0)};
}

int Session::room() const {
  MutexLock lock(mutex_);
  const int most = profile_.one_match ? 1 : profile_.max_matches;
  return most - static_cast<int>(seats_.size());
}

void Session::RenewMinute(absl::Time now) {
  if (now < minute_began_ + absl::Minutes(1)) return;
  minute_began_ = now;
  // Answers that may still come remain expected.
  const int64_t owed =
      kMaxOwedBySeat * kMaxSeats * static_cast<int64_t>(seats_.size()) + 1;
  superfluous_ = std::clamp<int64_t>(superfluous_, -owed, 0);
}

void Session::Sweep(absl::Time now, absl::Time awake) {
  std::optional<Response> ping;
  std::shared_ptr<Transport> stuck;
  {
    MutexLock lock(mutex_);
    if (transport_ == nullptr) return;
    RenewMinute(now);
    if (now >= closed_ + limits_.pong_timeout) {
      stuck = transport_;
    } else if (!pong_due_ && now >= last_ping_ + limits_.ping_interval) {
      last_ping_ = now;
      pinged_ = awake;
      pong_due_ = true;
      ping.emplace()->mutable_ping()->set_nonce(++nonce_);
    } else if (!pong_due_ || now < last_ping_ + limits_.pong_timeout) {
      return;
    } else {
      closed_ = std::min(closed_, now);
    }
  }
  if (stuck != nullptr) return stuck->Abort();
  if (ping.has_value()) {
    Send(*std::move(ping));
    return;
  }
  Close(
      v1::ERROR_REASON_PONG_TIMEOUT,
      absl::UnavailableError(absl::StrCat(
          "no Pong came within ", absl::FormatDuration(limits_.pong_timeout))));
}

bool Session::Stale(absl::Time now) {
  MutexLock lock(mutex_);
  if (transport_ != nullptr || !seats_.empty()) return false;
  idle_since_ = std::min(idle_since_, now);
  return now >= idle_since_ + limits_.resume_grace;
}

void Session::Dismiss() {
  std::shared_ptr<Transport> transport;
  std::optional<v1::Redirect> destination;
  {
    MutexLock lock(mutex_);
    leaving_ = true;
    transport = transport_;
    destination = destination_;
  }
  if (transport == nullptr) return;
  if (!destination.has_value()) return transport->Close(absl::OkStatus());
  Response message;
  *message->mutable_redirect() = *destination;
  transport->Send(std::move(message));
  transport->Close(absl::UnavailableError(
      absl::StrCat("the bot is wanted at referee ", destination->referee())));
}

void Session::Close(v1::ErrorReason reason, const absl::Status& status) {
  std::shared_ptr<Transport> transport;
  {
    MutexLock lock(mutex_);
    transport = transport_;
  }
  if (transport == nullptr) return;
  if (!status.ok()) transport->Send(FatalError(reason, status));
  transport->Close(status);
}

// ---- For matches ----

bool Session::Send(Response message) {
  std::shared_ptr<Transport> transport;
  {
    MutexLock lock(mutex_);
    transport = transport_;
    if (transport != nullptr) superfluous_ -= AnswersTo(*message);
    // The session sets the round trip, because the match must not depend on the
    // connection.
    if (message->has_prompt() && round_trip_.has_value()) {
      ToMessage(*round_trip_, *message->mutable_prompt()->mutable_round_trip());
    }
    if (transport == nullptr) {
      if (!message->has_match_end()) return false;
      missed_.push_back(*message);
      if (missed_.size() > kMaxMissed) missed_.pop_front();
      if (missed_.size() > kMissedWithObservation) {
        std::prev(missed_.end(), kMissedWithObservation + 1)
            ->mutable_match_end()
            ->clear_observation();
      }
      return false;
    }
    played_ = played_ || message->has_match_end();
  }
  return transport->Send(std::move(message));
}

// ---- For the stream ----

void Session::Receive(v1::PlayRequest&& request, absl::Time received) {
  const int64_t too_many = CountRequest(request.has_act());
  // A flood is one fault, not one for each of its messages.
  if (too_many == 1) CloseForFlood();
  if (too_many > 0) return;
  switch (request.kind_case()) {
    case v1::PlayRequest::kAct: {
      v1::Act& act = *request.mutable_act();
      DropLongNote(act);
      const Seat seat = static_cast<Seat>(act.seat());
      if (const auto runner = Find(act.match_id(), act.seat())) {
        runner->Act(seat, std::move(act), received);
      }
      return;
    }
    case v1::PlayRequest::kAnnounce: {
      v1::Announce& announce = *request.mutable_announce();
      const Seat seat = static_cast<Seat>(announce.seat());
      if (const auto runner = Find(announce.match_id(), announce.seat())) {
        runner->Announce(seat, std::move(announce), received);
      }
      return;
    }
    case v1::PlayRequest::kReady: {
      const Seat seat = static_cast<Seat>(request.ready().seat());
      if (const auto runner =
              Find(request.ready().match_id(), request.ready().seat())) {
        runner->Ready(seat);
      }
      return;
    }
    case v1::PlayRequest::kPing: {
      Response pong;
      pong->mutable_pong()->set_nonce(request.ping().nonce());
      Send(std::move(pong));
      return;
    }
    case v1::PlayRequest::kPong: {
      MutexLock lock(mutex_);
      if (!pong_due_ || request.pong().nonce() != nonce_) return;
      pong_due_ = false;
      round_trip_ = std::max(received - pinged_, absl::ZeroDuration());
      return;
    }
    case v1::PlayRequest::kLeave:
      on_leave_(shared_from_this());
      return;
    case v1::PlayRequest::kHello:
      SendError(v1::ERROR_REASON_PROTOCOL_VIOLATION,
                "a second hello; a stream has exactly one, at its beginning",
                "");
      return;
    case v1::PlayRequest::kDecline:
      return Decline(std::move(*request.mutable_decline()));
    case v1::PlayRequest::KIND_NOT_SET:
      SendError(v1::ERROR_REASON_EMPTY_REQUEST,
                "a request of no known kind; expected ready, act, announce, "
                "decline, ping, pong or leave",
                "");
      return;
  }
}

void Session::Decline(v1::Decline&& decline) {
  const Seat seat = static_cast<Seat>(decline.seat());
  const auto runner = Find(decline.match_id(), decline.seat());
  if (runner == nullptr) return;
  const absl::Status fits =
      CheckText("decline.reason", decline.reason(), kMaxReason);
  if (!fits.ok()) {
    return SendError(v1::ERROR_REASON_PROTOCOL_VIOLATION,
                     std::string(fits.message()), decline.match_id());
  }
  runner->Decline(seat, std::move(*decline.mutable_reason()));
}

void Session::DropLongNote(v1::Act& act) {
  const size_t size = act.note().size();
  if (size <= kMaxNoteBytes) return;
  act.clear_note();
  SendError(v1::ERROR_REASON_NOTE_TOO_LONG,
            absl::StrCat("the note has ", size, " bytes and is dropped; ",
                         "expected at most ", kMaxNoteBytes,
                         ". The act itself counts"),
            act.match_id());
}

void Session::ReportLatePrompt(const v1::Prompt& prompt, absl::Time now) {
  const Seat seat = static_cast<Seat>(prompt.seat());
  if (const auto runner = Find(prompt.match_id(), prompt.seat())) {
    runner->HandedOver(seat, prompt.decision(), now);
  }
}

std::shared_ptr<MatchRunner> Session::Find(const std::string& match_id,
                                           uint32_t seat) {
  bool known = false;
  {
    MutexLock lock(mutex_);
    const auto it = seats_.find(match_id);
    known = it != seats_.end();
    if (known && seat < kMaxSeats && it->second[seat] != nullptr) {
      return it->second[seat];
    }
  }
  if (known) {
    SendError(v1::ERROR_REASON_NOT_YOUR_SEAT,
              absl::StrCat("seat ", seat,
                           " is not yours; quote the seat of "
                           "the match start"),
              match_id);
  } else {
    SendError(v1::ERROR_REASON_UNKNOWN_MATCH,
              "this session plays no such match, or it is over", match_id);
  }
  return nullptr;
}

void Session::SendError(v1::ErrorReason reason, const std::string& message,
                        const std::string& match_id) {
  Response response;
  response->mutable_error()->set_reason(reason);
  response->mutable_error()->set_message(message);
  response->mutable_error()->set_match_id(Shortened(match_id));
  Send(std::move(response));
}

int64_t Session::CountRequest(bool is_act) {
  MutexLock lock(mutex_);
  played_ = played_ || is_act;
  return ++superfluous_ - int64_t{limits_.max_superfluous_requests};
}

void Session::CloseForFlood() {
  for (const SeatOf& seat : seats()) {
    seat.runner->Fail(seat.seat, v1::FAULT_KIND_FLOOD);
  }
  Close(v1::ERROR_REASON_FLOOD,
        absl::ResourceExhaustedError(
            absl::StrCat("more than ", limits_.max_superfluous_requests,
                         " requests in a minute that were not asked for")));
}

}  // namespace arena::referee
