#include "referee/services/bot_service.h"

#include <limits>
#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "google/protobuf/util/time_util.h"
#include "referee/access/new_token.h"
#include "referee/access/ownership.h"
#include "referee/access/replies.h"
#include "referee/base/log.h"
#include "referee/lobby/match_request.h"
#include "referee/submissions/bot_registration.h"
#include "referee/submissions/version_requests.h"

namespace arena::referee {
namespace {

using google::protobuf::util::TimeUtil;

constexpr size_t kMaxReason = 1000;
constexpr absl::Duration kLeastLifetime = absl::Minutes(1);
// Longer than any token is needed, and short enough to end on a valid date.
constexpr absl::Duration kMostLifetime = absl::Hours(24 * 365 * 100);
// How long an author cannot undo a benching by an admin or the referee.
constexpr absl::Duration kBenchTime = absl::Hours(1);

v1::Token TokenMessage(const TokenRow& row) {
  v1::Token token;
  token.set_token_id(row.token_id);
  token.set_role(row.role);
  token.set_owner(row.owner);
  *token.mutable_created_time() = ToTimestamp(row.created);
  if (row.expires.has_value()) {
    *token.mutable_expire_time() = ToTimestamp(*row.expires);
  }
  return token;
}

// "author ada"; where no tokens are needed, "admin".
std::string ByLine(const Caller& caller) {
  return caller.anonymous()
             ? RoleName(caller.role)
             : absl::StrCat(RoleName(caller.role), " ", caller.owner);
}

// Whether the caller, an admin or an author, may see and revoke the token.
bool MayManage(const Caller& caller, const TokenRow& token) {
  return caller.role == v1::ROLE_ADMIN || caller.owner == token.author;
}

// Clears the fields that only the bot's author and admins may see.
void HidePrivate(v1::Bot& bot) {
  bot.clear_status_reason();
  bot.clear_status_by();
  bot.clear_faults();
  bot.clear_bench_reports();
}

// The bot with the fields that the caller may see. NOT_FOUND.
absl::StatusOr<v1::Bot> VisibleBot(Store& store, const Caller& caller,
                                   absl::string_view name) {
  ARENA_ASSIGN_OR_RETURN(v1::Bot bot, store.bots().Get(name));
  if (!Owns(caller, bot)) HidePrivate(bot);
  return bot;
}

absl::Status CheckStatusChange(const Caller& caller, const v1::Bot& bot,
                               v1::Bot::Status status) {
  if (bot.status() == v1::Bot::STATUS_RETIRED &&
      status != v1::Bot::STATUS_RETIRED) {
    return absl::FailedPreconditionError(absl::StrCat(
        "\"", bot.name(), "\" is retired for ever; register another bot"));
  }
  // An author may not bench it again either: the benching would become its own.
  const bool changes = bot.status() == v1::Bot::STATUS_BENCHED &&
                       status != v1::Bot::STATUS_RETIRED;
  if (!changes || caller.role == v1::ROLE_ADMIN ||
      bot.status_by() == ByLine(caller)) {
    return absl::OkStatus();
  }
  const absl::Duration left =
      absl::FromUnixMicros(
          TimeUtil::TimestampToMicroseconds(bot.status_time())) +
      kBenchTime - absl::Now();
  if (left <= absl::ZeroDuration()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("\"", bot.name(), "\" was benched by ", bot.status_by(),
                   "; its author can activate it in ",
                   absl::FormatDuration(absl::Ceil(left, absl::Minutes(1)))));
}

// ---- Bots ----

// The key by which the store knows a repeated request; empty without an id.
absl::StatusOr<std::string> KeyOfRequest(absl::string_view method,
                                         const Caller& caller,
                                         const std::string& request_id) {
  if (request_id.empty()) return std::string();
  ARENA_RETURN_IF_ERROR(CheckName("request_id", request_id));
  return absl::StrCat(method, "/", RequestKey(caller, request_id));
}

absl::StatusOr<v1::RegisterBotResponse> RegisterBot(
    Access& access, Store& store, const Caller& caller,
    const v1::RegisterBotRequest& request) {
  ARENA_ASSIGN_OR_RETURN(const v1::Bot bot, NewBot(caller, request));
  ARENA_ASSIGN_OR_RETURN(
      const std::string key,
      KeyOfRequest("RegisterBot", caller, request.request_id()));
  ARENA_RETURN_IF_ERROR(
      AddBot(access.quotas(), store.bots(), caller, bot, key));
  ARENA_ASSIGN_OR_RETURN(
      const NewToken token,
      MakeToken(store.tokens(),
                {.role = v1::ROLE_BOT, .owner = bot.name(), .request = key},
                absl::Now()));
  if (!token.replaced.empty()) access.OnRevoked(token.replaced);
  v1::RegisterBotResponse response;
  response.set_token(token.secret);
  ARENA_ASSIGN_OR_RETURN(*response.mutable_bot(),
                         VisibleBot(store, caller, bot.name()));
  return response;
}

absl::StatusOr<v1::GetBotResponse> GetBot(Access& /*access*/, Store& store,
                                          const Caller& caller,
                                          const v1::GetBotRequest& request) {
  v1::GetBotResponse response;
  ARENA_ASSIGN_OR_RETURN(*response.mutable_bot(),
                         VisibleBot(store, caller, request.name()));
  return response;
}

absl::StatusOr<v1::ListBotsResponse> ListBots(
    Access& /*access*/, Store& store, const Caller& caller,
    const v1::ListBotsRequest& request) {
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const std::string after,
                         ReadPageToken(list, request.page_token()));
  ARENA_ASSIGN_OR_RETURN(std::vector<v1::Bot> bots,
                         store.bots().List(request.author(), after, size + 1));
  v1::ListBotsResponse response;
  PageRoom room(size);
  std::string last;
  for (v1::Bot& bot : bots) {
    if (!Owns(caller, bot)) HidePrivate(bot);
    if (!room.Take(bot)) {
      response.set_next_page_token(MakePageToken(list, last));
      break;
    }
    last = bot.name();
    *response.add_bots() = std::move(bot);
  }
  return response;
}

absl::StatusOr<v1::SetBotStatusResponse> SetBotStatus(
    Access& /*access*/, Store& store, const Caller& caller,
    const v1::SetBotStatusRequest& request) {
  if (!v1::Bot::Status_IsValid(request.status()) ||
      request.status() == v1::Bot::STATUS_UNSPECIFIED) {
    return absl::InvalidArgumentError(
        absl::StrCat("status is ", request.status(),
                     "; expected STATUS_ACTIVE, STATUS_BENCHED or "
                     "STATUS_RETIRED"));
  }
  ARENA_RETURN_IF_ERROR(CheckText("reason", request.reason(), kMaxReason));
  ARENA_ASSIGN_OR_RETURN(const v1::Bot bot,
                         OwnBot(store.bots(), caller, request.name()));
  ARENA_RETURN_IF_ERROR(CheckStatusChange(caller, bot, request.status()));
  ARENA_RETURN_IF_ERROR(store.bots().SetStatus(request.name(), request.status(),
                                               request.reason(), ByLine(caller),
                                               absl::Now()));
  Log("bot status", {{"bot", request.name()},
                     {"status", v1::Bot::Status_Name(request.status())},
                     {"by", ByLine(caller)}});
  v1::SetBotStatusResponse response;
  ARENA_ASSIGN_OR_RETURN(*response.mutable_bot(),
                         VisibleBot(store, caller, request.name()));
  return response;
}

absl::StatusOr<v1::UpdateBotResponse> UpdateBot(
    Access& /*access*/, Store& store, const Caller& caller,
    const v1::UpdateBotRequest& request) {
  ARENA_RETURN_IF_ERROR(CheckDescription(request.description()));
  ARENA_RETURN_IF_ERROR(OwnBot(store.bots(), caller, request.name()).status());
  ARENA_RETURN_IF_ERROR(
      store.bots().SetDescription(request.name(), request.description()));
  v1::UpdateBotResponse response;
  ARENA_ASSIGN_OR_RETURN(*response.mutable_bot(),
                         VisibleBot(store, caller, request.name()));
  return response;
}

// ---- Tokens ----

absl::StatusOr<std::optional<absl::Duration>> LifetimeOf(
    const v1::CreateTokenRequest& request) {
  std::optional<absl::Duration> lifetime;
  if (!request.has_lifetime()) return lifetime;
  lifetime = absl::Seconds(request.lifetime().seconds()) +
             absl::Nanoseconds(request.lifetime().nanos());
  if (*lifetime >= kLeastLifetime && *lifetime <= kMostLifetime) {
    return lifetime;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "lifetime is ", absl::FormatDuration(*lifetime),
      "; expected 1m to 100 years, or none for a token that is good until it "
      "is revoked"));
}

