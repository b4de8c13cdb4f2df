// Names that nobody can guess, and what is kept of them.
#ifndef REFEREE_SECRETS_H_
#define REFEREE_SECRETS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace arena::referee {

// 128 random bits in hexadecimal digits: for tokens and for names of matches,
// which must not tell how many others there are.
std::string RandomName();

// The 32 bytes of the hash.
std::string Sha256(absl::string_view bytes);

}  // namespace arena::referee

#endif  // REFEREE_SECRETS_H_
