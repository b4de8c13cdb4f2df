#include "referee/bot_service.h"

#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/games/registry.h"
#include "referee/admission.h"
#include "referee/bot_name.h"
#include "referee/grpc_status.h"
#include "referee/log.h"
#include "referee/ownership.h"
#include "referee/paging.h"
#include "referee/secrets.h"

namespace arena::referee {
namespace {

constexpr size_t kMaxReason = 1000;
// How long an author cannot undo what an admin or the referee has done.
constexpr absl::Duration kBenchTime = absl::Hours(1);

void ToTimestamp(absl::Time time, google::protobuf::Timestamp& out) {
  const int64_t seconds = absl::ToUnixSeconds(time);
  out.set_seconds(seconds);
  out.set_nanos(static_cast<int32_t>(
      absl::ToInt64Nanoseconds(time - absl::FromUnixSeconds(seconds))));
}

absl::Time FromTimestamp(const google::protobuf::Timestamp& time) {
  return absl::FromUnixSeconds(time.seconds()) +
         absl::Nanoseconds(time.nanos());
}

v1::Token TokenMessage(const TokenRow& row) {
  v1::Token token;
  token.set_token_id(row.token_id);
  token.set_role(row.role);
  token.set_owner(row.owner);
  ToTimestamp(row.created, *token.mutable_created_time());
  return token;
}

// "author ada"; where no tokens are needed, "admin".
std::string ByLine(const Caller& caller) {
  return caller.anonymous()
             ? RoleName(caller.role)
             : absl::StrCat(RoleName(caller.role), " ", caller.owner);
}

// Whether the caller may see and revoke the token; it is an admin or author.
bool MayManage(const Caller& caller, const TokenRow& token) {
  return caller.role == v1::ROLE_ADMIN || caller.owner == token.author;
}

// What only its author and admins are told.
void HidePrivate(v1::Bot& bot) {
  bot.clear_status_reason();
  bot.clear_status_by();
  bot.clear_faults();
  bot.clear_bench_reports();
}

absl::Status CheckStatusChange(const Caller& caller, const v1::Bot& bot,
                               v1::Bot::Status status) {
  if (bot.status() == v1::Bot::STATUS_RETIRED &&
      status != v1::Bot::STATUS_RETIRED) {
    return absl::FailedPreconditionError(
        absl::StrCat("\"", bot.name(), "\" is retired, and stays so"));
  }
  // Not even by benching it anew, which would make it the author's doing.
  const bool changes = bot.status() == v1::Bot::STATUS_BENCHED &&
                       status != v1::Bot::STATUS_RETIRED;
  if (!changes || caller.role == v1::ROLE_ADMIN ||
      bot.status_by() == ByLine(caller)) {
    return absl::OkStatus();
  }
  const absl::Duration left =
      FromTimestamp(bot.status_time()) + kBenchTime - absl::Now();
  if (left <= absl::ZeroDuration()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("\"", bot.name(), "\" was benched by ", bot.status_by(),
                   "; its author can activate it in ",
                   absl::FormatDuration(absl::Ceil(left, absl::Minutes(1)))));
}

}  // namespace

absl::StatusOr<NewToken> MakeToken(Tokens& tokens, v1::Role role,
                                   const std::string& owner, absl::Time now) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<TokenRow> others,
                         tokens.List({.owner = owner, .author = ""}));
  const auto alike = absl::c_count_if(
      others, [role](const TokenRow& other) { return other.role == role; });
  if (alike >= kMaxTokens) {
    return absl::ResourceExhaustedError(absl::StrCat(
        RoleName(role), " \"", owner, "\" has ", alike, " tokens, and at most ",
        kMaxTokens, " are allowed; revoke some that are no longer used"));
  }
  NewToken token;
  token.secret = RandomSecret();
  token.row = {.token_id = RandomName(),
               .secret_sha256 = Sha256(token.secret),
               .role = role,
               .owner = owner,
               .created = absl::FromUnixMicros(absl::ToUnixMicros(now))};
  ARENA_RETURN_IF_ERROR(tokens.Insert(token.row));
  Log("token created", {{"token", token.row.token_id},
                        {"role", RoleName(role)},
                        {"owner", owner}});
  return token;
}

grpc::ServerUnaryReactor* BotService::Run(
    grpc::CallbackServerContext* context, absl::string_view method,
    std::function<absl::Status(const Caller&)> work) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(access_, method, *context, *reactor);
  if (!caller.has_value()) return reactor;
  const std::shared_ptr<Strand> strand = executor_.NewStrand();
  // The strand lives until its task has run.
  strand->Post([strand, reactor, caller = *caller, work = std::move(work)] {
    reactor->Finish(ToGrpc(work(caller)));
  });
  return reactor;
}

