#include "arena/competition/pairing/bench.h"

#include <map>

#include "absl/algorithm/container.h"

namespace arena::competition {

void Bench::Log(const v1::CompetitionMatch& match) {
  ++log_position_;
  std::map<uint32_t, uint32_t> faults;
  for (const uint32_t entrant : match.entrants()) faults[entrant] = 0;
  for (const v1::Fault& fault : match.result().faults()) {
    ++faults[match.entrants(static_cast<int>(fault.seat()))];
  }
  for (const auto& [entrant, count] : faults) CountFaults(entrant, count);
}

void Bench::CountFaults(uint32_t entrant, uint32_t faults) {
  Record& record = records_[entrant];
  record.faults.push_back({log_position_, faults});
  if (record.faults.size() > kFaultWindow) record.faults.pop_front();
  if (record.benching.has_value()) return;
  uint32_t sum = 0;
  for (const LoggedFaults& match : record.faults) sum += match.faults;
  if (sum < most_faults_) return;
  record.benching =
      Benching{.entrant = entrant,
               .at = log_position_,
               .since = record.faults.front().at,
               .matches = static_cast<uint32_t>(record.faults.size()),
               .faults = sum};
}

void Bench::Begin(uint32_t entrant) {
  Record& record = records_[entrant];
  // A benched entrant that plays is back, whatever allowed it to play.
  if (!record.benching.has_value()) return;
  record.faults.clear();
  record.benching.reset();
  record.returned = false;
}

void Bench::Return(uint32_t entrant) {
  records_[entrant].returned = records_[entrant].benching.has_value();
}

void Bench::Follow(uint32_t log_position, absl::Span<const uint32_t> benched) {
  for (const Benching& benching : this->benched()) {
    if (benching.at > log_position ||
        absl::c_binary_search(benched, benching.entrant)) {
      continue;
    }
    Return(benching.entrant);
  }
}

void Bench::Suspend(uint32_t entrant, bool suspended) {
  records_[entrant].suspended = suspended;
}

bool Bench::MayPlay(uint32_t entrant) const {
  return !records_[entrant].sits() && !records_[entrant].suspended;
}

std::vector<Benching> Bench::benched() const {
  std::vector<Benching> benched;
  for (const Record& record : records_) {
    if (record.sits()) benched.push_back(*record.benching);
  }
  return benched;
}

}  // namespace arena::competition
