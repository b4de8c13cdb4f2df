#include "referee/services/match_service.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "referee/access/replies.h"
#include "referee/watching/audience.h"

namespace arena::referee {
namespace {

// Replies with a match.
template <typename Response>
MatchHost::Answer<v1::Match> MatchInto(const Reply<Response>& reply) {
  return [reply](absl::StatusOr<v1::Match> match) {
    if (!match.ok()) return reply(match.status());
    Response response;
    *response.mutable_match() = *std::move(match);
    reply(std::move(response));
  };
}

absl::StatusOr<v1::WatchMatchRequest> Unpacked(grpc::ByteBuffer bytes) {
  v1::WatchMatchRequest request;
  if (grpc::SerializationTraits<v1::WatchMatchRequest>::Deserialize(&bytes,
                                                                    &request)
          .ok()) {
    return request;
  }
  return absl::InvalidArgumentError(
      "the bytes of the request are no WatchMatchRequest");
}

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
      option.set_min(static_cast<int32_t>(spec.min));
      option.set_max(static_cast<int32_t>(spec.max));
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

void FillGame(const GameInfo& info, v1::Game& message) {
  message.set_name(info.name);
  message.set_summary(info.summary);
  message.set_rules_version(info.rules_version);
  for (int seats = info.min_seats; seats <= info.max_seats; ++seats) {
    message.add_seats(seats);
  }
  message.set_default_seats(info.default_seats);
  message.set_max_plies(info.max_plies);
  message.set_action_space_size(static_cast<uint32_t>(info.action_space));
  message.set_chance(info.chance);
  message.set_simultaneous(info.simultaneous);
  message.set_announcements(info.announcements);
  message.set_hidden(info.hidden);
  for (const OptionSpec& spec : info.options) {
    *message.add_options() = OptionMessage(spec);
  }
}

absl::StatusOr<v1::ListGamesResponse> ListGamesPage(
    const v1::ListGamesRequest& request) {
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const std::string behind,
                         ReadPageToken(list, request.page_token()));
  v1::ListGamesResponse page;
  PageRoom room(size);
  for (const Game& game : AllGames()) {
    if (game.info->name <= behind) continue;
    v1::Game message;
    FillGame(*game.info, message);
    if (!room.Take(message)) {
      page.set_next_page_token(
          MakePageToken(list, page.games().rbegin()->name()));
      break;
    }
    *page.add_games() = std::move(message);
  }
  return page;
}

}  // namespace

MatchService::MatchService(Access& access, MatchHost& host, Executor& executor,
                           absl::Duration spectator_delay)
    : access_(access),
      host_(host),
      executor_(executor),
      strand_(executor.NewStrand()),
      spectator_delay_(spectator_delay) {}
MatchService::~MatchService() = default;

void MatchService::ShowPagesAt(const std::string& site) {
  MutexLock lock(mutex_);
  site_ = site;
}

std::string MatchService::PageOf(const std::string& match_id) {
  MutexLock lock(mutex_);
  return site_.empty() ? "" : absl::StrCat(site_, "/match/", match_id);
}

UnaryCall* MatchService::CreateMatch(CallContext* context,
                                     const v1::CreateMatchRequest* request,
                                     v1::CreateMatchResponse* response) {
  return ServeUnary(access_, "MatchService.CreateMatch", context, response,
                    [=, this](const Caller& caller, const auto& reply) {
                      host_.CreateMatch(*request, caller, MatchInto(reply));
                    });
}

UnaryCall* MatchService::GetMatch(CallContext* context,
                                  const v1::GetMatchRequest* request,
                                  v1::GetMatchResponse* response) {
  return ServeUnary(
      access_, "MatchService.GetMatch", context, response,
      [=, this](const Caller&, const auto& reply) {
        host_.GetMatch(
            request->match_id(),
            [this, reply](absl::StatusOr<v1::Match> match) {
              if (!match.ok()) return reply(match.status());
              v1::GetMatchResponse found;
              found.set_page_url(PageOf(match->match_id()));
              *found.mutable_match() = *std::move(match);
              reply(std::move(found));
            });
      });
}

