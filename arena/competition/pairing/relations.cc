#include "arena/competition/pairing/relations.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace arena::competition {

std::vector<std::string> TiesOf(const v1::Entrant& entrant) {
  std::vector<std::string> ties;
  for (const std::string& author : entrant.authors()) {
    ties.push_back(absl::StrCat("author ", author));
  }
  for (const v1::SeatSpec& player : entrant.players()) {
    if (player.has_bot()) ties.push_back(absl::StrCat("bot ", player.bot()));
  }
  return ties;
}

Relations::Relations(const v1::CompetitionSpec& spec)
    : Relations(spec, spec.entrants_size()) {}

Relations::Relations(const v1::CompetitionSpec& spec, int entrants)
    : all_meet_(spec.same_author_meets()) {
  for (int i = 0; i < entrants; ++i) Add(spec.entrants(i));
}

int Relations::NumberOf(const std::string& name) {
  return numbers_.emplace(name, static_cast<int>(numbers_.size()))
      .first->second;
}

void Relations::Add(const v1::Entrant& entrant) {
  const auto index = static_cast<uint32_t>(keys_.size());
  std::vector<int>& keys = keys_.emplace_back();
  clans_.push_back(index);
  ++clan_count_;
  if (all_meet_) return;
  for (const std::string& tie : TiesOf(entrant)) keys.push_back(NumberOf(tie));
  absl::c_sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  single_ = single_ && entrant.players_size() == 1;
  for (const int key : keys) {
    // New numbers are the last of all.
    if (key == static_cast<int>(owners_.size())) {
      owners_.push_back(index);
    } else if (clans_[index] == index) {
      clans_[index] = clans_[owners_[key]];
      --clan_count_;
      any_ = true;
    }
  }
}

void Relations::Relate(uint32_t a, uint32_t b) {
  const int key = NumberOf(absl::StrCat("pair ", numbers_.size()));
  owners_.push_back(a);
  // A new number is the largest.
  keys_[a].push_back(key);
  keys_[b].push_back(key);
  // Others that are related to one of them are not related to the other.
  single_ = false;
  any_ = true;
}

bool Relations::AreRelated(uint32_t a, uint32_t b) const {
  if (!any_) return false;
  auto in_a = keys_[a].begin();
  auto in_b = keys_[b].begin();
  while (in_a != keys_[a].end() && in_b != keys_[b].end()) {
    if (*in_a == *in_b) return true;
    *in_a < *in_b ? ++in_a : ++in_b;
  }
  return false;
}

bool Relations::AnyRelated(absl::Span<const uint32_t> entrants) const {
  for (size_t i = 0; i < entrants.size(); ++i) {
    if (IsRelatedToAny(entrants[i], entrants.subspan(0, i))) return true;
  }
  return false;
}

bool Relations::IsRelatedToAny(uint32_t entrant,
                               absl::Span<const uint32_t> others) const {
  return absl::c_any_of(
      others, [&](uint32_t other) { return AreRelated(entrant, other); });
}

uint32_t Relations::ClanOf(uint32_t entrant) const {
  return any_ && single_ ? clans_[entrant] : entrant;
}

bool Relations::CanBeAvoided(int sides) const {
  if (!any_) return true;
  if (single_) return clan_count_ >= sides;
  const auto count = static_cast<uint32_t>(keys_.size());
  for (uint32_t first = 0; first < count; ++first) {
    std::vector<uint32_t> gathered = {first};
    for (uint32_t i = 0; i < count; ++i) {
      if (i != first && !IsRelatedToAny(i, gathered)) gathered.push_back(i);
      if (static_cast<int>(gathered.size()) >= sides) return true;
    }
  }
  return false;
}

std::vector<std::vector<uint32_t>> Relations::WithoutKin(
    std::vector<std::vector<uint32_t>> encounters) const {
  if (!any()) return encounters;
  std::vector<std::vector<uint32_t>> without;
  for (const std::vector<uint32_t>& encounter : encounters) {
    if (!AnyRelated(encounter)) without.push_back(encounter);
  }
  return without.empty() ? encounters : without;
}

}  // namespace arena::competition
