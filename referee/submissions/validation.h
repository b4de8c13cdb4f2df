// The validation of one version: which of its matches have been played, and
// whether it passes.
#ifndef REFEREE_SUBMISSIONS_VALIDATION_H_
#define REFEREE_SUBMISSIONS_VALIDATION_H_

#include <optional>
#include <string>
#include <vector>

#include "arena/v1/match_service.pb.h"
#include "arena/v1/submission.pb.h"
#include "referee/calls/caller.h"
#include "referee/store/matches/match_row.h"

namespace arena::referee {

// The caller that creates and cancels the matches of a validation. Their
// requests have ids, and nobody else has this caller's token.
Caller ValidatingCaller();

// Belongs to one thread. The ids of requests follow from the number of the
// version, so that a validation that begins again finds its matches.
class Validation {
 public:
  // `matches` are the requests of ValidationMatches.
  Validation(int64_t version, std::vector<v1::CreateMatchRequest> matches);

  // The matches to create now; each is returned once.
  std::vector<v1::CreateMatchRequest> Next();
  // A match of Next was created, or has to be created later.
  void OnCreated(const std::string& request_id, const std::string& match_id);
  void OnNotCreated(const std::string& request_id);
  // Takes in the state of a match that was created.
  void OnMatch(const MatchRow& match);

  // The matches that were created and are not over.
  std::vector<std::string> Open() const;
  // How many attempts at matches have begun, or are over.
  size_t begun() const { return begun_; }
  // All matches that were created, in the order of the plan.
  std::vector<std::string> Matches() const;
  bool passed() const;
  // The first thing that went wrong, with the match.
  const std::optional<v1::VersionFailure>& failure() const { return failure_; }

 private:
  enum class Stage { kPlanned, kAsked, kOpen, kOver };
  struct ValidationMatch {
    v1::CreateMatchRequest request;
    Stage stage = Stage::kPlanned;
    // From 1; a match without a result is played again.
    int attempt = 1;
    std::string match_id = "";
    // Whether the match is known to have begun.
    bool begun = false;
  };

  ValidationMatch* Asked(const std::string& request_id);
  void Judge(const v1::MatchResult& result, ValidationMatch& trial);
  void Fail(const ValidationMatch& trial, const std::string& what);

  int64_t version_;
  std::vector<ValidationMatch> trials_;
  size_t begun_ = 0;
  std::optional<v1::VersionFailure> failure_;
};

}  // namespace arena::referee

#endif  // REFEREE_SUBMISSIONS_VALIDATION_H_
