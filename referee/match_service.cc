#include "referee/match_service.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "referee/audience.h"
#include "referee/paging.h"
#include "referee/watch_stream.h"

namespace arena::referee {

// One who watches one match.
class WatchMatchReactor final : public WatchStream<v1::WatchMatchResponse>,
                                public Watcher {
 public:
  explicit WatchMatchReactor(CallContext& context)
      : WatchStream(kMaxUnread, context) {}

  // Shows the match. Returns whether there is more to be seen of it; if not,
  // the stream ends.
  bool Begin(absl::StatusOr<v1::Match> match) {
    const bool over =
        !match.ok() || match->state() == v1::Match::STATE_FINISHED;
    if (over) {
      OnOver(match);
    } else {
      Show(*std::move(match));
    }
    return !over;
  }
  void OnStep(const v1::MatchStep& step) override {
    v1::WatchMatchResponse news;
    *news.mutable_step() = step;
    Push(std::move(news));
  }
  void OnOver(const absl::StatusOr<v1::Match>& match) override {
    if (match.ok()) Show(*match);
    End(match.status());
  }

 private:
  // A watcher with more unread messages than this loses its stream. A step of
  // Doppelkopf has half a kilobyte, and takes some kilobytes of memory.
  static constexpr size_t kMaxUnread = 4000;

  void Show(v1::Match match) {
    v1::WatchMatchResponse news;
    *news.mutable_match() = std::move(match);
    Push(std::move(news));
  }
};

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
  return ServeUnary(access_, "MatchService.GetMatch", context, response,
                    [=, this](const Caller&, const auto& reply) {
                      host_.GetMatch(request->match_id(), MatchInto(reply));
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
                         std::shared_ptr<WatchMatchReactor> watcher) {
  const auto shown = [watcher](std::shared_ptr<Audience> audience) {
    return [watcher, audience](absl::StatusOr<v1::Match> match) {
      // Others may have joined already.
      if (!match.ok()) audience->OnLost(match.status());
      if (watcher->Begin(std::move(match))) audience->Join(watcher);
    };
  };
  if (const auto audience = audiences_.Find(match_id)) {
    return host_.GetMatch(match_id, shown(audience));
  }
  const auto audience = std::make_shared<Audience>(
      spectator_delay_, executor_,
      [this, match_id](const Audience::MatchAnswer& answer) {
        host_.GetMatch(match_id, answer);
      });
  audiences_.Keep(match_id, audience);
  host_.WatchMatch(match_id, audience, shown(audience));
}

grpc::ServerWriteReactor<v1::WatchMatchResponse>* MatchService::WatchMatch(
    CallContext* context, const v1::WatchMatchRequest* request) {
  const auto reactor = std::make_shared<WatchMatchReactor>(*context);
  reactor->Serve(
      access_, "MatchService.WatchMatch",
      [this, watcher = std::weak_ptr(reactor), id = request->match_id()] {
        Admit(id, watcher.lock());
      });
  return reactor.get();
}

UnaryCall* CatalogueService::ListGames(CallContext* context,
                                       const v1::ListGamesRequest* request,
                                       v1::ListGamesResponse* response) {
  return ServeUnary(access_, "CatalogueService.ListGames", context, response,
                    [=](const Caller&, const auto& reply) {
                      reply(ListGamesPage(*request));
                    });
}

}  // namespace arena::referee