// ---- Bots ----

grpc::ServerUnaryReactor* BotService::RegisterBot(
    grpc::CallbackServerContext* context, const v1::RegisterBotRequest* request,
    v1::RegisterBotResponse* response) {
  return Run(context, "BotService.RegisterBot",
             [this, request, response](const Caller& caller) {
               return DoRegister(caller, *request, *response);
             });
}

absl::Status BotService::CheckBotQuota(const Caller& caller) {
  const int most = access_.quotas().max_bots;
  if (!caller.limited() || most == 0) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(const std::vector<v1::Bot> bots,
                         store_.bots().List(caller.owner, "", most));
  if (static_cast<int>(bots.size()) < most) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat(caller.Account(), " has registered ", bots.size(),
                   " bots, its limit; an admin may register more for it"));
}

absl::Status BotService::DoRegister(const Caller& caller,
                                    const v1::RegisterBotRequest& request,
                                    v1::RegisterBotResponse& response) {
  ARENA_RETURN_IF_ERROR(CheckBotName("name", request.name()));
  v1::Bot bot;
  bot.set_name(request.name());
  const bool author = caller.role == v1::ROLE_AUTHOR;
  bot.set_author(author && request.author().empty() ? caller.owner
                                                    : request.author());
  ARENA_RETURN_IF_ERROR(CheckName("author", bot.author()));
  if (!Owns(caller, bot)) {
    return absl::PermissionDeniedError(
        absl::StrCat(caller.Account(), " registers bots of its own, not of \"",
                     bot.author(), "\""));
  }
  ARENA_RETURN_IF_ERROR(CheckBotQuota(caller));
  for (const std::string& game : request.games()) {
    const absl::Status known = FindGame(game).status();
    if (!known.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("games: ", known.message()));
    }
    bot.add_games(game);
  }
  bot.set_status(v1::Bot::STATUS_ACTIVE);
  ARENA_RETURN_IF_ERROR(store_.bots().Insert(bot, absl::Now()));
  ARENA_ASSIGN_OR_RETURN(
      const NewToken token,
      MakeToken(store_.tokens(), v1::ROLE_BOT, bot.name(), absl::Now()));
  response.set_token(token.secret);
  return DoGet(caller, bot.name(), *response.mutable_bot());
}

grpc::ServerUnaryReactor* BotService::GetBot(
    grpc::CallbackServerContext* context, const v1::GetBotRequest* request,
    v1::GetBotResponse* response) {
  return Run(context, "BotService.GetBot",
             [this, request, response](const Caller& caller) {
               return DoGet(caller, request->name(), *response->mutable_bot());
             });
}

