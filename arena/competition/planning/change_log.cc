#include "arena/competition/planning/change_log.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/text.h"

namespace arena::competition {
namespace {

using Change = v1::CompetitionChange;

}  // namespace

std::optional<uint32_t> EntrantNamed(const v1::CompetitionSpec& spec,
                                     absl::string_view name) {
  for (int i = 0; i < spec.entrants_size(); ++i) {
    if (spec.entrants(i).name() == name) return static_cast<uint32_t>(i);
  }
  return std::nullopt;
}

ChangeLog::ChangeLog(const v1::CompetitionSpec& spec)
    : sets_({{0, spec.sets()}}), entered_(spec.entrants_size()) {
  bool first = true;
  for (const Change& change : spec.changes()) {
    const uint32_t from = change.from_set();
    if (change.has_number() && change.number().key() == "sets") {
      if (std::exchange(first, false)) {
        sets_[0].second = change.number().before();
      }
      sets_.push_back({from, change.number().after()});
    }
    std::optional<uint32_t> entrant;
    if (change.has_entered()) {
      entrant = EntrantNamed(spec, change.entered().name());
      if (entrant.has_value()) entered_[*entrant] = from;
    }
    if (change.has_disqualified()) {
      entrant = EntrantNamed(spec, change.disqualified().entrant());
      if (!entrant.has_value()) continue;
      out_[*entrant] = from;
      judgements_.push_back({*entrant, change.disqualified().ruling(), from});
    }
    if (change.kind_case() == Change::kReplayed) {
      entrant = EntrantNamed(spec, change.replayed());
      if (!entrant.has_value()) continue;
      judgements_.push_back({*entrant, Change::RULING_DROP, from, from});
    }
    if (change.has_struck()) {
      entrant = EntrantNamed(spec, change.struck().entrant());
      const auto opponent = EntrantNamed(spec, change.struck().opponent());
      if (!entrant.has_value() || !opponent.has_value()) continue;
      judgements_.push_back(
          {*entrant, Change::RULING_DROP, from, Judgement().below, *opponent});
    }
  }
}

uint32_t ChangeLog::SetsAt(uint32_t set) const {
  uint32_t sets = 0;
  for (const auto& [from, number] : sets_) {
    if (from <= set) sets = number;
  }
  return sets;
}

int ChangeLog::EntrantsAt(uint32_t set) const {
  return static_cast<int>(
      absl::c_count_if(entered_, [&](uint32_t from) { return from <= set; }));
}

bool ChangeLog::IsOutAt(uint32_t entrant, uint32_t set) const {
  const auto out = out_.find(entrant);
  return out != out_.end() && out->second <= set;
}

std::set<uint32_t> DisqualifiedIn(const v1::CompetitionSpec& spec) {
  std::set<uint32_t> out;
  for (const Change& change : spec.changes()) {
    if (!change.has_disqualified()) continue;
    const auto entrant = EntrantNamed(spec, change.disqualified().entrant());
    if (entrant.has_value()) out.insert(*entrant);
  }
  return out;
}

const Change* DisqualificationOf(const v1::CompetitionSpec& spec,
                                 absl::string_view entrant) {
  for (const Change& change : spec.changes()) {
    if (change.has_disqualified() &&
        change.disqualified().entrant() == entrant) {
      return &change;
    }
  }
  return nullptr;
}

const v1::Clock* ClockOf(const v1::CompetitionSpec& spec, uint32_t set) {
  const v1::Clock* clock = spec.has_clock() ? &spec.clock() : nullptr;
  bool first = true;
  for (const Change& change : spec.changes()) {
    if (!change.has_clock()) continue;
    if (std::exchange(first, false)) {
      clock = change.clock().has_before() ? &change.clock().before() : nullptr;
    }
    if (change.from_set() <= set) clock = &change.clock().after();
  }
  return clock;
}

Seed SeedOfSet(const v1::CompetitionSpec& spec, uint32_t set) {
  const std::string* bytes = &spec.seed();
  for (const Change& change : spec.changes()) {
    if (!change.seed().empty() && change.from_set() <= set) {
      bytes = &change.seed();
    }
  }
  Seed seed;
  ARENA_CHECK(bytes->size() == seed.size(), bytes->size());
  absl::c_copy(*bytes, seed.begin());
  return DeriveSeed(seed, set);
}

int ProgramOf(const v1::CompetitionSpec& spec, uint32_t entrant, uint32_t set) {
  const std::string& name = spec.entrants(static_cast<int>(entrant)).name();
  int program = 1;
  for (const Change& change : spec.changes()) {
    if (!change.has_replaced() || change.from_set() > set) continue;
    const Change::Replacement& replaced = change.replaced();
    if (replaced.after().name() == name &&
        replaced.before().program() != replaced.after().program()) {
      ++program;
    }
  }
  return program;
}

// ---- Checking ----

namespace {

template <typename... Text>
absl::Status WrongChange(int index, const Text&... text) {
  return absl::InvalidArgumentError(
      absl::StrCat("changes[", index, "]", text...));
}

// The value of a field that NumberChange may name; nothing for other names.
std::optional<uint32_t> NumberIn(const v1::CompetitionSpec& spec,
                                 absl::string_view key) {
  if (key == "sets") return spec.sets();
  if (key == "rounds") return spec.rounds();
  if (key == "max_sets") return spec.max_sets();
  return std::nullopt;
}

// The names of the entrants that a change concerns.
std::vector<std::string> EntrantsIn(const Change& change) {
  switch (change.kind_case()) {
    case Change::kDisqualified:
      return {change.disqualified().entrant()};
    case Change::kEntered:
      return {change.entered().name()};
    case Change::kReplaced:
      return {change.replaced().after().name()};
    case Change::kReplayed:
      return {change.replayed()};
    case Change::kStruck:
      return {change.struck().entrant(), change.struck().opponent()};
    case Change::kNumber:
    case Change::kClock:
    case Change::KIND_NOT_SET:
      break;
  }
  return {};
}

absl::Status CheckNumber(int index, const v1::CompetitionSpec& spec,
                         const Change& change,
                         std::map<std::string, uint32_t>& last) {
  const Change::NumberChange& number = change.number();
  const auto value = NumberIn(spec, number.key());
  if (!value.has_value()) {
    return WrongChange(index, ".number.key is \"",
                       Shortened(Printable(number.key())),
                       "\"; expected sets, rounds or max_sets");
  }
  const auto known = last.find(number.key());
  const uint32_t least = known == last.end() ? number.before() : known->second;
  // A ladder without an end may get one, and a ladder with an end may lose it.
  const bool grows =
      number.key() == "max_sets" || number.before() <= number.after();
  if (number.before() == least && grows) {
    last[number.key()] = number.after();
    return absl::OkStatus();
  }
  return WrongChange(index, ".number changes ", number.key(), " from ",
                     number.before(), " to ", number.after(), ", but it was ",
                     least);
}

}  // namespace

absl::Status CheckChanges(const v1::CompetitionSpec& spec) {
  std::map<std::string, uint32_t> numbers;
  int entered = 0;
  for (int i = 0; i < spec.changes_size(); ++i) {
    const Change& change = spec.changes(i);
    if (change.kind_case() == Change::KIND_NOT_SET) {
      return WrongChange(
          i,
          " changes nothing that this program knows; expected one "
          "of its kinds");
    }
    if (change.has_number()) {
      ARENA_RETURN_IF_ERROR(CheckNumber(i, spec, change, numbers));
    }
    for (const std::string& name : EntrantsIn(change)) {
      if (EntrantNamed(spec, name).has_value()) continue;
      return WrongChange(i, " concerns \"", Shortened(Printable(name)),
                         "\", which is no entrant");
    }
    if (change.has_entered()) ++entered;
    if (!change.seed().empty() && change.seed().size() != sizeof(Seed)) {
      return WrongChange(i, ".seed has ", change.seed().size(),
                         " bytes; expected ", sizeof(Seed), " or none");
    }
  }
  for (const auto& [key, value] : numbers) {
    if (*NumberIn(spec, key) == value) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(key, " is ", *NumberIn(spec, key),
                     "; the last of its changes says ", value));
  }
  // The entrants that entered later are the last ones, in this order.
  int next = spec.entrants_size() - entered;
  for (const Change& change : spec.changes()) {
    if (!change.has_entered()) continue;
    if (next >= 0 && spec.entrants(next).name() == change.entered().name()) {
      ++next;
      continue;
    }
    return absl::InvalidArgumentError(absl::StrCat(
        "entrants does not end with the entrants that entered later: expected "
        "\"",
        Shortened(Printable(change.entered().name())), "\" at its place"));
  }
  return absl::OkStatus();
}

}  // namespace arena::competition
