#include "referee/competitions/entrants.h"

#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "referee/lobby/seating.h"

namespace arena::referee {
namespace {

// How many versions are read to name some that can play.
constexpr int kVersionsLookedAt = 100;
constexpr size_t kVersionsNamed = 10;

bool CanCompete(const VersionRow& row) {
  const v1::SubmittedVersion::State state = row.message.state();
  return row.damage.empty() && (state == v1::SubmittedVersion::STATE_ACTIVE ||
                                state == v1::SubmittedVersion::STATE_INACTIVE);
}

// The versions that an author could name instead.
absl::StatusOr<std::string> OthersOf(Versions& versions,
                                     const std::string& bot) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<VersionRow> rows,
                         versions.List(bot, kVersionsLookedAt, 0));
  std::vector<std::string> names;
  for (const VersionRow& row : rows) {
    if (names.size() == kVersionsNamed) break;
    if (CanCompete(row)) names.push_back(row.message.version());
  }
  return names.empty() ? std::string("no version of it can play")
                       : absl::StrCat("versions that can play: ",
                                      absl::StrJoin(names, ", "));
}

absl::Status CheckVersionOf(Versions& versions, const v1::SeatSpec& player) {
  if (player.version().empty()) return absl::OkStatus();
  if (!player.has_bot()) {
    return absl::InvalidArgumentError(
        absl::StrCat("its player \"", player.built_in(),
                     "\" is built in, and has no version ",
                     Shortened(player.version())));
  }
  ARENA_ASSIGN_OR_RETURN(const VersionRow row,
                         versions.Find(player.bot(), player.version()));
  if (CanCompete(row)) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(const std::string others,
                         OthersOf(versions, player.bot()));
  return absl::FailedPreconditionError(absl::StrCat(
      "version ", player.version(), " of ", player.bot(),
      " cannot play: it is ",
      EnumWord(v1::SubmittedVersion::State_Name(row.message.state()),
               "STATE_"),
      "; ", others));
}

}  // namespace

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

absl::Status CheckVersionsOf(Versions& versions, const v1::Entrant& entrant) {
  for (const v1::SeatSpec& player : entrant.players()) {
    const absl::Status checked = CheckVersionOf(versions, player);
    if (checked.ok()) continue;
    return absl::Status(checked.code(),
                        absl::StrCat("entrant \"", Shortened(entrant.name()),
                                     "\": ", checked.message()));
  }
  return absl::OkStatus();
}

}  // namespace arena::referee
