#include "tests/measure/coverage/cheats.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/competition/report/standings.h"
#include "arena/competition/report/standings_words.h"
#include "arena/core/check.h"
#include "tests/measure/coverage/competition_kind.h"

namespace arena::competition {
namespace {

struct Cheat {
  Conduct conduct;
  // Without clones.
  int entrants = 12;
  int ladders = 1000;
};

std::vector<Cheat> AllCheats() {
  return {
      {{.name = "a weak version first", .older_points = -300}},
      {{.name = "a new version every 20 sets", .sets_of_version = 20}},
      {{.name = "new versions until lucky",
        .sets_of_version = 20,
        .until_lucky = true}},
      {{.name = "5 clones of several authors", .clones = 4}},
      {{.name = "5 clones of one author", .clones = 4, .one_author = true}},
      {{.name = "forfeits against stronger bots", .dodge = Dodge::kForfeit}},
      {{.name = "absent against stronger bots", .dodge = Dodge::kAbsent}},
      {{.name = "the same, and they suit it badly",
        .dodge = Dodge::kAbsent,
        .bogey = 150}},
      {{.name = "1 helper", .helpers = 1}, 30, 667},
      {{.name = "3 helpers", .helpers = 3}, 30, 667},
      {{.name = "9 helpers", .helpers = 9}, 30, 667},
  };
}

// One ladder as readers see it.
struct Table {
  // By entrant: now, and with RatingsByBot.
  std::vector<double> ratings;
  std::vector<double> by_bot;
  // The uneven entrants.
  std::vector<int> uneven;
  // Whether any entrants are said to play alike.
  bool alike = false;
};

Table TableOf(const Simulated& simulated) {
  const v1::CompetitionSpec& spec = simulated.scheduler.spec();
  Table table;
  table.ratings.resize(spec.entrants_size());
  const BatchRating by_bot = RatingsByBot(simulated);
  for (int i = 0; i < by_bot.competitors(); ++i) {
    table.by_bot.push_back(by_bot.Points(i));
  }
  v1::Competition competition;
  *competition.mutable_spec() = spec;
  const auto standings = ComputeStandings(competition, simulated.log);
  ARENA_CHECK(standings.ok(), standings.status().ToString());
  for (const v1::EntrantStanding& line : standings->entrants()) {
    table.ratings[line.entrant()] = line.rating();
    if (line.uneven()) table.uneven.push_back(static_cast<int>(line.entrant()));
  }
  table.alike = !AlikeTexts(*standings).empty();
  return table;
}

// The ladder of this number with these strengths, the actor's first.
Table Play(std::vector<double> strengths, const Conduct& conduct, int number) {
  strengths.insert(strengths.begin(), conduct.clones, strengths.front());
  const CompetitionKind kind = {.format = v1::FORMAT_LADDER,
                                .entrants = static_cast<int>(strengths.size()),
                                .field = Field::kNormal};
  Rng rng(absl::StrCat("ladder ", number));
  v1::CompetitionSpec spec = SpecOf(kind, rng);
  for (int i = 0; conduct.one_author && i <= conduct.clones; ++i) {
    spec.mutable_entrants(i)->add_authors("mallory");
  }
  return TableOf(Simulate(spec, strengths, kDealLuck, conduct, rng));
}

// The place and the rating of the best of the actor's entries, against the
// entrants from `first_rival` on.
struct Result {
  double rating = 0;
  double place = 1;
};

Result ResultOf(const std::vector<double>& all, int entries, int first_rival) {
  Result result;
  result.rating = *std::max_element(all.begin(), all.begin() + entries);
  double sum = 0;
  for (auto rival = all.begin() + first_rival; rival != all.end(); ++rival) {
    sum += *rival;
    if (*rival > result.rating) ++result.place;
  }
  result.rating -=
      sum / static_cast<double>(all.end() - all.begin() - first_rival);
  return result;
}

// A mean with its standard error.
class Mean {
 public:
  void Add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  double count() const { return count_; }
  double Value() const { return sum_ / count_; }
  double Error() const {
    return std::sqrt((squares_ / count_ - Value() * Value()) / count_);
  }

