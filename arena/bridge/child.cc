#include "arena/bridge/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/core/check.h"
#include "arena/process/launch.h"

namespace arena::bridge {
namespace {

// The time that a program may take to end after its output, or after its input.
constexpr absl::Duration kEndPatience = absl::Seconds(1);
// The longest delay until the end of a program is noticed, even if another
// process holds its output open.
constexpr int kLookMilliseconds = 500;
// The most reads from the pipe after the program's end. The number is limited
// because processes that the program has started may write without end.
constexpr int kReadsAfterEnd = 8;
// The part of a line that is too long that is kept, to quote it.
constexpr size_t kKeptOfLongLine = 200;

}  // namespace

absl::StatusOr<std::shared_ptr<Child>> Child::Start(
    const std::vector<std::string>& command,
    std::shared_ptr<ChildListener> listener) {
  ARENA_ASSIGN_OR_RETURN(Pipe input, MakePipe());
  ARENA_ASSIGN_OR_RETURN(Pipe output, MakePipe());
  std::shared_ptr<Child> child(new Child());
  child->wake_ = Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!child->wake_.is_open()) {
    return absl::UnavailableError(
        absl::StrCat("cannot start \"", command[0], "\": ",
                     std::strerror(errno)));
  }
  ARENA_ASSIGN_OR_RETURN(
      child->process_,
      Process::Start({.command = command,
                      .setup = {.input = input.read_end.get(),
                                .output = output.write_end.get(),
                                .errors = STDERR_FILENO}}));
  child->input_ = std::move(input.write_end);
  child->output_ = std::move(output.read_end);
  fcntl(child->input_.get(), F_SETFL, O_NONBLOCK);
  fcntl(child->output_.get(), F_SETFL, O_NONBLOCK);
  child->Listen(std::move(listener));
  child->thread_ = std::thread([child = child.get()] { child->Work(); });
  return child;
}

Child::~Child() {
  if (!thread_.joinable()) return;
  Listen(nullptr);
  CloseInput();
  const absl::Time patience = absl::Now() + kEndPatience;
  if (!process_->Wait(patience)) {
    process_->Terminate();
    process_->WaitOrKill(patience + kEndPatience);
  }
  going_ = true;
  Wake();
  thread_.join();
}

bool Child::Listen(std::shared_ptr<ChildListener> listener) {
  MutexLock lock(mutex_);
  listener_ = std::move(listener);
  return !ended_;
}

std::shared_ptr<ChildListener> Child::listener() {
  MutexLock lock(mutex_);
  return listener_;
}

bool Child::ended() {
  MutexLock lock(mutex_);
  return ended_;
}

// ---- Input of the program ----

void Child::Write(std::string line) {
  {
    MutexLock lock(mutex_);
    Queue({.text = std::move(line)});
  }
  Wake();
}

bool Child::WritePrompt(std::string line) {
  bool replaced;
  {
    MutexLock lock(mutex_);
    replaced = EraseWaitingPrompt();
    Queue({.text = std::move(line), .is_prompt = true});
  }
  Wake();
  return replaced;
}

bool Child::DropPrompt() {
  MutexLock lock(mutex_);
  return EraseWaitingPrompt();
}

void Child::CloseInput() {
  {
    MutexLock lock(mutex_);
    closing_ = true;
  }
  Wake();
}

void Child::Queue(Line line) {
  line.text += '\n';
  queued_bytes_ += line.text.size();
  queue_.push_back(std::move(line));
  if (queued_bytes_ <= kMostUnread || overrun_) return;
  overrun_ = true;
  process_->Signal(SIGKILL);
}

bool Child::EraseWaitingPrompt() {
  return std::erase_if(queue_, [this](const Line& line)
                                   ABSL_NO_THREAD_SAFETY_ANALYSIS {
           if (line.is_prompt) queued_bytes_ -= line.text.size();
           return line.is_prompt;
         }) > 0;
}

void Child::Wake() const {
  const uint64_t one = 1;
  // A full counter is as good.
  (void)!write(wake_.get(), &one, sizeof(one));
}

// ---- Its thread ----

void Child::Work() {
  bool open = true;
  int reads_after_end = kReadsAfterEnd;
  while (open && !going_) {
    std::array<pollfd, 3> sources = {
        pollfd{output_.get(), POLLIN, 0}, pollfd{wake_.get(), POLLIN, 0},
        pollfd{HasToWrite() ? input_.get() : -1, POLLOUT, 0}};
    if (poll(sources.data(), sources.size(), kLookMilliseconds) < 0) continue;
    uint64_t count;
    if (sources[1].revents != 0) {
      (void)!read(wake_.get(), &count, sizeof(count));
    }
    if (sources[2].revents != 0) WriteSome();
    const bool ended = process_->Ended();
    if (sources[0].revents != 0) {
      open = ReadSome() && (!ended || --reads_after_end > 0);
    } else if (ended) {
      open = false;
    }
  }
  input_.Close();
  if (!going_) process_->WaitOrKill(absl::Now() + kEndPatience);
  if (!line_.empty()) TakeLine();
  std::shared_ptr<ChildListener> to;
  {
    MutexLock lock(mutex_);
    ended_ = true;
    to = listener_;
  }
  if (going_ || to == nullptr) return;
  const std::string how =
      overrun_ ? absl::StrCat("no reading: it left more than ",
                              kMostUnread / 1024 / 1024, " MiB unread")
               : process_->EndText();
  to->OnEnd(how);
}

bool Child::HasToWrite() {
  MutexLock lock(mutex_);
  if (!writing_.empty()) return input_.is_open();
  if (queue_.empty()) {
    if (closing_) input_.Close();
    return false;
  }
  writing_ = std::move(queue_.front().text);
  queue_.pop_front();
  return input_.is_open();
}

void Child::WriteSome() {
  const ssize_t size = write(input_.get(), writing_.data(), writing_.size());
  if (size < 0) {
    // A program that has closed its input may still say something.
    if (errno != EAGAIN && errno != EINTR) input_.Close();
    return;
  }
  writing_.erase(0, static_cast<size_t>(size));
  if (!writing_.empty()) return;
  MutexLock lock(mutex_);
  // Counted until it is in the pipe.
  queued_bytes_ = 0;
  for (const Line& line : queue_) queued_bytes_ += line.text.size();
}

bool Child::ReadSome() {
  std::array<char, 16 * 1024> buffer;
  const ssize_t size = read(output_.get(), buffer.data(), buffer.size());
  if (size <= 0) return size < 0 && (errno == EAGAIN || errno == EINTR);
  TakeBytes(buffer.data(), static_cast<size_t>(size));
  return true;
}

void Child::TakeBytes(const char* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    if (bytes[i] == '\n') {
      TakeLine();
    } else if (too_long_) {
      // Its end may never come.
      const void* const end = std::memchr(bytes + i, '\n', size - i);
      if (end == nullptr) return;
      i = static_cast<size_t>(static_cast<const char*>(end) - bytes) - 1;
    } else if (line_.size() >= kLongestLine) {
      too_long_ = true;
      TakeLongLine();
    } else {
      line_ += bytes[i];
    }
  }
}

void Child::TakeLine() {
  const std::string line = std::exchange(line_, "");
  // The line was reported when it became too long.
  if (std::exchange(too_long_, false)) return;
  if (const auto to = listener()) to->OnLine(line);
}

void Child::TakeLongLine() {
  const std::string beginning =
      std::exchange(line_, "").substr(0, kKeptOfLongLine);
  if (const auto to = listener()) to->OnLongLine(beginning);
}

}  // namespace arena::bridge
