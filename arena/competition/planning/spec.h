// Checks and completes the specification of a competition.
#ifndef ARENA_COMPETITION_PLANNING_SPEC_H_
#define ARENA_COMPETITION_PLANNING_SPEC_H_

#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/competition/planning/spec_form.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// The specification with every default filled in and options in canonical
// spelling. An absent clock, seed and deals stay absent: the referee chooses
// them. Completing it again changes nothing. INVALID_ARGUMENT names the field,
// its value and what would be right.
absl::StatusOr<v1::CompetitionSpec> Complete(v1::CompetitionSpec spec);

// OK if an entrant may join the entrants of `spec`: its fields and its track
// (single or pairs) are right, and its name and its bot or pair are not taken.
// `field` names the entrant in messages.
absl::Status CheckEntrant(const v1::CompetitionSpec& spec, const GameForm& form,
                          const v1::Entrant& entrant, absl::string_view field);

// The anchor of a ladder whose request names none: the first greedy built-in
// player, so that weak newcomers do not raise the ratings of all others. Empty
// for other formats, and without such a player.
std::string DefaultAnchor(const v1::CompetitionSpec& spec);
// The index of the entrant whose rating is 1500; nothing if the mean is.
std::optional<int> AnchorOf(const v1::CompetitionSpec& spec);

// ---- Deals ----

// The rule by which matches share their deals. An old specification has only
// `independent_deals`.
v1::Deals DealsOf(const v1::CompetitionSpec& spec);
// The deals of a new competition that leaves them to the referee: independent
// if the game has luck and bots take part or may enter, because they might
// remember deals; otherwise duplicate.
v1::Deals DefaultDeals(const v1::CompetitionSpec& spec);
// Sets the deals, including the field that earlier programs read.
void SetDeals(v1::Deals deals, v1::CompetitionSpec& spec);

// ---- Sizes ----

// CompetitionSpec.sets; only a mistake exceeds it.
inline constexpr uint32_t kMostSets = 1'000'000;

// Entrants of one encounter: as many as sides, or all if there are fewer.
int EncounterSize(const v1::CompetitionSpec& spec, const GameForm& form);
// Sets of one encounter, without further sets after a tie. With independent
// deals every match is a set; in field duplicate the encounter has one match of
// every set.
uint32_t SetsPerEncounter(const v1::CompetitionSpec& spec,
                          const GameForm& form);
// Matches of one set; in field duplicate, the most.
uint32_t MatchesPerSet(const v1::CompetitionSpec& spec, const GameForm& form);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_SPEC_H_
