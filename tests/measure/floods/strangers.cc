#include "tests/measure/floods/strangers.h"

#include <atomic>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "tests/measure/floods/wire.h"

namespace arena::floods {

std::string Repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

int64_t OnThreads(const std::function<int64_t()>& work) {
  constexpr int kThreads = 4;
  std::atomic<int64_t> sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] { sum += work(); });
  }
  for (std::thread& thread : threads) thread.join();
  return sum;
}

int64_t SendAndSend(const Target& target, absl::Time until,
                    const std::string& first, int count,
                    const std::string& again, bool reads) {
  return OnThreads([&] {
    int64_t sent = 0;
    while (absl::Now() < until) {
      Wire wire(target.address, target.tls());
      wire.Send(first);
      while (wire.open() && absl::Now() < until) {
        wire.Send(again);
        if (reads) wire.Drain();
        if (wire.open()) sent += count;
      }
    }
    return sent;
  });
}

}  // namespace arena::floods
