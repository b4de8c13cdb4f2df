#include "referee/matches/match_requests.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "referee/access/ownership.h"
#include "referee/access/replies.h"
#include "referee/base/log.h"
#include "referee/lobby/match_message.h"
#include "referee/lobby/match_request.h"
#include "referee/lobby/seating.h"
#include "referee/lobby/session_directory.h"
#include "referee/processes/processes.h"

namespace arena::referee {
namespace {

v1::BotSession SessionMessage(const Session& session) {
  const BotProfile profile = session.profile();
  v1::BotSession message;
  message.set_bot(profile.process.bot);
  message.set_instance(profile.process.Original().instance);
  message.set_version(profile.version);
  message.set_language(profile.language);
  for (const v1::GameSupport& plays : profile.repertoire.accepted()) {
    *message.add_plays() = plays;
  }
  message.set_max_matches(profile.max_matches);
  const Session::Business business = session.public_business();
  message.set_matches(business.matches);
  message.set_one_match(profile.one_match);
  message.set_leaving(business.leaving);
  return message;
}

// The position at which a page ends. No name has a slash in it.
std::string PositionOf(const ProcessName& process) {
  return absl::StrCat(process.bot, "/", process.instance);
}

// The session after which a page begins.
ProcessName Behind(const std::string& position) {
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(position, absl::MaxSplits('/', 1));
  return {parts.first, parts.second};
}

// A page of the sessions that have a stream. INVALID_ARGUMENT if the page is
// too large, or its token is not one of ours. In the lobby.
absl::StatusOr<v1::ListSessionsResponse> ListSessionsPage(
    const SessionDirectory& directory, const v1::ListSessionsRequest& request) {
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const std::string position,
                         ReadPageToken(list, request.page_token()));
  const ProcessName behind = Behind(position);
  v1::ListSessionsResponse response;
  PageRoom room(size);
  ProcessName last;
  for (const auto& session : request.bot().empty()
                                 ? directory.Live()
                                 : directory.LiveOf(request.bot())) {
    const bool is_before = !position.empty() && session->process() <= behind;
    if (is_before || !session->attached()) continue;
    v1::BotSession message = SessionMessage(*session);
    if (!room.Take(message)) {
      response.set_next_page_token(MakePageToken(list, PositionOf(last)));
      break;
    }
    *response.add_sessions() = std::move(message);
    last = session->process();
  }
  return response;
}

// Names the bots that do not play a waiting match.
std::string WhatIsNotPlayed(const SessionDirectory& directory,
                            const v1::Match& match) {
  const MatchKind kind = KindOf(match);
  std::vector<std::string> missing;
  for (const std::string& bot : BotsOf(match.seats())) {
    std::string lacks;
    for (const std::shared_ptr<Session>& session : directory.LiveOf(bot)) {
      if (!session->attached()) continue;
      const Repertoire repertoire = session->profile().repertoire;
      lacks = repertoire.Plays(kind) ? "" : repertoire.Missing(kind);
      if (lacks.empty()) break;
    }
    if (lacks.empty()) continue;
    missing.push_back(absl::StrCat(bot, " does not play ", lacks));
  }
  return absl::StrJoin(missing, ", ");
}

// Names the bots that must end other matches first.
std::string WhatComesFirst(const SessionDirectory& directory,
                           const v1::Match& match) {
  std::vector<std::string> waiting;
  for (const std::string& bot : BotsOf(match.seats())) {
    if (!directory.WaitsForEarlier(bot)) continue;
    waiting.push_back(absl::StrCat(
        bot,
        " has begun a new session, and the matches of its earlier session must "
        "be over first (the bot can go on with them by the token of the "
        "earlier session)"));
  }
  return absl::StrJoin(waiting, ", ");
}

// Adds to Match.waits_for of a pending match the bots that do not play it, must
// end other matches first, or need a runner. Belongs to the lobby; see lobby.h.
void AddReasons(const SessionDirectory& directory, const Processes& processes,
                v1::Match& match) {
  if (match.state() != v1::Match::STATE_PENDING) return;
  std::string why = WhatIsNotPlayed(directory, match);
  if (why.empty()) why = WhatComesFirst(directory, match);
  if (why.empty()) why = processes.WhatIsMissing(match);
  if (why.empty()) return;
  if (!match.waits_for().empty()) {
    why = absl::StrCat(match.waits_for(), ", ", why);
  }
  match.set_waits_for(why);
}

}  // namespace

// ---- Matches ----

