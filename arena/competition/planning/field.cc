#include "arena/competition/planning/field.h"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/competition/pairing/relations.h"
#include "arena/competition/planning/duplicate.h"
#include "arena/competition/planning/formats.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"

namespace arena::competition {
namespace {

// The most deals that wait for further tables at the same time. More deals
// would be filled better, but searching them takes longer.
constexpr size_t kMostOpenDeals = 100;

absl::Status CheckNoTables(const v1::CompetitionSpec& spec) {
  if (spec.tables() == 0) return absl::OkStatus();
  return Wrong("tables is ", spec.tables(),
               "; only DEALS_FIELD has it, so expected 0");
}

// Field duplicate compares entrants that meet different opponents.
absl::Status CheckFormat(const v1::CompetitionSpec& spec) {
  if (FormatOf(spec).field) return absl::OkStatus();
  return Wrong("deals is DEALS_FIELD, which ", v1::Format_Name(spec.format()),
               " cannot have; expected ",
               FormatNames([](const FormatInfo& info) { return info.field; }),
               ", or other deals");
}

// A deal that has room for further tables.
struct OpenDeal {
  uint32_t number;
  int tables = 0;
  std::set<uint32_t> families = {};
};

}  // namespace

bool IsField(const v1::CompetitionSpec& spec) {
  return spec.deals() == v1::DEALS_FIELD;
}

int TablesOf(const v1::CompetitionSpec& spec) {
  return IsField(spec) ? static_cast<int>(spec.tables()) : 1;
}

absl::Status CompleteField(v1::CompetitionSpec& spec, const GameForm& form) {
  if (!IsField(spec)) return CheckNoTables(spec);
  ARENA_RETURN_IF_ERROR(CheckFormat(spec));
  // With more than two sides, intervals held the truth less often than claimed.
  if (form.side_count() != 2) {
    return Wrong("deals is DEALS_FIELD, which is for two sides; ",
                 form.game->info->name, " with ", form.seats,
                 " seats and these options has ", form.side_count(),
                 "; expected other deals");
  }
  const std::vector<uint32_t> families = FamiliesOf(spec);
  const size_t different =
      std::set<uint32_t>(families.begin(), families.end()).size();
  const auto sides = static_cast<size_t>(form.side_count());
  const auto most = static_cast<uint32_t>(different / sides);
  if (most < 2) {
    return Wrong("entrants has ", spec.entrants_size(), ", of which ",
                 different,
                 " have no author or bot in common; expected at least ",
                 2 * sides, " for the two tables that DEALS_FIELD needs");
  }
  // A ladder goes on without entrants that are benched or away, and may expect
  // more of them.
  const bool ladder = FormatOf(spec).endless;
  if (spec.tables() == 0) {
    spec.set_tables(ladder ? std::max(2u, most / 2) : most);
  }
  const uint32_t limit = ladder ? std::max(most, kMostTables) : most;
  if (spec.tables() >= 2 && spec.tables() <= limit) return absl::OkStatus();
  return Wrong("tables is ", spec.tables(), "; expected 2 to ", limit,
               ladder ? ""
                      : ", as many as entrants without a common author or bot "
                        "fill");
}

std::vector<uint32_t> FamiliesOf(const v1::CompetitionSpec& spec) {
  std::vector<uint32_t> families(spec.entrants_size());
  std::iota(families.begin(), families.end(), 0);
  const auto first_of = [&](uint32_t entrant) {
    while (families[entrant] != entrant) entrant = families[entrant];
    return entrant;
  };
  std::map<std::string, uint32_t> first_with;
  for (uint32_t i = 0; i < families.size(); ++i) {
    for (const std::string& tie : TiesOf(spec.entrants(static_cast<int>(i)))) {
      const auto [known, added] = first_with.emplace(tie, i);
      if (added) continue;
      const uint32_t a = first_of(i);
      const uint32_t b = first_of(known->second);
      families[std::max(a, b)] = std::min(a, b);
    }
  }
  for (uint32_t& family : families) family = first_of(family);
  return families;
}

SharedDeals::SharedDeals(absl::Span<const std::vector<uint32_t>> encounters,
                         int tables, absl::Span<const uint32_t> families) {
  const auto family_of = [&](uint32_t entrant) {
    return families.empty() ? entrant : families[entrant];
  };
  std::deque<OpenDeal> open;
  for (const std::vector<uint32_t>& encounter : encounters) {
    const auto fits = [&](const OpenDeal& deal) {
      return absl::c_none_of(encounter, [&](uint32_t entrant) {
        return deal.families.contains(family_of(entrant));
      });
    };
    auto deal = absl::c_find_if(open, fits);
    if (deal == open.end()) {
      open.push_back({static_cast<uint32_t>(deals_.size())});
      deals_.emplace_back();
      deal = std::prev(open.end());
    }
    deal_of_.push_back(deal->number);
    std::vector<uint32_t>& entrants = deals_[deal->number];
    entrants.insert(entrants.end(), encounter.begin(), encounter.end());
    for (const uint32_t entrant : encounter) {
      deal->families.insert(family_of(entrant));
    }
    if (++deal->tables == tables) open.erase(deal);
    if (open.size() > kMostOpenDeals) open.pop_front();
  }
}

std::vector<std::vector<uint32_t>> FieldMatches(const GameForm& form,
                                                const ScheduledSet& set) {
  const auto sides = static_cast<uint32_t>(form.side_count());
  const uint32_t turn = set.variation / sides;
  Rng turns(absl::StrCat("tables ", set.encounter, " ", turn));
  const absl::Span<const uint32_t> entrants = set.entrants;
  std::vector<std::vector<uint32_t>> matches;
  for (size_t first = 0; first < entrants.size(); first += sides) {
    const uint32_t rotation = (set.variation + turns.Below(sides)) % sides;
    matches.push_back(
        DuplicateMatches(form, entrants.subspan(first, sides), turn)[rotation]);
  }
  return matches;
}

}  // namespace arena::competition
