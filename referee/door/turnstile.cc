#include "referee/door/turnstile.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/process/launch.h"
#include "referee/door/frame_counter.h"
#include "referee/sockets/sockets.h"
#include "referee/sockets/tunnel.h"

namespace arena::referee {
namespace {

// How long the thread rests when the system has no more descriptors.
constexpr absl::Duration kRest = absl::Milliseconds(100);

}  // namespace

absl::StatusOr<std::unique_ptr<Turnstile>> Turnstile::Open(
    Options options, FloodBudget& budget) {
  ARENA_ASSIGN_OR_RETURN(Descriptor listener, ListenUnix(options.socket));
  ARENA_ASSIGN_OR_RETURN(Pipe end, MakePipe());
  auto turnstile = absl::WrapUnique(
      new Turnstile(std::move(options), budget, std::move(listener)));
  turnstile->end_ = std::move(end.read_end);
  turnstile->say_end_ = std::move(end.write_end);
  turnstile->acceptor_ =
      std::thread([self = turnstile.get()] { self->Accept(); });
  return turnstile;
}

Turnstile::Turnstile(Options options, FloodBudget& budget, Descriptor listener)
    : options_(std::move(options)),
      budget_(budget),
      listener_(std::move(listener)) {}

Turnstile::~Turnstile() {
  say_end_.Close();
  acceptor_.join();
}

void Turnstile::Accept() {
  while (true) {
    pollfd wanted[] = {{listener_.get(), POLLIN, 0}, {end_.get(), POLLIN, 0}};
    poll(wanted, 2, -1);
    if (wanted[1].revents != 0) return;
    Descriptor outside = AcceptNext(listener_.get());
    if (outside.is_open()) {
      TakeIn(std::move(outside));
    } else if (errno == EMFILE || errno == ENFILE) {
      absl::SleepFor(kRest);
    }
  }
}

void Turnstile::TakeIn(Descriptor outside) {
  if (!Spend(0, FloodBudget::kConnectionWork)) return;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0,
                 ends) != 0) {
    return;
  }
  Descriptor served(ends[0]);
  const auto inside = std::make_shared<Descriptor>(ends[1]);
  const bool taken = threads_.Take(
      std::move(outside),
      [this, inside](int connection) { Pass(connection, inside->get()); });
  if (taken) options_.serve(std::move(served));
}

void Turnstile::Pass(int outside, int inside) {
  FrameCounter frames(options_.most_header_bytes);
  Tunnel(outside, inside, [&](absl::string_view bytes) {
    const bool is_fit = frames.Read(bytes).ok();
    const FrameCounter::Count count = frames.Take();
    const int64_t work = count.frames * FloodBudget::kFrameWork +
                         count.calls * FloodBudget::kCallWork;
    return Spend(static_cast<int64_t>(bytes.size()), work) && is_fit;
  });
}

bool Turnstile::Spend(int64_t bytes, int64_t work) {
  const absl::Status status = budget_.Spend(bytes, work);
  if (!status.ok()) options_.on_flood(status);
  return status.ok();
}

}  // namespace arena::referee
