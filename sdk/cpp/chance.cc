#include "sdk/cpp/chance.h"

#include <stdexcept>

namespace pentathlon {

uint64_t SeedOf(const std::string& private_seed, uint32_t seat,
                uint32_t decision) {
  uint64_t hash = 0xcbf29ce484222325;
  const auto mix = [&hash](const std::string& bytes) {
    for (const char byte : bytes) {
      hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001b3;
    }
  };
  mix(private_seed);
  mix("/" + std::to_string(seat) + "/" + std::to_string(decision));
  return hash;
}

uint64_t Chance::Draw() {
  state_ += 0x9e3779b97f4a7c15;
  uint64_t value = state_;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

uint64_t Chance::Below(uint64_t count) {
  if (count == 0) {
    throw std::invalid_argument("count is 0; it should be at least 1");
  }
  // Draws beyond the last multiple would favour small numbers. 2^64 modulo
  // count, computed without 2^64.
  const uint64_t surplus = (UINT64_MAX % count + 1) % count;
  uint64_t value = Draw();
  while (surplus != 0 && value >= 0 - surplus) value = Draw();
  return value % count;
}

}  // namespace pentathlon