absl::Status BotService::DoGet(const Caller& caller, const std::string& name,
                               v1::Bot& bot) {
  ARENA_ASSIGN_OR_RETURN(bot, store_.bots().Get(name));
  if (!Owns(caller, bot)) HidePrivate(bot);
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* BotService::ListBots(
    grpc::CallbackServerContext* context, const v1::ListBotsRequest* request,
    v1::ListBotsResponse* response) {
  return Run(context, "BotService.ListBots",
             [this, request, response](const Caller& caller) {
               const absl::Status status = DoList(*request, *response);
               for (v1::Bot& bot : *response->mutable_bots()) {
                 if (!Owns(caller, bot)) HidePrivate(bot);
               }
               return status;
             });
}

absl::Status BotService::DoList(const v1::ListBotsRequest& request,
                                v1::ListBotsResponse& response) {
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(
      const std::vector<v1::Bot> bots,
      store_.bots().List(request.author(), request.page_token(), size));
  for (const v1::Bot& bot : bots) *response.add_bots() = bot;
  if (static_cast<int>(bots.size()) == size) {
    response.set_next_page_token(bots.back().name());
  }
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* BotService::SetBotStatus(
    grpc::CallbackServerContext* context,
    const v1::SetBotStatusRequest* request,
    v1::SetBotStatusResponse* response) {
  return Run(context, "BotService.SetBotStatus",
             [this, request, response](const Caller& caller) {
               return DoSetStatus(caller, *request, *response->mutable_bot());
             });
}

absl::Status BotService::DoSetStatus(const Caller& caller,
                                     const v1::SetBotStatusRequest& request,
                                     v1::Bot& bot) {
  if (!v1::Bot::Status_IsValid(request.status()) ||
      request.status() == v1::Bot::STATUS_UNSPECIFIED) {
    return absl::InvalidArgumentError(
        absl::StrCat("status is ", request.status(),
                     "; expected STATUS_ACTIVE, STATUS_BENCHED or "
                     "STATUS_RETIRED"));
  }
  ARENA_RETURN_IF_ERROR(CheckText("reason", request.reason(), kMaxReason));
  ARENA_ASSIGN_OR_RETURN(bot, OwnBot(caller, request.name()));
  ARENA_RETURN_IF_ERROR(CheckStatusChange(caller, bot, request.status()));
  ARENA_RETURN_IF_ERROR(
      store_.bots().SetStatus(request.name(), request.status(),
                              request.reason(), ByLine(caller), absl::Now()));
  Log("bot status", {{"bot", request.name()},
                     {"status", v1::Bot::Status_Name(request.status())},
                     {"by", ByLine(caller)}});
  return DoGet(caller, request.name(), bot);
}

// ---- Tokens ----

grpc::ServerUnaryReactor* BotService::CreateToken(
    grpc::CallbackServerContext* context, const v1::CreateTokenRequest* request,
    v1::CreateTokenResponse* response) {
  return Run(context, "BotService.CreateToken",
             [this, request, response](const Caller& caller) {
               return DoCreateToken(caller, *request, *response);
             });
}

absl::Status BotService::DoCreateToken(const Caller& caller,
                                       const v1::CreateTokenRequest& request,
                                       v1::CreateTokenResponse& response) {
  if (!v1::Role_IsValid(request.role()) ||
      request.role() == v1::ROLE_UNSPECIFIED) {
    return absl::InvalidArgumentError(absl::StrCat(
        "role is ", request.role(),
        "; expected ROLE_BOT, ROLE_AUTHOR, ROLE_ADMIN or ROLE_SPECTATOR"));
  }
  ARENA_RETURN_IF_ERROR(CheckName("owner", request.owner()));
  if (request.role() == v1::ROLE_BOT) {
    ARENA_RETURN_IF_ERROR(OwnBot(caller, request.owner()).status());
  } else if (caller.role != v1::ROLE_ADMIN) {
    return absl::PermissionDeniedError(
        absl::StrCat("an author makes tokens of bots; one of the role ",
                     RoleName(request.role()), " is made by an admin"));
  }
  ARENA_ASSIGN_OR_RETURN(
      const NewToken token,
      MakeToken(store_.tokens(), request.role(), request.owner(), absl::Now()));
  *response.mutable_token() = TokenMessage(token.row);
  response.set_secret(token.secret);
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* BotService::RevokeToken(
    grpc::CallbackServerContext* context, const v1::RevokeTokenRequest* request,
    v1::RevokeTokenResponse* /*response*/) {
  return Run(context, "BotService.RevokeToken",
             [this, request](const Caller& caller) {
               return DoRevoke(caller, request->token_id());
             });
}

absl::Status BotService::DoRevoke(const Caller& caller,
                                  const std::string& token_id) {
  ARENA_ASSIGN_OR_RETURN(const TokenRow token, store_.tokens().Get(token_id));
  if (!MayManage(caller, token)) {
    return absl::PermissionDeniedError(
        absl::StrCat(caller.Account(), " may revoke tokens of its bots only"));
  }
  ARENA_RETURN_IF_ERROR(store_.tokens().Delete(token_id).status());
  access_.OnRevoked(token_id);
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* BotService::ListTokens(
    grpc::CallbackServerContext* context, const v1::ListTokensRequest* request,
    v1::ListTokensResponse* response) {
  return Run(context, "BotService.ListTokens",
             [this, request, response](const Caller& caller) {
               return DoListTokens(caller, request->owner(), *response);
             });
}

absl::Status BotService::DoListTokens(const Caller& caller,
                                      const std::string& owner,
                                      v1::ListTokensResponse& response) {
  TokenFilter filter = {.owner = owner, .author = ""};
  if (caller.role != v1::ROLE_ADMIN) filter.author = caller.owner;
  ARENA_ASSIGN_OR_RETURN(const std::vector<TokenRow> tokens,
                         store_.tokens().List(filter));
  for (const TokenRow& token : tokens) {
    *response.add_tokens() = TokenMessage(token);
  }
  return absl::OkStatus();
}

// ---- Ownership ----

absl::StatusOr<v1::Bot> BotService::OwnBot(const Caller& caller,
                                           absl::string_view name) {
  ARENA_ASSIGN_OR_RETURN(v1::Bot bot, store_.bots().Get(name));
  if (Owns(caller, bot)) return bot;
  return absl::PermissionDeniedError(
      absl::StrCat("\"", name, "\" is a bot of \"", bot.author(),
                   "\", not one of ", caller.Account()));
}

}  // namespace arena::referee
