#include <memory>
#include <string>
#include <utility>

#include "referee/services/match_stream.h"
#include "referee/services/services.h"
#include "referee/watching/audience.h"

namespace arena::referee {
namespace {

// Replies with a match.
template <typename Response>
MatchRequests::MatchAnswer MatchInto(const Reply<Response>& reply) {
  return [reply](absl::StatusOr<v1::Match> match) {
    if (!match.ok()) return reply(match.status());
    Response response;
    *response.mutable_match() = *std::move(match);
    reply(std::move(response));
  };
}

// Shows a match to all of its watchers together.
class Watching {
 public:
  Watching(MatchRequests& matches, Executor& executor, absl::Duration delay)
      : matches_(matches),
        executor_(executor),
        strand_(executor.NewStrand()),
        delay_(delay) {}

  void Admit(const std::string& match_id,
             const std::shared_ptr<MatchStream>& watcher) {
    // The answer comes on the strand of the match, which must not write to
    // thousands of watchers.
    const auto begin = [this,
                        watcher](const std::shared_ptr<Audience>& audience) {
      return
          [this, watcher, audience](const absl::StatusOr<v1::Match>& match) {
            strand_->Post([watcher, audience, match] {
              // Other watchers may have joined already.
              if (!match.ok()) audience->OnLost(match.status());
              watcher->ShowFirst(match, audience);
            });
          };
    };
    if (const auto audience = audiences_.Find(match_id)) {
      return matches_.GetMatch(match_id, begin(audience));
    }
    const auto audience = std::make_shared<Audience>(
        delay_, executor_,
        [this, match_id](const Audience::MatchAnswer& answer) {
          matches_.GetMatch(match_id, answer);
        });
    audiences_.Keep(match_id, audience);
    matches_.WatchMatch(match_id, audience, begin(audience));
  }

 private:
  MatchRequests& matches_;
  Executor& executor_;
  const std::unique_ptr<Strand> strand_;
  const absl::Duration delay_;
  Audiences audiences_;
};

// Replies with a match and the address of its page.
void GetMatch(MatchRequests& matches, MatchPages& pages,
              const std::string& match_id,
              const Reply<v1::GetMatchResponse>& reply) {
  matches.GetMatch(match_id, [&pages, reply](absl::StatusOr<v1::Match> match) {
    if (!match.ok()) return reply(match.status());
    v1::GetMatchResponse found;
    found.set_page_url(pages.UrlOf(match->match_id()));
    *found.mutable_match() = *std::move(match);
    reply(std::move(found));
  });
}

}  // namespace

std::vector<Method> MatchMethods(MatchRequests& matches, Executor& executor,
                                 absl::Duration spectator_delay,
                                 MatchPages& pages) {
  const auto watching =
      std::make_shared<Watching>(matches, executor, spectator_delay);
  return {
      Unary("MatchService.CancelMatch", kAuthors,
            [&matches](const Call& call, const v1::CancelMatchRequest& request,
                       const Reply<v1::CancelMatchResponse>& reply) {
              matches.CancelMatch(request.match_id(), call.caller(),
                                  MatchInto(reply));
            }),
      Unary("MatchService.CreateMatch", kAuthors,
            [&matches](const Call& call, const v1::CreateMatchRequest& request,
                       const Reply<v1::CreateMatchResponse>& reply) {
              matches.CreateMatch(request, call.caller(), MatchInto(reply));
            }),
      Unary("MatchService.GetMatch", kWatchers,
            [&matches, &pages](const Call&, const v1::GetMatchRequest& request,
                               const Reply<v1::GetMatchResponse>& reply) {
              GetMatch(matches, pages, request.match_id(), reply);
            }),
      Unary("MatchService.ListMatches", kWatchers,
            [&matches](const Call&, const v1::ListMatchesRequest& request,
                       const Reply<v1::ListMatchesResponse>& reply) {
              matches.ListMatches(request, reply);
            }),
      Unary("MatchService.RetryMatch", kAdmins,
            [&matches](const Call&, const v1::RetryMatchRequest& request,
                       const Reply<v1::RetryMatchResponse>& reply) {
              matches.RetryMatch(request.match_id(), MatchInto(reply));
            }),
      Unary("MatchService.VoidMatch", kAdmins,
            [&matches](const Call&, const v1::VoidMatchRequest& request,
                       const Reply<v1::VoidMatchResponse>& reply) {
              matches.VoidMatch(request.match_id(), MatchInto(reply));
            }),
      ServerStream<v1::WatchMatchRequest>(
          "MatchService.WatchMatch", kWatchers,
          [watching](const std::shared_ptr<Call>& call,
                     const v1::WatchMatchRequest& request) {
            return std::make_shared<MatchStream>(
                call, request,
                [watching, match_id = request.match_id()](
                    const std::shared_ptr<MatchStream>& watcher) {
                  watching->Admit(match_id, watcher);
                });
          })};
}

}  // namespace arena::referee
