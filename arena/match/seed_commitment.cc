#include "arena/match/seed_commitment.h"

#include "arena/core/secrets.h"

namespace arena {

std::string CommitmentOf(absl::string_view match_id, const Seed& seed) {
  std::string input(match_id.data(), match_id.size());
  input.append(seed.begin(), seed.end());
  return Sha256(input);
}

}  // namespace arena
