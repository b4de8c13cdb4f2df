// The known matches of a competition. Their order of arrival does not matter.
#ifndef ARENA_COMPETITION_PLANNING_RESULTS_H_
#define ARENA_COMPETITION_PLANNING_RESULTS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/competition/planning/duplicate_score.h"
#include "arena/competition/planning/spec_form.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// The most attempts of a match. If no attempt has a result, the set is void.
inline constexpr uint32_t kMaxAttempts = 5;

// One match of a set, with all its attempts.
struct MatchFacts {
  // By seat; empty as long as nothing is known.
  std::vector<uint32_t> entrants;
  // By number; an attempt without a score is open.
  std::map<uint32_t, std::optional<MatchScore>> attempts;
  // Set by a change of the competition: the match counts for nothing, or as
  // forfeited, whatever was played. No more attempts are made.
  bool struck = false;
  std::set<uint32_t> losers;
  // With `losers`.
  std::optional<MatchScore> forfeit;

  // The score of the first attempt that has a result.
  const MatchScore* played() const;
  // The score that counts: the played score, unless a change says otherwise.
  const MatchScore* score() const;
  // Whether an attempt is under way.
  bool open() const;
  // Whether the match counts for nothing and no attempt is left.
  bool exhausted() const;
  // The attempt to play next.
  uint32_t next_attempt() const;
  // Whether the next attempt should be played now.
  bool wanted() const;
};

// One set.
struct SetFacts {
  std::vector<MatchFacts> matches;
  // Whether its matches have different entrants (field duplicate): a match
  // without a result then takes nothing from the others.
  bool apart = false;

  // Whether the set counts for nothing and is not played any further, because a
  // match had no result in all its attempts. Apart: because no match had one.
  bool is_void() const;
  // Whether the set is void because a change struck a match.
  bool struck() const;
  // Whether any attempt of any match is known.
  bool begun() const;
  // Whether a match that is not under way should be played.
  bool wants_matches() const;
  // Whether the set is finished: all matches have a result (or, apart, will
  // never have one), or the set is void and no match is open.
  bool over() const;
  int open_matches() const;
};

// The matches of a set that is over and not void, without matches that (apart)
// never had a result. Empty for any other set.
std::vector<ScoredMatch> ScoredMatches(const SetFacts& set);

// A collection of matches. It depends only on the matches added, never on their
// order. A value; not thread-safe.
class Results {
 public:
  // `apart` as in SetFacts.
  Results(const GameForm& form, uint32_t matches_per_set, bool apart = false)
      : form_(form), matches_per_set_(matches_per_set), apart_(apart) {}
  // Of a competition with a completed specification.
  static Results Of(const v1::CompetitionSpec& spec, const GameForm& form);

  // Adds a match that is over or open. Returns whether this was news. Adding a
  // match twice is harmless, and a result replaces the open match of the same
  // attempt. INVALID_ARGUMENT if the match fits no competition of this form or
  // contradicts what was added before.
  absl::StatusOr<bool> Add(const v1::CompetitionMatch& match);
  // Limits a set to this many matches. INVALID_ARGUMENT if more matches of the
  // set are known.
  absl::Status Limit(uint32_t set, uint32_t matches);
  // Strikes a match of these entrants, by seat. The match may be known or come
  // later.
  void Strike(uint32_t set, uint32_t match, std::vector<uint32_t> entrants);
  // The same, but the entrants in `losers` lose the match to the others. The
  // match is struck if there are no others.
  void Forfeit(uint32_t set, uint32_t match, std::vector<uint32_t> entrants,
               const std::set<uint32_t>& losers);

  // Null if no match of the set is known.
  const SetFacts* Find(uint32_t set) const;
  // The outcome of a set, or nothing if it is void or not over.
  std::optional<SetOutcome> Outcome(uint32_t set) const;
  // The outcomes of a set by group of entrants that met: one outcome, or one
  // for each match if the matches are apart.
  std::vector<SetOutcome> Meetings(uint32_t set) const;
  // The matches of a set as ratings see them; empty if the set has no outcome.
  PlacingSet Placings(uint32_t set) const;
  // All sets that are known, by number.
  const std::map<uint32_t, SetFacts>& sets() const { return sets_; }

  // ---- Counts, of what was played ----
  uint32_t matches_over() const { return matches_over_; }
  uint32_t matches_open() const { return matches_open_; }
  // Void and struck sets included.
  uint32_t sets_over() const { return sets_over_; }
  uint32_t void_sets() const { return void_sets_; }
  // In all attempts.
  uint32_t faults() const { return faults_; }
  // Attempts without a result that another attempt follows or will follow.
  uint32_t repeated() const { return repeated_; }
  // Attempts that an admin or an author cancelled.
  uint32_t cancelled() const { return cancelled_; }

 private:
  absl::Status Check(const v1::CompetitionMatch& match) const;
  // See ScoredMatches; empty for an unknown set.
  std::vector<ScoredMatch> MatchesOf(uint32_t set) const;
  // Adds the attempt to the facts of its match.
  absl::StatusOr<bool> Enter(MatchFacts& facts,
                             const v1::CompetitionMatch& match);
  // The score of a match that `losers` have forfeited.
  MatchScore ForfeitOf(const MatchFacts& match) const;
  // The facts of a set, which may be new.
  SetFacts& FactsOf(uint32_t set);
  // Adds (with sign -1, takes away) what a set contributes to the counts, and a
  // match.
  void CountSet(const SetFacts& set, int sign);
  void Count(const SetFacts& set, const MatchFacts& match, int sign);

  GameForm form_;
  uint32_t matches_per_set_;
  bool apart_;
  // The number of matches of each set with fewer matches than the others.
  std::map<uint32_t, uint32_t> fewer_matches_;
  std::map<uint32_t, SetFacts> sets_;
  uint32_t matches_over_ = 0;
  uint32_t matches_open_ = 0;
  uint32_t sets_over_ = 0;
  uint32_t void_sets_ = 0;
  uint32_t faults_ = 0;
  uint32_t repeated_ = 0;
  uint32_t cancelled_ = 0;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_RESULTS_H_