 private:
  double count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

// The honest twins by entrants and bogey, and by number: they do not depend on
// the cheat.
using Twins = std::map<std::pair<int, double>, std::vector<Table>>;

// Whether an entrant from `first` to `last` - 1 is uneven.
bool AnyUneven(const Table& table, int first, int last) {
  return absl::c_any_of(table.uneven, [&](int entrant) {
    return entrant >= first && entrant < last;
  });
}

// What the actor gains in the same ladders.
class Gain {
 public:
  void Add(const Cheat& cheat, const std::vector<double>& cheated,
           const std::vector<double>& honest) {
    const int clones = cheat.conduct.clones;
    const int helpers = cheat.conduct.helpers;
    const Result with = ResultOf(cheated, 1 + clones, 1 + clones + helpers);
    const Result without = ResultOf(honest, 1, 1 + helpers);
    points_.Add(with.rating - without.rating);
    places_.Add(without.place - with.place);
  }

  std::string ToString() const {
    return absl::StrFormat("%+.1f ± %.1f | %+.2f ± %.2f", points_.Value(),
                           points_.Error(), places_.Value(), places_.Error());
  }

 private:
  Mean points_;
  Mean places_;
};

class CheatRow {
 public:
  explicit CheatRow(const Cheat& cheat) : cheat_(cheat) {}

  void Add(const Table& table, const Table& twin) {
    before_.Add(cheat_, table.by_bot, twin.by_bot);
    now_.Add(cheat_, table.ratings, twin.ratings);
    const int rivals = 1 + cheat_.conduct.clones + cheat_.conduct.helpers;
    actor_.Add(AnyUneven(table, 0, 1));
    accomplices_.Add(AnyUneven(table, 1, rivals));
    rivals_.Add(
        AnyUneven(table, rivals, static_cast<int>(table.ratings.size())));
    alike_.Add(table.alike);
  }

  void Print() const {
    std::printf("| %s | %d | %.0f | %s | %s | %.3f | %.3f | %.3f | %.3f |\n",
                cheat_.conduct.name.c_str(), cheat_.entrants, alike_.count(),
                before_.ToString().c_str(), now_.ToString().c_str(),
                actor_.Value(), accomplices_.Value(), alike_.Value(),
                rivals_.Value());
    std::fflush(stdout);
  }

 private:
  const Cheat cheat_;
  Gain before_;
  Gain now_;
  // Shares of ladders in which they are marked as uneven.
  Mean actor_;
  Mean accomplices_;
  Mean rivals_;
  Mean alike_;
};

}  // namespace

void PrintCheats(const std::string& words, int percent) {
  std::printf(
      "| cheat | entrants | ladders | points before | places before | points | "
      "places | actor uneven | accomplice uneven | alike | others uneven |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n");
  Twins twins;
  Mean marked;
  for (const Cheat& cheat : AllCheats()) {
    const Conduct& conduct = cheat.conduct;
    if (!absl::StartsWith(conduct.name, words)) continue;
    const Conduct honest = {.name = "honest", .bogey = conduct.bogey};
    std::vector<Table>& own = twins[{cheat.entrants, conduct.bogey}];
    CheatRow row(cheat);
    const int ladders = cheat.ladders * percent / 100;
    for (int number = 0; number < ladders; ++number) {
      Rng rng(absl::StrCat("strengths ", number));
      const std::vector<double> strengths = StrengthsOf(
          {.entrants = cheat.entrants, .field = Field::kNormal}, rng);
      if (static_cast<int>(own.size()) == number) {
        own.push_back(Play(strengths, honest, number));
        if (conduct.bogey == 0) marked.Add(!own.back().uneven.empty());
      }
      row.Add(Play(strengths, conduct, number), own[number]);
    }
    row.Print();
  }
  std::printf("honest twins in which anybody is uneven: %.3f ± %.3f\n",
              marked.Value(), marked.Error());
}

}  // namespace arena::competition