absl::StatusOr<v1::CreateTokenResponse> CreateToken(
    Access& access, Store& store, const Caller& caller,
    const v1::CreateTokenRequest& request) {
  if (!v1::Role_IsValid(request.role()) ||
      request.role() == v1::ROLE_UNSPECIFIED) {
    return absl::InvalidArgumentError(absl::StrCat(
        "role is ", request.role(),
        "; expected ROLE_BOT, ROLE_AUTHOR, ROLE_ADMIN, ROLE_SPECTATOR or "
        "ROLE_RUNNER"));
  }
  ARENA_RETURN_IF_ERROR(CheckName("owner", request.owner()));
  if (request.role() == v1::ROLE_BOT) {
    ARENA_RETURN_IF_ERROR(
        OwnBot(store.bots(), caller, request.owner()).status());
  } else if (caller.role != v1::ROLE_ADMIN) {
    return absl::PermissionDeniedError(
        absl::StrCat("an author may make tokens only for its bots; only an "
                     "admin may make a token of the role ",
                     RoleName(request.role())));
  }
  TokenWish wish = {.role = request.role(), .owner = request.owner()};
  // Each of its processes has one.
  if (access.confined_bots()) wish.most = std::numeric_limits<int>::max();
  ARENA_ASSIGN_OR_RETURN(wish.lifetime, LifetimeOf(request));
  ARENA_ASSIGN_OR_RETURN(
      wish.request, KeyOfRequest("CreateToken", caller, request.request_id()));
  ARENA_ASSIGN_OR_RETURN(const NewToken token,
                         MakeToken(store.tokens(), wish, absl::Now()));
  if (!token.replaced.empty()) access.OnRevoked(token.replaced);
  v1::CreateTokenResponse response;
  *response.mutable_token() = TokenMessage(token.row);
  response.set_secret(token.secret);
  return response;
}

