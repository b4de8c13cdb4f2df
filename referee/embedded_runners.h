// Runners that a referee starts on its own machine.
#ifndef REFEREE_EMBEDDED_RUNNERS_H_
#define REFEREE_EMBEDDED_RUNNERS_H_

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/process/process.h"
#include "arena/process/temporary_folder.h"

namespace arena::referee {

struct RunnerFlags {
  // How many runners; the cores are shared between them.
  int runners = 0;
  // Seats of all runners together; 0: as many as have cores of their own.
  int seats = 0;
  // Cores of each process; they limit the number of seats.
  int seat_cores = 1;
  // A value of the flag --sandbox of `runner`.
  std::string sandbox = "bubblewrap";
  std::vector<std::string> offers = {};
};

// The programs of the runners are children of this program, and end with it. A
// runner that ends by itself is started again.
class EmbeddedRunners {
 public:
  // Prepares them, before the referee starts. UNAVAILABLE, NOT_FOUND if there
  // is no program `runner` beside this one.
  static absl::StatusOr<std::unique_ptr<EmbeddedRunners>> Prepare(
      const RunnerFlags& flags);
  ~EmbeddedRunners();

  // The address without TLS on which the referee has to listen for these
  // runners alone, and the SHA-256 of the token that the runners will show.
  std::string address() const;
  const std::string& token_sha256() const { return token_sha256_; }
  // Starts the runners; the referee listens now. They keep unpacked builds in
  // `work`; empty: in a folder that is removed at the end.
  absl::Status Start(const std::string& work);

 private:
  explicit EmbeddedRunners(const RunnerFlags& flags) : flags_(flags) {}
  ProcessSpec SpecOf(int number) const;
  // Starts runners again that have ended. The work of a thread.
  void Watch();

  const RunnerFlags flags_;
  std::string program_;
  std::string token_;
  std::string token_sha256_;
  std::unique_ptr<TemporaryFolder> sockets_;
  // "bridge=FOLDER"; empty: there is none to offer.
  std::string bridge_offer_;
  std::unique_ptr<TemporaryFolder> own_work_;
  std::string work_;
  std::vector<std::unique_ptr<Process>> processes_;
  std::atomic<bool> stopping_ = false;
  std::thread watcher_;
};

}  // namespace arena::referee

#endif  // REFEREE_EMBEDDED_RUNNERS_H_
