// What a bot plays, and whether a match is among it.
#ifndef REFEREE_SESSIONS_REPERTOIRE_H_
#define REFEREE_SESSIONS_REPERTOIRE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/player.pb.h"

namespace arena::referee {

// A match as far as bots choose by it.
struct MatchKind {
  std::string game;
  int seats = 0;
  // In effect, all of them.
  std::map<std::string, std::string> options;
};
MatchKind KindOf(const v1::Match& match);

// What the referee has accepted of Hello.plays. A value; the default plays
// nothing.
class Repertoire {
 public:
  using List = google::protobuf::RepeatedPtrField<v1::GameSupport>;

  Repertoire() = default;
  // Leaves out games and rules versions that this referee does not have.
  // INVALID_ARGUMENT, with what would be right, if nothing is left or
  // something can never be met.
  static absl::StatusOr<Repertoire> Of(const List& plays);

  bool Plays(const MatchKind& match) const;
  // What of a match that it does not play keeps it from that: "octrix", "octrix
  // with 3 seats", "octrix with target=50".
  std::string Missing(const MatchKind& match) const;
  // For the Welcome: each entry with the rules version of this referee.
  const std::vector<v1::GameSupport>& accepted() const { return accepted_; }
  // For the store: a serialised v1.Welcome that has `accepted` and no more.
  std::string ToText() const;

 private:
  std::vector<v1::GameSupport> accepted_;
};

}  // namespace arena::referee

#endif  // REFEREE_SESSIONS_REPERTOIRE_H_