absl::StatusOr<v1::RevokeTokenResponse> RevokeToken(
    Access& access, Store& store, const Caller& caller,
    const v1::RevokeTokenRequest& request) {
  ARENA_ASSIGN_OR_RETURN(const TokenRow token,
                         store.tokens().Get(request.token_id()));
  if (!MayManage(caller, token)) {
    return absl::PermissionDeniedError(
        absl::StrCat(caller.Account(), " may revoke only tokens of its bots"));
  }
  ARENA_RETURN_IF_ERROR(store.tokens().Delete(request.token_id()).status());
  access.OnRevoked(request.token_id());
  return v1::RevokeTokenResponse();
}

absl::StatusOr<v1::ListTokensResponse> ListTokens(
    Access& /*access*/, Store& store, const Caller& caller,
    const v1::ListTokensRequest& request) {
  TokenFilter filter = {.owner = request.owner(), .author = ""};
  if (caller.role != v1::ROLE_ADMIN) filter.author = caller.owner;
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const int64_t after,
                         ReadPageNumber(list, request.page_token()));
  ARENA_ASSIGN_OR_RETURN(const std::vector<TokenRow> tokens,
                         store.tokens().List(filter, size + 1, after));
  v1::ListTokensResponse response;
  PageRoom room(size);
  int64_t last = 0;
  for (const TokenRow& token : tokens) {
    v1::Token message = TokenMessage(token);
    if (!room.Take(message)) {
      response.set_next_page_token(MakePageToken(list, absl::StrCat(last)));
      break;
    }
    *response.add_tokens() = std::move(message);
    last = token.number;
  }
  return response;
}

}  // namespace

BotService::BotService(Access& access, StoreExecutor& store, MatchHost& host,
                       SubmissionIntake& submissions, VersionPipeline& versions)
    : access_(access),
      store_(store),
      host_(host),
      submissions_(submissions),
      versions_(versions) {}
BotService::~BotService() = default;

// ---- The service ----

template <typename Request, typename Response>
UnaryCall* BotService::Serve(CallContext* context, absl::string_view method,
                             bool only_reads, const Request* request,
                             Response* response, Work<Request, Response> work) {
  return ServeUnary(access_, method, context, response,
                    [=, this](const Caller& caller, const auto& reply) {
                      // The request is copied, because the call may end before
                      // the store answers.
                      auto ask = [&access = access_, work, caller,
                                  request = *request](Store& store) {
                        return work(access, store, caller, request);
                      };
                      if (only_reads) return store_.Read(nullptr, ask, reply);
                      store_.TryWrite(nullptr, ask, reply);
                    });
}

template <typename Request, typename Response>
UnaryCall* BotService::ServeChoice(CallContext* context,
                                   absl::string_view method,
                                   const Request* request, Response* response,
                                   Work<Request, Response> work) {
  return ServeUnary(
      access_, method, context, response,
      [=, this](const Caller& caller, const auto& reply) {
        store_.TryWrite(
            nullptr,
            [&access = access_, work, caller, request = *request](
                Store& store) { return work(access, store, caller, request); },
            [this, reply](absl::StatusOr<Response> chosen) {
              if (chosen.ok()) versions_.Look();
              reply(std::move(chosen));
            });
      });
}