UnaryCall* MatchService::ListMatches(CallContext* context,
                                     const v1::ListMatchesRequest* request,
                                     v1::ListMatchesResponse* response) {
  return ServeUnary(access_, "MatchService.ListMatches", context, response,
                    [=, this](const Caller&, const auto& reply) {
                      host_.ListMatches(*request, reply);
                    });
}

UnaryCall* MatchService::CancelMatch(CallContext* context,
                                     const v1::CancelMatchRequest* request,
                                     v1::CancelMatchResponse* response) {
  return ServeUnary(access_, "MatchService.CancelMatch", context, response,
                    [=, this](const Caller& caller, const auto& reply) {
                      host_.CancelMatch(request->match_id(), caller,
                                        MatchInto(reply));
                    });
}

UnaryCall* MatchService::RetryMatch(CallContext* context,
                                    const v1::RetryMatchRequest* request,
                                    v1::RetryMatchResponse* response) {
  return ServeUnary(access_, "MatchService.RetryMatch", context, response,
                    [=, this](const Caller&, const auto& reply) {
                      host_.RetryMatch(request->match_id(), MatchInto(reply));
                    });
}

UnaryCall* MatchService::VoidMatch(CallContext* context,
                                   const v1::VoidMatchRequest* request,
                                   v1::VoidMatchResponse* response) {
  return ServeUnary(access_, "MatchService.VoidMatch", context, response,
                    [=, this](const Caller&, const auto& reply) {
                      host_.VoidMatch(request->match_id(), MatchInto(reply));
                    });
}

void MatchService::Admit(const std::string& match_id,
                         std::shared_ptr<MatchStream> watcher) {
  // The host answers on the strand of the match, which must not write to
  // thousands.
  const auto begin = [this, watcher](const std::shared_ptr<Audience>& audience) {
    return [this, watcher, audience](const absl::StatusOr<v1::Match>& match) {
      strand_->Post([watcher, audience, match] {
        // Others may have joined already.
        if (!match.ok()) audience->OnLost(match.status());
        watcher->Begin(match, audience);
      });
    };
  };
  if (const auto audience = audiences_.Find(match_id)) {
    return host_.GetMatch(match_id, begin(audience));
  }
  const auto audience = std::make_shared<Audience>(
      spectator_delay_, executor_,
      [this, match_id](const Audience::MatchAnswer& answer) {
        host_.GetMatch(match_id, answer);
      });
  audiences_.Keep(match_id, audience);
  host_.WatchMatch(match_id, audience, begin(audience));
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* MatchService::WatchMatch(
    CallContext* context, const grpc::ByteBuffer* request) {
  const absl::StatusOr<v1::WatchMatchRequest> wish = Unpacked(*request);
  const auto reactor = std::make_shared<MatchStream>(
      *context, wish.value_or(v1::WatchMatchRequest()));
  reactor->Serve(access_, "MatchService.WatchMatch",
                 [this, watcher = std::weak_ptr(reactor), wish] {
                   if (wish.ok()) return Admit(wish->match_id(), watcher.lock());
                   watcher.lock()->Begin(wish.status(), nullptr);
                 });
  return reactor.get();
}

CatalogueService::CatalogueService(Access& access) : access_(access) {}
CatalogueService::~CatalogueService() = default;

UnaryCall* CatalogueService::ListGames(CallContext* context,
                                       const v1::ListGamesRequest* request,
                                       v1::ListGamesResponse* response) {
  return ServeUnary(access_, "CatalogueService.ListGames", context, response,
                    [=](const Caller&, const auto& reply) {
                      reply(ListGamesPage(*request));
                    });
}

}  // namespace arena::referee
