#include "referee/submissions/validation.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/text.h"
#include "arena/match/entry.h"

namespace arena::referee {
namespace {

// The most open matches of one version, because other versions wait for the
// runners, too. The first match is played alone: a version that never gets to
// it takes one place at the runners.
constexpr int kOpenAtOnce = 4;
constexpr int kMostAttempts = 3;

// The seat of the version.
int SeatOfVersion(const v1::CreateMatchRequest& request) {
  for (int seat = 0; seat < request.seats_size(); ++seat) {
    if (request.seats(seat).has_bot()) return seat;
  }
  return -1;
}

std::string FaultWords(const v1::Fault& fault) {
  return absl::StrCat(EnumWord(v1::FaultKind_Name(fault.kind()), "FAULT_KIND_"),
                      fault.decision() == 0
                          ? " before its first decision"
                          : absl::StrCat(" in decision ", fault.decision()));
}

}  // namespace

Caller ValidatingCaller() {
  return {.role = v1::ROLE_ADMIN,
          .owner = "validation",
          .token_id = "validation",
          .author = ""};
}

Validation::Validation(int64_t version,
                       std::vector<v1::CreateMatchRequest> matches)
    : version_(version) {
  for (v1::CreateMatchRequest& match : matches) {
    trials_.push_back({.request = std::move(match)});
  }
}

std::vector<v1::CreateMatchRequest> Validation::Next() {
  std::vector<v1::CreateMatchRequest> next;
  auto open = absl::c_count_if(trials_, [](const ValidationMatch& trial) {
    return trial.stage == Stage::kAsked || trial.stage == Stage::kOpen;
  });
  const int most = begun_ == 0 ? 1 : kOpenAtOnce;
  for (size_t i = 0; i < trials_.size() && open < most; ++i) {
    ValidationMatch& trial = trials_[i];
    if (trial.stage != Stage::kPlanned) continue;
    trial.stage = Stage::kAsked;
    trial.request.set_request_id(
        absl::StrCat("version-", version_, "-", i, "-", trial.attempt));
    next.push_back(trial.request);
    ++open;
  }
  return next;
}

Validation::ValidationMatch* Validation::Asked(const std::string& request_id) {
  for (ValidationMatch& trial : trials_) {
    if (trial.stage == Stage::kAsked &&
        trial.request.request_id() == request_id) {
      return &trial;
    }
  }
  return nullptr;
}

void Validation::OnCreated(const std::string& request_id,
                           const std::string& match_id) {
  ValidationMatch* const trial = Asked(request_id);
  if (trial == nullptr) return;
  trial->stage = Stage::kOpen;
  trial->match_id = match_id;
}

void Validation::OnNotCreated(const std::string& request_id) {
  ValidationMatch* const trial = Asked(request_id);
  if (trial != nullptr) trial->stage = Stage::kPlanned;
}

void Validation::OnMatch(const MatchRow& match) {
  for (ValidationMatch& trial : trials_) {
    if (trial.match_id != match.match_id || trial.stage != Stage::kOpen) {
      continue;
    }
    const bool begun = match.state != v1::Match::STATE_PENDING;
    if (begun && !std::exchange(trial.begun, true)) ++begun_;
    if (match.result.has_value()) return Judge(*match.result, trial);
    if (match.state != v1::Match::STATE_QUARANTINED) return;
    v1::MatchResult lost;
    lost.set_termination(v1::TERMINATION_INFRASTRUCTURE);
    lost.set_reason(match.quarantine);
    return Judge(lost, trial);
  }
}

void Validation::Judge(const v1::MatchResult& result, ValidationMatch& trial) {
  trial.stage = Stage::kOver;
  for (const v1::Fault& fault : result.faults()) {
    if (static_cast<int>(fault.seat()) != SeatOfVersion(trial.request)) {
      continue;
    }
    return Fail(trial, FaultWords(fault));
  }
  if (HasResult(result.termination())) return;
  if (trial.attempt == kMostAttempts) {
    return Fail(trial, absl::StrCat("ended ", kMostAttempts,
                                    " times without a result, the last time "
                                    "because ",
                                    result.reason().empty() ? "it was declined"
                                                            : result.reason()));
  }
  ++trial.attempt;
  trial.stage = Stage::kPlanned;
  trial.begun = false;
}

void Validation::Fail(const ValidationMatch& trial, const std::string& what) {
  if (failure_.has_value()) return;
  const v1::CreateMatchRequest& request = trial.request;
  v1::VersionFailure& failure = failure_.emplace();
  failure.set_phase(v1::VersionFailure::PHASE_VALIDATION);
  failure.set_reason(absl::StrCat("a match of ", request.game(), " with ",
                                  request.seats_size(), " seats, in seat ",
                                  SeatOfVersion(request), ": ", what,
                                  ". Matches of a validation are disturbed as "
                                  "by `arena check-bot`, which says more"));
  failure.set_match_id(trial.match_id);
}

std::vector<std::string> Validation::Open() const {
  std::vector<std::string> open;
  for (const ValidationMatch& trial : trials_) {
    if (trial.stage == Stage::kOpen) open.push_back(trial.match_id);
  }
  return open;
}

std::vector<std::string> Validation::Matches() const {
  std::vector<std::string> matches;
  for (const ValidationMatch& trial : trials_) {
    if (!trial.match_id.empty()) matches.push_back(trial.match_id);
  }
  return matches;
}

bool Validation::passed() const {
  return !failure_.has_value() &&
         absl::c_all_of(trials_, [](const ValidationMatch& trial) {
           return trial.stage == Stage::kOver;
         });
}

}  // namespace arena::referee
