// Messages with something wrong in them.
#ifndef TESTS_TESTING_DAMAGE_H_
#define TESTS_TESTING_DAMAGE_H_

#include <string>

#include "arena/core/rng.h"
#include "google/protobuf/message.h"

namespace arena {

// Changes a byte, drops one, doubles one, or cuts the rest off.
std::string DamageBytes(std::string bytes, Rng& rng);

// Changes one field somewhere in the message: a number becomes its neighbour,
// a small one or a large one, a list loses or repeats an entry, a field
// vanishes. Messages damaged so can be read and are wrong in what they say.
void DamageField(google::protobuf::Message& message, Rng& rng);

}  // namespace arena

#endif  // TESTS_TESTING_DAMAGE_H_
