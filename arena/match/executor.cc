#include "arena/match/executor.h"

#include <asio/dispatch.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>
#include <asio/strand.hpp>
#include <asio/thread_pool.hpp>
#include <chrono>
#include <utility>

namespace arena {
namespace {

using SteadyClock = std::chrono::steady_clock;

class PoolStrand final : public Strand {
 public:
  explicit PoolStrand(asio::thread_pool& pool)
      : strand_(asio::make_strand(pool)), timer_(strand_) {}

  void Post(std::function<void()> task) override {
    asio::post(strand_, std::move(task));
  }
  void Dispatch(std::function<void()> task) override {
    asio::dispatch(strand_, std::move(task));
  }
  void WakeAt(absl::Time time, std::function<void()> task) override {
    if (time == absl::InfiniteFuture()) {
      timer_.cancel();
      return;
    }
    timer_.expires_at(SteadyClock::time_point(
        absl::ToChronoNanoseconds(time - absl::UnixEpoch())));
    timer_.async_wait([task = std::move(task)](const asio::error_code& error) {
      if (!error) task();
    });
  }

 private:
  asio::strand<asio::thread_pool::executor_type> strand_;
  asio::steady_timer timer_;
};

}  // namespace

struct PoolExecutor::Pool {
  explicit Pool(int threads) : threads(threads) {}
  asio::thread_pool threads;
};

PoolExecutor::PoolExecutor(int threads)
    : pool_(std::make_unique<Pool>(threads)) {}

PoolExecutor::~PoolExecutor() { Stop(); }

std::unique_ptr<Strand> PoolExecutor::NewStrand() {
  return std::make_unique<PoolStrand>(pool_->threads);
}

absl::Time PoolExecutor::Now() const {
  return absl::UnixEpoch() +
         absl::FromChrono(SteadyClock::now().time_since_epoch());
}

void PoolExecutor::Stop() {
  pool_->threads.stop();
  pool_->threads.join();
}

}  // namespace arena
