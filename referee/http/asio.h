// Boost.Asio as the HTTP server uses it.
#ifndef REFEREE_HTTP_ASIO_H_
#define REFEREE_HTTP_ASIO_H_

// Boost 1.74 uses std::exchange without including it.
#include <utility>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace arena::referee {

namespace net = boost::asio;

// Lets a coroutine wait until something happens. Everything about it happens on
// one strand.
class Signal {
 public:
  explicit Signal(const net::any_io_executor& strand) : timer_(strand) {
    timer_.expires_at(net::steady_timer::time_point::max());
  }

  // Wakes those that wait.
  void Raise() { timer_.cancel(); }
  // Waits until the next Raise. May return without one: check again what you
  // wait for.
  net::awaitable<void> Wait() {
    boost::system::error_code ignored;
    co_await timer_.async_wait(
        net::redirect_error(net::use_awaitable, ignored));
  }

 private:
  net::steady_timer timer_;
};

}  // namespace arena::referee

#endif  // REFEREE_HTTP_ASIO_H_
