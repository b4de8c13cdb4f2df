#include "referee/sockets/tunnel.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <cerrno>
#include <string>

#include "absl/strings/string_view.h"

namespace arena {
namespace {

// One of the two directions of a tunnel.
class Way {
 public:
  Way(int from, int to, const Inspection& inspect)
      : from_(from), to_(to), inspect_(inspect), buffer_(64 * 1024, '\0') {}

  bool over() const { return over_; }
  // The events to wait for at its two ends.
  short from_events() const { return !ended_ && rest_.empty() ? POLLIN : 0; }
  short to_events() const { return rest_.empty() ? 0 : POLLOUT; }

  // Nothing can be passed on any more.
  void Abandon() {
    rest_ = {};
    ended_ = true;
    over_ = true;
  }

  // Passes bytes on as far as possible; false: the tunnel is broken.
  bool Pass() {
    if (over_) return true;
    if (rest_.empty() && !ended_) {
      const ssize_t got = recv(from_, buffer_.data(), buffer_.size(), 0);
      if (got < 0) return errno == EAGAIN || errno == EINTR;
      ended_ = got == 0;
      rest_ = absl::string_view(buffer_).substr(0, static_cast<size_t>(got));
      if (inspect_ != nullptr && !ended_ && !inspect_(rest_)) return false;
    }
    if (!rest_.empty()) {
      const ssize_t sent = send(to_, rest_.data(), rest_.size(), MSG_NOSIGNAL);
      if (sent < 0) return errno == EAGAIN || errno == EINTR;
      rest_.remove_prefix(static_cast<size_t>(sent));
    }
    if (ended_ && rest_.empty()) {
      shutdown(to_, SHUT_WR);
      over_ = true;
    }
    return true;
  }

 private:
  const int from_;
  const int to_;
  const Inspection& inspect_;
  std::string buffer_;
  // The part of the buffer that is not passed on yet.
  absl::string_view rest_;
  bool ended_ = false;
  bool over_ = false;
};

// The events to wait for at an end, for the direction that begins there and the
// direction that leads there. No descriptor if the end could only tell again
// that it hung up.
pollfd End(int end, const Way& from, const Way& to) {
  const auto events = static_cast<short>(from.from_events() | to.to_events());
  return {events == 0 && to.over() ? -1 : end, events, 0};
}

}  // namespace

void Tunnel(int one, int other, const Inspection& inspect_one) {
  const Inspection none;
  Way there(one, other, inspect_one), back(other, one, none);
  while (!there.over() || !back.over()) {
    pollfd ends[] = {End(one, there, back), End(other, back, there)};
    if (poll(ends, 2, -1) < 0 && errno != EINTR) return;
    if (((ends[0].revents | ends[1].revents) & (POLLERR | POLLNVAL)) != 0) {
      return;
    }
    // That end takes no more bytes, though bytes of it may be left to read.
    if ((ends[0].revents & POLLHUP) != 0) back.Abandon();
    if ((ends[1].revents & POLLHUP) != 0) there.Abandon();
    if (!there.Pass() || !back.Pass()) return;
  }
}

}  // namespace arena
