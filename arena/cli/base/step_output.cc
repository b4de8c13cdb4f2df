#include "arena/cli/base/step_output.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace arena::cli {

Json StepJson(const v1::MatchStep& step) {
  Json acts = Json::array();
  for (const v1::StepAct& act : step.acts()) {
    acts.push_back({{"seat", act.event().seat()},
                    {"action", act.event().text()},
                    {"sentence", act.sentence()}});
  }
  return {{"step", step.step()},
          {"plies", step.plies()},
          {"decision", step.decision()},
          {"deal", step.deal()},
          {"trick", step.trick()},
          {"acts", std::move(acts)},
          {"effects", Json(std::vector<std::string>(step.effects().begin(),
                                                    step.effects().end()))},
          {"returns", Json(std::vector<int32_t>(step.returns().begin(),
                                                step.returns().end()))}};
}

std::string StepText(const v1::MatchStep& step) {
  std::string text;
  if (step.acts().empty() && step.effects().empty()) {
    absl::StrAppend(&text, "the match is at step ", step.step(), "\n");
  }
  for (int i = 0; i < step.acts_size(); ++i) {
    const v1::StepAct& act = step.acts(i);
    const std::string& words = act.event().text();
    absl::StrAppend(&text, i == 0 ? absl::StrCat(step.decision(), ". ") : "   ",
                    act.sentence(),
                    words.empty() ? "" : absl::StrCat(" [", words, "]"), "\n");
  }
  for (const std::string& effect : step.effects()) {
    absl::StrAppend(&text, "   - ", effect, "\n");
  }
  return text;
}

}  // namespace arena::cli
