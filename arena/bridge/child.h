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

// The longest line of a bot in bytes. A request to the referee has the same
// limit.
inline constexpr size_t kLongestLine = 64 * 1024;
// A bot that leaves more than this unread, in bytes, is ended.
inline constexpr size_t kMostUnread = 16 * 1024 * 1024;

// Receives the output of a child. Called from a thread of the child, one call
// at a time.
class ChildListener {
 public:
  virtual ~ChildListener() = default;
  // A line without its line feed.
  virtual void OnLine(const std::string& line) = 0;
  // The beginning of a line that is too long. The end of the line may never
  // come.
  virtual void OnLongLine(const std::string& beginning) = 0;
  // The last call. `how` is, for example, "exit status 3" or "signal 11
  // (Segmentation fault)".
  virtual void OnEnd(const std::string& how) = 0;
};

// Thread-safe. Lines to write wait in a queue, so no call waits for the
// program. The program inherits our standard error, leads its own process
// group, and never outlives this process. Never destroy a child on the thread
// of the child.
class Child {
 public:
  // Errors as for Process::Start.
  static absl::StatusOr<std::shared_ptr<Child>> Start(
      const std::vector<std::string>& command,
      std::shared_ptr<ChildListener> listener);
  // Ends the program: closes its input, sends SIGTERM after a second, and kills
  // the program after another second.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Sets the listener from now on; null: none. Returns false if the program has
  // ended: then nothing will come, not even OnEnd.
  bool Listen(std::shared_ptr<ChildListener> listener);

  // Queues a line.
  void Write(std::string line);
  // Queues a prompt and replaces a prompt that still waits. Returns whether a
  // prompt was replaced.
  bool WritePrompt(std::string line);
  // Takes back a prompt that still waits, if there is one.
  bool DropPrompt();
  // Closes the program's input after the queued lines.
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
  // Wakes the thread in Work.
  void Wake() const;
  // Reads and writes until the program ends or this object is destroyed.
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
