// The program of a bot: a process that reads lines and writes lines.
#ifndef ARENA_BRIDGE_CHILD_H_
#define ARENA_BRIDGE_CHILD_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/core/descriptor.h"
#include "arena/core/mutex.h"
#include "arena/process/process.h"

namespace arena::bridge {

// A line of a bot may be as long as this, in bytes, as a request to the referee
// may be.
inline constexpr size_t kLongestLine = 64 * 1024;
// A bot that leaves more than this unread, in bytes, is ended.
inline constexpr size_t kMostUnread = 16 * 1024 * 1024;

// Gets what a child says. Called from a thread of the child, one call at a time.
class ChildListener {
 public:
  virtual ~ChildListener() = default;
  // A line without its line feed.
  virtual void OnLine(const std::string& line) = 0;
  // A line that is too long, of which this is the beginning. Its end may never
  // come.
  virtual void OnLongLine(const std::string& beginning) = 0;
  // The last call. "exit status 3", "signal 11 (Segmentation fault)".
  virtual void OnEnd(const std::string& how) = 0;
};

// Thread-safe. Lines to write wait in a queue, so that no call waits for the
// program. The program has our standard error as its own, leads a group of its
// own, and never outlives this process. Destroy a child from another thread
// than its own.
class Child {
 public:
  // Errors as for Process::Start.
  static absl::StatusOr<std::shared_ptr<Child>> Start(
      const std::vector<std::string>& command,
      std::shared_ptr<ChildListener> listener);
  // Ends the program: it has a second after the end of its input, and another
  // one after SIGTERM.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Who gets what the program says from now on; null: nobody. False if the
  // program has ended, so that nothing will come, not even OnEnd.
  bool Listen(std::shared_ptr<ChildListener> listener);

  // Queues a line.
  void Write(std::string line);
  // Queues a prompt, in place of one that still waits. Returns whether there was
  // such a one.
  bool WritePrompt(std::string line);
  // Takes back a prompt that still waits, if there is one.
  bool DropPrompt();
  // The program reads the end of its input behind the queued lines.
  void CloseInput();
  // Asks the program to end.
  void Terminate() const { process_->Terminate(); }
  bool ended();

 private:
  struct Line {
    std::string text;  // With its line feed.
    bool is_prompt = false;
  };

  Child() = default;
  void Queue(Line line) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool EraseWaitingPrompt() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Ends a wait of Work.
  void Wake() const;
  // Reads and writes until the program ends or the object goes.
  void Work();
  // False at the end of the output.
  bool ReadSome();
  void TakeBytes(const char* bytes, size_t size);
  void TakeLine();
  void TakeLongLine();
  void WriteSome();
  // Whether there is something to write now.
  bool HasToWrite();
  std::shared_ptr<ChildListener> listener();

  std::unique_ptr<Process> process_;
  Descriptor wake_;
  std::atomic<bool> going_ = false;
  std::atomic<bool> overrun_ = false;

  // Used by the thread only.
  Descriptor input_;
  Descriptor output_;
  std::string line_;
  bool too_long_ = false;
  std::string writing_;  // The rest of the line that is being written.

  Mutex mutex_;
  std::deque<Line> queue_ ABSL_GUARDED_BY(mutex_);
  size_t queued_bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  bool closing_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  std::shared_ptr<ChildListener> listener_ ABSL_GUARDED_BY(mutex_);

  std::thread thread_;
};

}  // namespace arena::bridge

#endif  // ARENA_BRIDGE_CHILD_H_
