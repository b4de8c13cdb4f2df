// Prints the arena's scoring table of Doppelkopf in the lines that
// doppelkopf_table.py describes and prints from its own rules.
#include <initializer_list>
#include <iostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/games/doppelkopf/doppelkopf_scoring.h"

namespace arena::doppelkopf {
namespace {

constexpr const char* kLevelNames[] = {"none", "call", "n90",
                                       "n60",  "n30",  "schwarz"};

// The values of the options, and their text in the columns.
struct Options {
  Rules rules;
  std::string text;
};

constexpr int kCombinations = 2 * 2 * 2 * 2 * 3 * 2;

Options OptionsOf(int number) {
  Options options;
  // The last column changes from line to line.
  int combinations = kCombinations;
  const auto choose = [&](std::initializer_list<const char*> values) {
    combinations /= static_cast<int>(values.size());
    const int index = number / combinations;
    number %= combinations;
    absl::StrAppend(&options.text, values.begin()[index], ",");
    return index;
  };
  const auto next = [&](const char* off, const char* on) {
    return choose({off, on}) == 1;
  };
  Rules& rules = options.rules;
  rules.tie_is_nobodys = next("kontra", "none");
  rules.strict_calls = next("off", "strict");
  rules.schwarz_by_augen = next("tricks", "augen");
  rules.under_without_winner = !next("on", "off");
  rules.miss_points = static_cast<MissPoints>(
      choose({"per_level", "highest_only", "every_30"}));
  rules.calls_double = next("add2", "double");
  return options;
}

void Print(const Options& options, DealTotals totals, const char* re_tricks,
           const char* kontra_tricks) {
  const auto tricks_of = [&](const std::string& name) {
    if (name == "none") return 0;
    return name == "all" ? int{options.rules.hand_cards} : 1;
  };
  totals.kontra.augen = 240 - totals.re.augen;
  totals.re.tricks = tricks_of(re_tricks);
  totals.kontra.tricks = tricks_of(kontra_tricks);
  const ScoreSheet sheet = Score(totals, {}, options.rules);
  const char* winner = !sheet.winner.has_value()     ? "none"
                       : *sheet.winner == Party::kRe ? "re"
                                                     : "kontra";
  std::cout << options.text << (totals.solo ? "solo" : "normal") << ','
            << kLevelNames[static_cast<int>(totals.re.level)] << ','
            << kLevelNames[static_cast<int>(totals.kontra.level)] << ','
            << totals.re.augen << ',' << re_tricks << ',' << kontra_tricks
            << ',' << winner << ',' << sheet.value << '\n';
}

void PrintSplits(const Options& options, DealTotals totals) {
  for (totals.re.augen = 0; totals.re.augen <= 240; ++totals.re.augen) {
    if (totals.re.augen == 0) Print(options, totals, "none", "all");
    Print(options, totals, "some", "some");
    if (totals.re.augen == 240) Print(options, totals, "all", "none");
  }
}

void PrintTable() {
  std::cout << "tie_both_called,plain_call_binding,schwarz_by,"
               "under_without_winner,miss_points,call_scoring,class,level_re,"
               "level_kontra,augen_re,tricks_re,tricks_kontra,winner,value\n";
  for (int number = 0; number < kCombinations; ++number) {
    const Options options = OptionsOf(number);
    DealTotals totals;
    for (const bool solo : {false, true}) {
      totals.solo = solo;
      for (int re = 0; re <= kLevels; ++re) {
        for (int kontra = 0; kontra <= kLevels; ++kontra) {
          totals.re.level = static_cast<Level>(re);
          totals.kontra.level = static_cast<Level>(kontra);
          PrintSplits(options, totals);
        }
      }
    }
  }
}

}  // namespace
}  // namespace arena::doppelkopf

int main() {
  std::ios::sync_with_stdio(false);
  arena::doppelkopf::PrintTable();
}
