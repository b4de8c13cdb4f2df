// One target, FUZZ_TARGET, as libFuzzer calls it.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arena::fuzz::FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
