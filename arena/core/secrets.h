// Names and secrets that cannot be guessed, and hashes of them.
#ifndef ARENA_CORE_SECRETS_H_
#define ARENA_CORE_SECRETS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace arena {

// 128 random bits in hexadecimal digits: for session tokens, and for ids of
// tokens and matches. Such ids do not reveal how many others exist.
std::string RandomName();

// 256 random bits after "ptln_", by which people and scanners for leaked
// secrets recognise it: for access tokens.
std::string RandomSecret();

// The hash, 32 bytes.
std::string Sha256(absl::string_view bytes);
inline constexpr size_t kSha256Bytes = 32;

// Whether two hashes are equal, in a time that does not depend on their bytes.
bool SameHash(absl::string_view a, absl::string_view b);

}  // namespace arena

#endif  // ARENA_CORE_SECRETS_H_
