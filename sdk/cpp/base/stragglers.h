// Ends a program whose bots do not end. Not for bots.
#ifndef SDK_CPP_BASE_STRAGGLERS_H_
#define SDK_CPP_BASE_STRAGGLERS_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace pentathlon {

// How long a program waits for bots that are still busy when its session is
// over.
inline constexpr std::chrono::seconds kStragglersTime(10);

// Calls `give_up`, from a thread of its own, if it still lives so long after
// the session is over.
class Stragglers {
 public:
  explicit Stragglers(std::function<void()> give_up,
                      std::chrono::milliseconds patience = kStragglersTime);
  // All bots have ended.
  ~Stragglers();
  Stragglers(const Stragglers&) = delete;
  Stragglers& operator=(const Stragglers&) = delete;

  // From any thread.
  void SessionIsOver();

 private:
  void Watch();

  const std::function<void()> give_up_;
  const std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool session_is_over_ = false;
  bool bots_have_ended_ = false;
  std::thread watcher_;
};

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_STRAGGLERS_H_
