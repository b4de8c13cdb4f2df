// Names that nobody can guess, and what is kept of them.
#ifndef REFEREE_SECRETS_H_
#define REFEREE_SECRETS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace arena::referee {

// 128 random bits in hexadecimal digits: for tokens and for names of matches,
// which must not tell how many others there are.
std::string RandomName();

// 256 random bits behind "ptln_", which lets people and scanners of leaked
// secrets know what they see: for access tokens.
std::string RandomSecret();

// The 32 bytes of the hash.
std::string Sha256(absl::string_view bytes);

// Whether two hashes are equal, in a time that does not depend on them.
bool SameHash(absl::string_view a, absl::string_view b);

}  // namespace arena::referee

#endif  // REFEREE_SECRETS_H_