void MatchRequests::CreateMatch(v1::CreateMatchRequest request,
                                const Caller& caller,
                                Answer<v1::Match> answer) {
  lobby_.Post([this, request = std::move(request), caller,
               answer = std::move(answer)] {
    if (lobby_.draining()) {
      return answer(absl::UnavailableError(
          "the referee is about to stop and takes no new matches"));
    }
    const absl::Status room = host_.quota().Check(caller);
    if (!room.ok()) return answer(room);
    absl::StatusOr<MatchRow> row =
        RowForRequest(request, lobby_.options().default_clock, RandomName());
    if (!row.ok()) return answer(row.status());
    row->request_id = RequestKey(caller, request.request_id());
    lobby_.TryWrite(
        [this, caller,
         row = *row](Store& store) -> absl::StatusOr<InsertedMatch> {
          ARENA_RETURN_IF_ERROR(
              CheckOwnsSeats(store.bots(), caller, row.seats));
          ARENA_RETURN_IF_ERROR(CheckVersionsPlay(store, row.seats));
          ARENA_RETURN_IF_ERROR(
              CheckMayTake(store, caller, lobby_.options().default_clock, row));
          return store.matches().Insert(row);
        },
        [this, request, asked = *row, place = host_.quota().Take(caller),
         answer](const absl::StatusOr<InsertedMatch>& inserted) {
          if (!inserted.ok()) return answer(inserted.status());
          const MatchRow& row = inserted->row;
          if (!inserted->inserted) {
            const absl::Status same = CheckRepetition(request, asked, row);
            if (!same.ok()) return answer(same);
            return answer(MatchMessage(row));
          }
          Log("match created", {{"match", row.match_id},
                                {"game", row.game},
                                {"label", row.label}});
          host_.Add(row, place, [this, row, answer] {
            const HostedMatch* const hosted = host_.Find(row.match_id);
            answer(MatchMessage(hosted == nullptr ? row : hosted->row));
          });
        });
  });
}

void MatchRequests::Show(const std::string& match_id,
                         Answer<v1::Match> answer) {
  lobby_.Read(
      [match_id](Store& store) -> absl::StatusOr<v1::Match> {
        ARENA_ASSIGN_OR_RETURN(MatchRow row, store.matches().Get(match_id));
        ARENA_ASSIGN_OR_RETURN(std::vector<v1::Match> messages,
                               MatchMessages(store, {std::move(row)}));
        return std::move(messages.front());
      },
      [this, answer = std::move(answer)](absl::StatusOr<v1::Match> match) {
        if (match.ok()) {
          AddReasons(host_.sessions(), host_.runners().processes(), *match);
        }
        answer(std::move(match));
      });
}

void MatchRequests::GetMatch(const std::string& match_id,
                             Answer<v1::Match> answer) {
  lobby_.Post([this, match_id, answer = std::move(answer)] {
    const HostedMatch* const hosted = host_.Find(match_id);
    if (hosted == nullptr || !hosted->begun) return Show(match_id, answer);
    hosted->runner->Inspect([this, match_id,
                             message = MatchMessage(hosted->row),
                             answer](const Match& match) {
      // The result is in the store before any caller can know of it.
      if (match.over()) return Show(match_id, answer);
      v1::Match counted = message;
      counted.set_plies(match.table().public_plies());
      answer(std::move(counted));
    });
  });
}

void MatchRequests::ListMatches(const v1::ListMatchesRequest& request,
                                Answer<v1::ListMatchesResponse> answer) {
  lobby_.Read([request](Store& store) { return ListPage(store, request); },
              [this, answer = std::move(answer)](
                  absl::StatusOr<v1::ListMatchesResponse> page) {
                if (page.ok()) {
                  for (v1::Match& match : *page->mutable_matches()) {
                    AddReasons(host_.sessions(), host_.runners().processes(),
                               match);
                  }
                }
                answer(std::move(page));
              });
}

void MatchRequests::CancelMatch(const std::string& match_id,
                                const Caller& caller,
                                Answer<v1::Match> answer) {
  lobby_.Post([this, match_id, caller, answer = std::move(answer)] {
    const HostedMatch* const hosted = host_.Find(match_id);
    if (hosted == nullptr || !caller.limited()) {
      return Cancel(match_id, answer);
    }
    // A cancelled match is played again, so an author that is about to lose
    // would cancel it. The check does not depend on the players: otherwise the
    // answer would tell who plays.
    if (const auto& place = hosted->row.place; place.has_value()) {
      return answer(absl::PermissionDeniedError(
          absl::StrCat("match ", match_id, " belongs to the competition ",
                       place->competition, "; only an admin may cancel it")));
    }
    lobby_.Read(
        [caller, seats = hosted->row.seats](Store& store) {
          return CheckOwnsSeats(store.bots(), caller, seats);
        },
        [this, match_id, answer](const absl::Status& allowed) {
          if (!allowed.ok()) return answer(allowed);
          Cancel(match_id, answer);
        });
  });
}

