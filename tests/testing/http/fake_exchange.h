// A request of HTTP without a connection.
#ifndef TESTS_TESTING_HTTP_FAKE_EXCHANGE_H_
#define TESTS_TESTING_HTTP_FAKE_EXCHANGE_H_

#include <functional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "referee/http/exchange.h"

namespace arena::referee {

// Only its strand and its connection's name are used; the caller may go.
class FakeExchange final : public Exchange {
 public:
  explicit FakeExchange(net::any_io_executor strand)
      : strand_(std::move(strand)) {}

  void Go() { on_gone_(); }

  const HttpRequest& request() const override { return request_; }
  const std::string& connection() const override { return connection_; }
  bool secure() const override { return false; }
  const net::any_io_executor& strand() const override { return strand_; }
  void set_on_gone(std::function<void()> on_gone) override {
    on_gone_ = std::move(on_gone);
  }
  net::awaitable<bool> Reply(HttpResponse) override { co_return true; }
  net::awaitable<bool> Begin(HttpResponse) override { co_return true; }
  net::awaitable<bool> Send(absl::string_view) override { co_return true; }
  net::awaitable<bool> End() override { co_return true; }

 private:
  const net::any_io_executor strand_;
  const HttpRequest request_;
  const std::string connection_ = "10.0.0.1:1";
  std::function<void()> on_gone_;
};

}  // namespace arena::referee

#endif  // TESTS_TESTING_HTTP_FAKE_EXCHANGE_H_
