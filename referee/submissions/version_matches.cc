#include "referee/submissions/version_matches.h"

#include <string>
#include <utility>
#include <vector>

namespace arena::referee {

VersionPipelineOptions PipelineOptionsFor(bool validate, MatchHost& host) {
  // Its requests have ids, and nobody else has this token's.
  const Caller keeper = {.role = v1::ROLE_ADMIN,
                         .owner = "validation",
                         .token_id = "validation",
                         .author = ""};
  VersionPipelineOptions options;
  options.validate = validate;
  options.on_playable = [&host](PlayableChanges changes) {
    host.runners().ChangePlayable(std::move(changes));
  };
  options.create_match = [&host, keeper](
                             const v1::CreateMatchRequest& request,
                             VersionPipelineOptions::Created created) {
    host.CreateMatch(request, keeper, std::move(created));
  };
  options.cancel_match = [&host, keeper](const std::string& match_id) {
    host.CancelMatch(match_id, keeper, [](const auto&) {});
  };
  return options;
}

}  // namespace arena::referee
