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
#include "referee/services/services.h"
#include "referee/services/submission_stream.h"
#include "referee/submissions/bot_registration.h"
#include "referee/submissions/version_requests.h"

namespace arena::referee {
namespace {

using google::protobuf::util::TimeUtil;

constexpr size_t kLongestReason = 1000;
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

// "author ada"; "admin" if no tokens are needed.
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
  // An author may not bench the bot again either: the benching would become the
  // author's own.
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
  if (!token.replaced.empty()) access.Revoke(token.replaced);
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
  ARENA_RETURN_IF_ERROR(CheckText("reason", request.reason(), kLongestReason));
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
  // Each process of a bot has a token.
  if (access.confined_bots()) wish.most = std::numeric_limits<int>::max();
  ARENA_ASSIGN_OR_RETURN(wish.lifetime, LifetimeOf(request));
  ARENA_ASSIGN_OR_RETURN(
      wish.request, KeyOfRequest("CreateToken", caller, request.request_id()));
  ARENA_ASSIGN_OR_RETURN(const NewToken token,
                         MakeToken(store.tokens(), wish, absl::Now()));
  if (!token.replaced.empty()) access.Revoke(token.replaced);
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
  access.Revoke(request.token_id());
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

// ---- Rows ----

// How work uses the store. kWritesVersions may change which versions play.
enum class Use { kReads, kWrites, kWritesVersions };

// A method whose work is done on the store's thread. The result of the work is
// the answer, unless it comes too late.
class StoreMethods {
 public:
  StoreMethods(Access& access, StoreExecutor& store, VersionPipeline& versions)
      : access_(access), store_(store), versions_(versions) {}

  template <typename Request, typename Response>
  Method Row(absl::string_view name, const Permission& permission, Use use,
             absl::StatusOr<Response> (*work)(Access& access, Store& store,
                                              const Caller& caller,
                                              const Request& request)) const {
    return Unary(
        name, permission,
        [&access = access_, &store = store_, &versions = versions_, use, work](
            const Call& call, const Request& request,
            const Reply<Response>& reply) {
          auto ask = [&access, work, caller = call.caller(),
                      request](Store& rows) {
            return work(access, rows, caller, request);
          };
          if (use == Use::kReads) return store.Read(nullptr, ask, reply);
          store.TryWrite(
              nullptr, ask,
              [&versions, use, reply](absl::StatusOr<Response> response) {
                if (use == Use::kWritesVersions && response.ok()) {
                  versions.Look();
                }
                reply(std::move(response));
              });
        });
  }

 private:
  Access& access_;
  StoreExecutor& store_;
  VersionPipeline& versions_;
};

}  // namespace

std::vector<Method> BotMethods(Access& access, StoreExecutor& store,
                               MatchRequests& requests,
                               SubmissionIntake& submissions,
                               VersionPipeline& versions) {
  const StoreMethods stored(access, store, versions);
  return {
      stored.Row("BotService.ActivateVersion", kAuthors, Use::kWritesVersions,
                 &ActivateVersion),
      stored.Row("BotService.CreateToken", kAuthors.Proven(), Use::kWrites,
                 &CreateToken),
      stored.Row("BotService.GetBot", kWatchers, Use::kReads, &GetBot),
      stored.Row("BotService.GetVersion", kAuthors, Use::kReads, &GetVersion),
      stored.Row("BotService.ListBots", kWatchers, Use::kReads, &ListBots),
      stored.Row("BotService.ListSeatReports", kAuthors, Use::kReads,
                 &ListSeatReports),
      stored.Row("BotService.ListTokens", kAuthors, Use::kReads, &ListTokens),
      stored.Row("BotService.ListVersions", kAuthors, Use::kReads,
                 &ListVersions),
      stored.Row("BotService.RegisterBot", kAuthors.Proven(), Use::kWrites,
                 &RegisterBot),
      stored.Row("BotService.RetireVersion", kAuthors, Use::kWritesVersions,
                 &RetireVersion),
      stored.Row("BotService.RevokeToken", kAuthors, Use::kWrites,
                 &RevokeToken),
      stored.Row("BotService.SetBotStatus", kAuthors, Use::kWritesVersions,
                 &SetBotStatus),
      stored.Row("BotService.UpdateBot", kAuthors, Use::kWrites, &UpdateBot),
      // Tells which bots are connected, which is not for the public.
      Unary("BotService.ListSessions", kReaders,
            [&requests](const Call&, const v1::ListSessionsRequest& request,
                        const Reply<v1::ListSessionsResponse>& reply) {
              requests.ListSessions(request, reply);
            }),
      // A caller without a token shows the token of the session (see
      // MatchRequests).
      Unary("BotService.ReportCrash", kBots,
            [&requests](const Call& call, const v1::ReportCrashRequest& request,
                        const Reply<v1::ReportCrashResponse>& reply) {
              requests.ReportCrash(
                  request, call.caller(),
                  std::string(call.MetadataOf("arena-session")), reply);
            }),
      BidiStream("BotService.SubmitVersion", kAuthors,
                 [&submissions](const std::shared_ptr<Call>& call) {
                   return NewSubmissionStream(submissions, call);
                 })};
}

}  // namespace arena::referee
