// The random generator of a prompt, the same in the SDKs of all languages.
#ifndef SDK_CPP_CHANCE_H_
#define SDK_CPP_CHANCE_H_

#include <cstdint>
#include <string>

namespace pentathlon {

// The seed of a decision: FNV-1a over the seat's secret and the place.
uint64_t SeedOf(const std::string& private_seed, uint32_t seat,
                uint32_t decision);

// SplitMix64. It plays the same match again wherever the same seed does. Not
// for several threads at once.
class Chance {
 public:
  explicit Chance(uint64_t seed) : state_(seed) {}

  // The next number of 64 bits.
  uint64_t Draw();

  // A number from 0 to count - 1, each as likely as the others. Throws
  // std::invalid_argument if `count` is 0.
  uint64_t Below(uint64_t count);

 private:
  uint64_t state_;
};

}  // namespace pentathlon

#endif  // SDK_CPP_CHANCE_H_