void MatchRequests::Cancel(const std::string& match_id,
                           Answer<v1::Match> answer) {
  if (host_.Find(match_id) != nullptr) {
    return host_.Cancel(match_id, [this, match_id, answer = std::move(answer)](
                                      const absl::Status& status) {
      if (!status.ok()) return answer(status);
      Show(match_id, answer);
    });
  }
  Show(match_id, [match_id, answer = std::move(answer)](
                     const absl::StatusOr<v1::Match>& match) {
    if (!match.ok()) return answer(match.status());
    answer(absl::FailedPreconditionError(absl::StrCat(
        "match ", match_id,
        match->state() == v1::Match::STATE_FINISHED
            ? " is over already"
            : " is not claimed yet, or belongs to another referee on this "
              "store; ask that referee, or stop the competition")));
  });
}

void MatchRequests::RetryMatch(const std::string& match_id,
                               Answer<v1::Match> answer) {
  using Left = absl::StatusOr<std::vector<UnfinishedMatch>>;
  lobby_.TryWrite(
      [match_id, &journal = lobby_.journal()](Store& store) -> Left {
        ARENA_ASSIGN_OR_RETURN(MatchRow row, store.matches().Retry(match_id));
        return LoadUnfinished(journal, {std::move(row)});
      },
      [this, match_id, answer = std::move(answer)](Left left) {
        if (!left.ok()) return answer(left.status());
        host_.Take(std::move(left->front()),
                   [this, match_id, answer] { Show(match_id, answer); });
      });
}

void MatchRequests::VoidMatch(const std::string& match_id,
                              Answer<v1::Match> answer) {
  lobby_.TryWrite(
      [match_id](Store& store) { return store.matches().Void(match_id); },
      [this, answer = std::move(answer)](const absl::StatusOr<MatchRow>& row) {
        if (!row.ok()) return answer(row.status());
        lobby_.journal().Drop(row->match_id);
        lobby_.TellOver(*row);
        answer(MatchMessage(*row));
      });
}

void MatchRequests::WatchMatch(const std::string& match_id,
                               std::shared_ptr<Spectator> spectator,
                               Answer<v1::Match> answer) {
  lobby_.Post([this, match_id, spectator = std::move(spectator),
               answer = std::move(answer)] {
    if (HostedMatch* const hosted = host_.Find(match_id)) {
      const bool waits = hosted->runner == nullptr;
      // The answer must not depend on waiting, which would tell whether the
      // bots of the match are connected.
      if (waits && hosted->row.anonymous) return answer(NotHere(hosted->row));
      answer(MatchMessage(hosted->row));
      return hosted->Watch(spectator);
    }
    lobby_.Read(
        [match_id](Store& store) { return store.matches().Get(match_id); },
        [spectator, answer](const absl::StatusOr<MatchRow>& row) {
          if (!row.ok()) return answer(row.status());
          if (!row->result.has_value()) return answer(NotHere(*row));
          answer(MatchMessage(*row));
          spectator->OnEnd(*row->result, {row->record_sha256});
        });
  });
}

// ---- Sessions ----

void MatchRequests::ListSessions(const v1::ListSessionsRequest& request,
                                 Answer<v1::ListSessionsResponse> answer) {
  lobby_.Post([this, request, answer = std::move(answer)] {
    answer(ListSessionsPage(host_.sessions(), request));
  });
}

void MatchRequests::ReportCrash(const v1::ReportCrashRequest& request,
                                const Caller& caller,
                                const std::string& session_token,
                                Answer<v1::ReportCrashResponse> answer) {
  const absl::Status named = CheckName("bot", request.bot());
  if (!named.ok()) return answer(named);
  // A bot must not make other bots fail.
  if (caller.role == v1::ROLE_BOT && caller.owner != request.bot()) {
    return answer(absl::PermissionDeniedError(
        absl::StrCat("the token belongs to ", caller.Account(),
                     ", which may report its own end and not that of \"",
                     request.bot(), "\"")));
  }
  const bool by_session = caller.anonymous();
  lobby_.Post([this, request, by_session, hash = Sha256(session_token),
               answer = std::move(answer)] {
    v1::ReportCrashResponse response;
    if (!by_session) {
      response.set_played(
          host_.reception().NoteCrash(request.bot(), request.instance()));
      return answer(response);
    }
    // The opponent of a crashed bot wins, so the report needs proof: only the
    // bot, and the program that has started it, know the token of its session.
    const absl::StatusOr<bool> played = host_.reception().NoteCrashOf(
        {request.bot(), request.instance()}, hash);
    if (!played.ok()) {
      return answer(absl::PermissionDeniedError(absl::StrCat(
          "only a caller with the token of a session of \"", request.bot(),
          "\" may report its end; send this token as metadata "
          "`arena-session: TOKEN`, or send a token of the bot")));
    }
    response.set_played(*played);
    answer(response);
  });
}

}  // namespace arena::referee
