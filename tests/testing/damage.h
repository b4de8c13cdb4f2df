// Messages with something wrong in them.
#ifndef TESTS_TESTING_DAMAGE_H_
#define TESTS_TESTING_DAMAGE_H_

#include <string>

#include "arena/core/rng.h"
#include "google/protobuf/message.h"

namespace arena {

// Changes, drops or doubles a byte, or cuts off the bytes after it.
std::string DamageBytes(std::string bytes, Rng& rng);

// Changes one field somewhere in the message: a number becomes its neighbour, a
// small number or a large one, a list loses or repeats an entry, a field
// vanishes. Such messages can be parsed, but what they say is wrong.
void DamageField(google::protobuf::Message& message, Rng& rng);

}  // namespace arena

#endif  // TESTS_TESTING_DAMAGE_H_
