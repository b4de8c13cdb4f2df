#include "referee/match_service.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_split.h"
#include "arena/core/mutex.h"
#include "arena/games/registry.h"
#include "referee/grpc_status.h"

namespace arena::referee {
namespace {

// Answers a unary call that returns a match.
template <typename Response>
MatchHost::Answer<v1::Match> Into(grpc::ServerUnaryReactor* reactor,
                                  Response* response) {
  return [reactor, response](absl::StatusOr<v1::Match> match) {
    if (match.ok()) *response->mutable_match() = *std::move(match);
    reactor->Finish(ToGrpc(match.status()));
  };
}

// One spectator of one match. Owns itself until OnDone.
class WatchMatchReactor final
    : public grpc::ServerWriteReactor<v1::WatchMatchResponse>,
      public Spectator,
      public std::enable_shared_from_this<WatchMatchReactor> {
 public:
  void Begin(MatchHost& host, const std::string& match_id) {
    self_ = shared_from_this();
    host.WatchMatch(match_id, self_,
                    [self = self_](absl::StatusOr<v1::Match> match) {
                      if (!match.ok()) return self->Close(match.status());
                      self->match_ = *match;
                      v1::WatchMatchResponse news;
                      *news.mutable_match() = *std::move(match);
                      self->Send(std::move(news));
                    });
  }

  void OnNews(const v1::WatchMatchResponse& news) override { Send(news); }
  void OnEnd(const v1::MatchResult& result,
             const RecordReference& record) override {
    v1::WatchMatchResponse news;
    v1::Match& match = *news.mutable_match();
    match = match_;
    match.set_state(v1::Match::STATE_FINISHED);
    match.set_plies(result.plies());
    match.set_record_id(record.id);
    match.set_record_sha256(record.sha256);
    *match.mutable_result() = result;
    Send(std::move(news));
    Close(absl::OkStatus());
  }

  void OnWriteDone(bool ok) override {
    {
      MutexLock lock(mutex_);
      writing_ = false;
      if (!ok) {
        queue_.clear();
        if (!closing_.has_value()) closing_ = absl::CancelledError("gone");
      }
    }
    Continue();
  }
  void OnCancel() override { Close(absl::CancelledError("cancelled")); }
  void OnDone() override { self_.reset(); }

 private:
  // A spectator that reads more slowly than this is left behind.
  static constexpr size_t kMaxUnread = 100000;

  void Send(v1::WatchMatchResponse news) {
    {
      MutexLock lock(mutex_);
      if (closing_.has_value()) return;
      if (queue_.size() >= kMaxUnread) {
        closing_ = absl::ResourceExhaustedError(
            "the spectator does not read what it is sent");
        return;
      }
      queue_.push_back(std::move(news));
    }
    Continue();
  }
  void Close(absl::Status status) {
    {
      MutexLock lock(mutex_);
      if (closing_.has_value()) return;
      closing_ = std::move(status);
    }
    Continue();
  }
  // Writes the next message, or ends the stream, unless a write is under way.
  void Continue() {
    std::optional<absl::Status> end;
    {
      MutexLock lock(mutex_);
      if (writing_ || finished_) return;
      if (!queue_.empty()) {
        writing_ = true;
        current_ = std::move(queue_.front());
        queue_.pop_front();
      } else if (closing_.has_value()) {
        finished_ = true;
        end = closing_;
      } else {
        return;
      }
    }
    if (end.has_value()) return Finish(ToGrpc(*end));
    StartWrite(&current_);
  }

  std::shared_ptr<WatchMatchReactor> self_;
  v1::Match match_;
  Mutex mutex_;
  // What gRPC is writing; only touched by whoever set writing_.
  v1::WatchMatchResponse current_;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  std::deque<v1::WatchMatchResponse> queue_ ABSL_GUARDED_BY(mutex_);
  std::optional<absl::Status> closing_ ABSL_GUARDED_BY(mutex_);
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
};

v1::GameOption OptionMessage(const OptionSpec& spec) {
  v1::GameOption option;
  option.set_name(spec.name);
  option.set_default_value(spec.default_value);
  option.set_meaning(spec.meaning);
  switch (spec.kind) {
    case OptionKind::kBool:
      option.set_kind(v1::GameOption::KIND_BOOL);
      break;
    case OptionKind::kInt:
      option.set_kind(v1::GameOption::KIND_INT);
      option.set_min(spec.min);
      option.set_max(spec.max);
      break;
    case OptionKind::kChoice:
      option.set_kind(v1::GameOption::KIND_CHOICE);
      for (absl::string_view choice : absl::StrSplit(spec.choices, '|')) {
        option.add_choices(std::string(choice));
      }
      break;
  }
  return option;
}

}  // namespace

grpc::ServerUnaryReactor* MatchService::CreateMatch(
    grpc::CallbackServerContext* context, const v1::CreateMatchRequest* request,
    v1::CreateMatchResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  host_.CreateMatch(*request, Into(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* MatchService::GetMatch(
    grpc::CallbackServerContext* context, const v1::GetMatchRequest* request,
    v1::GetMatchResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  host_.GetMatch(request->match_id(), Into(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* MatchService::ListMatches(
    grpc::CallbackServerContext* context, const v1::ListMatchesRequest* request,
    v1::ListMatchesResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  host_.ListMatches(
      *request,
      [reactor, response](absl::StatusOr<v1::ListMatchesResponse> page) {
        if (page.ok()) *response = *std::move(page);
        reactor->Finish(ToGrpc(page.status()));
      });
  return reactor;
}

grpc::ServerUnaryReactor* MatchService::CancelMatch(
    grpc::CallbackServerContext* context, const v1::CancelMatchRequest* request,
    v1::CancelMatchResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  host_.CancelMatch(request->match_id(), Into(reactor, response));
  return reactor;
}

grpc::ServerWriteReactor<v1::WatchMatchResponse>* MatchService::WatchMatch(
    grpc::CallbackServerContext* /*context*/,
    const v1::WatchMatchRequest* request) {
  const auto reactor = std::make_shared<WatchMatchReactor>();
  reactor->Begin(host_, request->match_id());
  return reactor.get();
}

grpc::ServerUnaryReactor* CatalogueService::ListGames(
    grpc::CallbackServerContext* context,
    const v1::ListGamesRequest* /*request*/, v1::ListGamesResponse* response) {
  for (const Game& game : AllGames()) {
    const GameInfo& info = *game.info;
    v1::Game& message = *response->add_games();
    message.set_name(info.name);
    message.set_summary(info.summary);
    message.set_rules_version(info.rules_version);
    for (int seats = info.min_seats; seats <= info.max_seats; ++seats) {
      message.add_seats(seats);
    }
    message.set_default_seats(info.default_seats);
    message.set_max_plies(info.max_plies);
    message.set_chance(info.chance);
    message.set_simultaneous(info.simultaneous);
    message.set_announcements(info.announcements);
    message.set_hidden(info.hidden);
    for (const OptionSpec& spec : info.options) {
      *message.add_options() = OptionMessage(spec);
    }
  }
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

}  // namespace arena::referee
