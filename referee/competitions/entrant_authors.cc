#include "referee/competitions/entrant_authors.h"

#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/access/bots_of.h"

namespace arena::referee {

absl::Status FillAuthors(
    Bots& registered,
    google::protobuf::RepeatedPtrField<v1::Entrant>& entrants) {
  std::set<std::string> bots;
  for (const v1::Entrant& entrant : entrants) {
    bots.merge(BotsOf(entrant.players()));
  }
  ARENA_ASSIGN_OR_RETURN(const auto authors,
                         registered.ReadAuthors(std::vector<std::string>(
                             bots.begin(), bots.end())));
  for (v1::Entrant& entrant : entrants) {
    std::set<std::string> of_entrant;
    for (const std::string& bot : BotsOf(entrant.players())) {
      const auto author = authors.find(bot);
      if (author != authors.end()) of_entrant.insert(author->second);
    }
    entrant.mutable_authors()->Assign(of_entrant.begin(), of_entrant.end());
  }
  return absl::OkStatus();
}

absl::Status CheckQuota(const v1::CompetitionSpec& spec,
                        const v1::Entrant& entrant, int most_of_author) {
  if (most_of_author == 0) return absl::OkStatus();
  for (const std::string& author : entrant.authors()) {
    const auto count =
        absl::c_count_if(spec.entrants(), [&](const v1::Entrant& other) {
          return absl::c_linear_search(other.authors(), author);
        });
    if (count < most_of_author) continue;
    return absl::ResourceExhaustedError(absl::StrCat(
        author, " has ", count, " entrants in the competition ", spec.name(),
        ", as many as one author may have (referee --quota-entrants)"));
  }
  return absl::OkStatus();
}

}  // namespace arena::referee
