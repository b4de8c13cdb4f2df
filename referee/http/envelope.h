// Messages of a stream as the Connect protocol frames them.
#ifndef REFEREE_HTTP_ENVELOPE_H_
#define REFEREE_HTTP_ENVELOPE_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// Bits of the first byte.
inline constexpr uint8_t kEnvelopeCompressed = 1;
inline constexpr uint8_t kEnvelopeEnd = 2;

struct Envelope {
  uint8_t flags = 0;
  std::string data;
};

// One byte of flags, four of the size, and the data.
std::string WriteEnvelope(uint8_t flags, absl::string_view data);

// Reads a body that is one envelope and nothing else: the request of a call with
// one request. INVALID_ARGUMENT; UNIMPLEMENTED if there is none, or are several.
absl::StatusOr<Envelope> ReadOnlyEnvelope(absl::string_view body);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_ENVELOPE_H_