UnaryCall* BotService::RegisterBot(CallContext* context,
                                   const v1::RegisterBotRequest* request,
                                   v1::RegisterBotResponse* response) {
  return Serve(context, "BotService.RegisterBot", /*only_reads=*/false, request,
               response, &referee::RegisterBot);
}

UnaryCall* BotService::GetBot(CallContext* context,
                              const v1::GetBotRequest* request,
                              v1::GetBotResponse* response) {
  return Serve(context, "BotService.GetBot", /*only_reads=*/true, request,
               response, &referee::GetBot);
}

UnaryCall* BotService::ListBots(CallContext* context,
                                const v1::ListBotsRequest* request,
                                v1::ListBotsResponse* response) {
  return Serve(context, "BotService.ListBots", /*only_reads=*/true, request,
               response, &referee::ListBots);
}

UnaryCall* BotService::SetBotStatus(CallContext* context,
                                    const v1::SetBotStatusRequest* request,
                                    v1::SetBotStatusResponse* response) {
  return ServeChoice(context, "BotService.SetBotStatus", request, response,
                     &referee::SetBotStatus);
}

UnaryCall* BotService::UpdateBot(CallContext* context,
                                 const v1::UpdateBotRequest* request,
                                 v1::UpdateBotResponse* response) {
  return Serve(context, "BotService.UpdateBot", /*only_reads=*/false, request,
               response, &referee::UpdateBot);
}

UnaryCall* BotService::CreateToken(CallContext* context,
                                   const v1::CreateTokenRequest* request,
                                   v1::CreateTokenResponse* response) {
  return Serve(context, "BotService.CreateToken", /*only_reads=*/false, request,
               response, &referee::CreateToken);
}

UnaryCall* BotService::RevokeToken(CallContext* context,
                                   const v1::RevokeTokenRequest* request,
                                   v1::RevokeTokenResponse* response) {
  return Serve(context, "BotService.RevokeToken", /*only_reads=*/false, request,
               response, &referee::RevokeToken);
}

UnaryCall* BotService::ListTokens(CallContext* context,
                                  const v1::ListTokensRequest* request,
                                  v1::ListTokensResponse* response) {
  return Serve(context, "BotService.ListTokens", /*only_reads=*/true, request,
               response, &referee::ListTokens);
}

UnaryCall* BotService::ListSessions(CallContext* context,
                                    const v1::ListSessionsRequest* request,
                                    v1::ListSessionsResponse* response) {
  return ServeUnary(access_, "BotService.ListSessions", context, response,
                    [=, this](const Caller&, const auto& reply) {
                      host_.ListSessions(*request, reply);
                    });
}

UnaryCall* BotService::ReportCrash(CallContext* context,
                                   const v1::ReportCrashRequest* request,
                                   v1::ReportCrashResponse* response) {
  return ServeUnary(access_, "BotService.ReportCrash", context, response,
                    [=, this](const Caller& caller, const auto& reply) {
                      host_.ReportCrash(
                          *request, caller,
                          std::string(MetadataOf(*context, "arena-session")),
                          reply);
                    });
}

SubmissionCall* BotService::SubmitVersion(CallContext* context) {
  return ServeSubmission(access_, submissions_, *context);
}

UnaryCall* BotService::GetVersion(CallContext* context,
                                  const v1::GetVersionRequest* request,
                                  v1::GetVersionResponse* response) {
  return Serve(context, "BotService.GetVersion", /*only_reads=*/true, request,
               response, &referee::GetVersion);
}

UnaryCall* BotService::ListVersions(CallContext* context,
                                    const v1::ListVersionsRequest* request,
                                    v1::ListVersionsResponse* response) {
  return Serve(context, "BotService.ListVersions", /*only_reads=*/true, request,
               response, &referee::ListVersions);
}

UnaryCall* BotService::ActivateVersion(
    CallContext* context, const v1::ActivateVersionRequest* request,
    v1::ActivateVersionResponse* response) {
  return ServeChoice(context, "BotService.ActivateVersion", request, response,
                     &referee::ActivateVersion);
}

UnaryCall* BotService::RetireVersion(CallContext* context,
                                     const v1::RetireVersionRequest* request,
                                     v1::RetireVersionResponse* response) {
  return ServeChoice(context, "BotService.RetireVersion", request, response,
                     &referee::RetireVersion);
}

UnaryCall* BotService::ListSeatReports(
    CallContext* context, const v1::ListSeatReportsRequest* request,
    v1::ListSeatReportsResponse* response) {
  return Serve(context, "BotService.ListSeatReports", /*only_reads=*/true,
               request, response, &referee::ListSeatReports);
}

}  // namespace arena::referee
