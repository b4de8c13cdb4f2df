// A spectator that keeps the steps that people may see.
#ifndef TESTS_TESTING_STEP_SPECTATOR_H_
#define TESTS_TESTING_STEP_SPECTATOR_H_

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "arena/match/runner.h"
#include "arena/match/step_maker.h"

namespace arena::testing {

struct StepSpectator : Spectator {
  void OnBegin(const MatchSettings& settings,
               std::vector<MatchEntry> past) override {
    maker.emplace(LiveSteps(settings));
    Take();
    OnEntries(past);
  }
  void OnEntries(const std::vector<MatchEntry>& entries) override {
    for (const MatchEntry& entry : entries) {
      EXPECT_TRUE(maker->Play(entry).ok());
      Take();
    }
  }
  void OnEnd(const v1::MatchResult& result,
             const RecordReference& record) override {
    ended = result.termination();
    record_sha256 = record.sha256;
  }
  void OnLost(const absl::Status& why) override { lost = why; }
  void Take() {
    if (auto step = maker->Take()) steps.push_back(*std::move(step));
  }

  std::optional<StepMaker> maker;
  std::vector<v1::MatchStep> steps;
  v1::Termination ended = v1::TERMINATION_UNSPECIFIED;
  std::string record_sha256;
  absl::Status lost;
};

}  // namespace arena::testing

#endif  // TESTS_TESTING_STEP_SPECTATOR_H_
