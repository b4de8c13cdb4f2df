#include "arena/command_line/values.h"

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/suggestion.h"
#include "arena/core/text.h"

namespace arena::command_line {
namespace {

std::string SetOf(const std::vector<std::string>& names) {
  return absl::StrCat("{", absl::StrJoin(names, ","), "}");
}

std::string Found(const std::string& value) {
  return absl::StrCat(", found \"", Shortened(value), "\"");
}

}  // namespace

CLI::Validator OneOf(const std::vector<std::string>& names) {
  const auto check = [names](const std::string& value) -> std::string {
    if (absl::c_linear_search(names, value)) return "";
    return absl::StrCat("expected ", names.size() > 1 ? "one of " : "",
                        absl::StrJoin(names, ", "), Found(value),
                        DidYouMean(value, names));
  };
  return CLI::Validator(check, SetOf(names));
}

CLI::Validator Known(const std::vector<std::string>& names) {
  const auto check = [](const std::string& /*value*/) { return std::string(); };
  return CLI::Validator(check, SetOf(names));
}

CLI::Validator Some(std::vector<std::string> names) {
  names.emplace_back(kMore);
  return Known(names);
}

CLI::Validator WholeNumber(int64_t least, int64_t most) {
  const auto check = [=](const std::string& value) -> std::string {
    int64_t number = 0;
    if (absl::SimpleAtoi(value, &number) && number >= least && number <= most) {
      return "";
    }
    return absl::StrCat("expected a whole number from ", least, " to ", most,
                        Found(value));
  };
  const std::string end = most == kNoMost ? "" : absl::StrCat(most);
  return CLI::Validator(check, absl::StrCat(least, "..", end));
}

CLI::Validator Number(double least, double most) {
  const auto check = [=](const std::string& value) -> std::string {
    double number = 0;
    if (absl::SimpleAtod(value, &number) && number >= least && number <= most) {
      return "";
    }
    return absl::StrCat("expected a number from ", least, " to ", most,
                        Found(value));
  };
  return CLI::Validator(check, absl::StrCat(least, "..", most));
}

}  // namespace arena::command_line
