// The games that a bot plays, and whether a match is among them.
#ifndef REFEREE_SESSIONS_REPERTOIRE_H_
#define REFEREE_SESSIONS_REPERTOIRE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/player.pb.h"

namespace arena::referee {

// The properties of a match by which bots choose.
struct MatchKind {
  std::string game;
  int seats = 0;
  // All options in effect.
  std::map<std::string, std::string> options;
};
MatchKind KindOf(const v1::Match& match);

// The entries of Hello.plays that the referee has accepted. A value; the
// default plays nothing.
class Repertoire {
 public:
  using List = google::protobuf::RepeatedPtrField<v1::GameSupport>;

  Repertoire() = default;
  // Leaves out games and rules versions that this referee does not have.
  // INVALID_ARGUMENT, with the right form, if nothing is left or an entry can
  // never be met.
  static absl::StatusOr<Repertoire> Of(const List& plays);

  bool Plays(const MatchKind& match) const;
  // The property of the match because of which the bot does not play it:
  // "octrix", "octrix with 3 seats", "octrix with target=50".
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
