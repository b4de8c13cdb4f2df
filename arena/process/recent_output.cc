#include "arena/process/recent_output.h"

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"

namespace arena {
namespace {

// Bots without an SDK often print the name of the enum.
bool ReportsFault(absl::string_view line) {
  return absl::StrContains(line, ": fault ") ||
         absl::StrContains(line, "FAULT_KIND_");
}

}  // namespace

absl::string_view MatchAtFault(absl::string_view line) {
  constexpr absl::string_view kMatch = "match=";
  const size_t place = line.find(kMatch);
  if (place == absl::string_view::npos || !ReportsFault(line)) return "";
  line.remove_prefix(place + kMatch.size());
  return line.substr(0, line.find_first_of(" :"));
}

void RecentOutput::AddLine(absl::string_view line) {
  MutexLock lock(mutex_);
  lines_.emplace_back(line);
  if (lines_.size() > kLines) lines_.pop_front();
  const absl::string_view match_id = MatchAtFault(line);
  if (match_id.empty() || faults_.size() >= kFaults) return;
  faults_.try_emplace(std::string(match_id), Joined());
}

std::string RecentOutput::Last() const {
  MutexLock lock(mutex_);
  return Joined();
}

std::string RecentOutput::AtFaultIn(absl::string_view match_id) const {
  MutexLock lock(mutex_);
  const auto found = faults_.find(std::string(match_id));
  return found == faults_.end() ? "" : found->second;
}

std::string RecentOutput::Joined() const {
  return absl::StrJoin(lines_, "\n");
}

}  // namespace arena
