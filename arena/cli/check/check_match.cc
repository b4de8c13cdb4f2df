#include "arena/cli/check/check_match.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/cli/base/match_id.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kPause = absl::Milliseconds(5);

// The last error of the referee about the bot; empty if there is none.
std::string LastError(const std::vector<check::Said>& said) {
  std::string text;
  for (const check::Said& entry : said) {
    const v1::PlayResponse* const response = entry.by_referee();
    if (response != nullptr && response->has_error()) {
      text = absl::StrCat("; the referee said: ", response->error().message());
    }
  }
  return text;
}

}  // namespace

CheckMatches::CheckMatches(std::shared_ptr<grpc::Channel> referee,
                           check::Meddler& meddler, std::string address,
                           CheckedBot& bot, std::string bot_name,
                           const SignalWaiter& signals, absl::Duration timeout)
    : meddler_(meddler),
      address_(std::move(address)),
      bot_(bot),
      bot_name_(std::move(bot_name)),
      signals_(signals),
      timeout_(timeout),
      stub_(v1::MatchService::NewStub(referee)),
      bots_(v1::BotService::NewStub(std::move(referee))) {}

absl::Status CheckMatches::EndBot() {
  bot_.Stop();
  v1::ListSessionsRequest request;
  request.set_bot(bot_name_);
  const absl::Time deadline = absl::Now() + timeout_;
  while (true) {
    ARENA_ASSIGN_OR_RETURN(
        const v1::ListSessionsResponse response,
        Call(*bots_, &v1::BotService::Stub::ListSessions, request));
    if (response.sessions().empty()) return absl::OkStatus();
    if (absl::Now() > deadline) {
      return absl::UnavailableError(
          "the referee has not noticed that the bot's program has ended");
    }
    ARENA_RETURN_IF_ERROR(signals_.Wait(kPause));
  }
}

absl::StatusOr<std::string> CheckMatches::Create(const CheckMatch& match) {
  v1::CreateMatchRequest request;
  request.set_game(match.game);
  request.mutable_options()->insert(match.options.begin(), match.options.end());
  for (int seat = 0; seat < match.seats; ++seat) {
    v1::SeatSpec& spec = *request.add_seats();
    if (absl::c_linear_search(match.of_bot, seat)) {
      spec.set_bot(bot_name_);
    } else {
      spec.set_built_in("random");
    }
  }
  ClockToMessage(match.clock, *request.mutable_clock());
  request.set_isolation(v1::ISOLATION_NONE);
  ARENA_ASSIGN_OR_RETURN(
      const v1::CreateMatchResponse response,
      Call(*stub_, &v1::MatchService::Stub::CreateMatch, request));
  return response.match().match_id();
}

absl::StatusOr<CheckMatchEnd> CheckMatches::Play(
    const CheckMatch& match, std::unique_ptr<mischief::Mischief> mischief,
    const OnLook& on_look) {
  ARENA_RETURN_IF_ERROR(EndBot());
  meddler_.Begin(std::move(mischief));
  ARENA_ASSIGN_OR_RETURN(const std::string id, Create(match));
  ARENA_RETURN_IF_ERROR(bot_.StartAfresh(address_));
  return Follow(id, on_look);
}

absl::StatusOr<CheckMatchEnd> CheckMatches::PlayOn(const CheckMatch& match) {
  meddler_.Begin(std::make_unique<mischief::Mischief>());
  ARENA_ASSIGN_OR_RETURN(const std::string id, Create(match));
  return Follow(id, nullptr);
}

absl::StatusOr<CheckMatchEnd> CheckMatches::Follow(const std::string& id,
                                                   const OnLook& on_look) {
  const absl::Time deadline = absl::Now() + timeout_;
  CheckMatchEnd end;
  while (true) {
    const bool ended = !bot_.running();
    end.said = meddler_.transcript()->All();
    ARENA_ASSIGN_OR_RETURN(v1::GetMatchResponse response, GetMatch(*stub_, id));
    end.match = std::move(*response.mutable_match());
    if (end.match.state() == v1::Match::STATE_FINISHED) return end;
    if (ended) {
      end.problem = bot_.EndText();
      break;
    }
    if (absl::Now() > deadline) {
      end.problem = absl::StrCat("the match is not over after ",
                                 absl::FormatDuration(timeout_),
                                 end.match.waits_for().empty()
                                     ? ""
                                     : "; it waits: " + end.match.waits_for(),
                                 LastError(end.said), bot_.SaidText());
      break;
    }
    if (on_look) ARENA_RETURN_IF_ERROR(on_look(end.said));
    ARENA_RETURN_IF_ERROR(signals_.Wait(kPause));
  }
  v1::CancelMatchRequest cancel;
  cancel.set_match_id(id);
  ARENA_RETURN_IF_ERROR(
      Call(*stub_, &v1::MatchService::Stub::CancelMatch, cancel).status());
  return end;
}

absl::StatusOr<std::vector<check::Said>> CheckMatches::Watch(
    const std::string& address, std::unique_ptr<mischief::Mischief> mischief,
    const std::function<bool(const std::vector<check::Said>&)>& done) {
  ARENA_RETURN_IF_ERROR(EndBot());
  meddler_.Begin(std::move(mischief));
  ARENA_RETURN_IF_ERROR(bot_.StartAfresh(address));
  const absl::Time deadline = absl::Now() + timeout_;
  while (true) {
    const bool ended = !bot_.running();
    std::vector<check::Said> said = meddler_.transcript()->All();
    if (ended || done(said) || absl::Now() > deadline) return said;
    ARENA_RETURN_IF_ERROR(signals_.Wait(kPause));
  }
}

}  // namespace arena::cli
