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
  // Of all runners together; 0: as many as have cores of their own.
  int seats = 0;
  // Of each process, as far as `seats` depends on it.
  int seat_cores = 1;
  // As `runner` takes them.
  std::string sandbox = "bubblewrap";
  std::vector<std::string> offers = {};
};

// Their programs are children of this one, and end with it. One that ends by
// itself is started again.
class EmbeddedRunners {
 public:
  // Prepares them, before the referee starts. UNAVAILABLE, NOT_FOUND if there is
  // no program `runner` beside this one.
  static absl::StatusOr<std::unique_ptr<EmbeddedRunners>> Prepare(
      const RunnerFlags& flags);
  ~EmbeddedRunners();

  // Where the referee has to listen for them alone, without TLS, and the
  // SHA-256 of the token that they will show.
  std::string address() const;
  const std::string& token_sha256() const { return token_sha256_; }
  // Starts them; the referee listens now. They keep what they unpack in `work`;
  // empty: in a folder that is removed at the end.
  absl::Status Start(const std::string& work);

 private:
  explicit EmbeddedRunners(const RunnerFlags& flags) : flags_(flags) {}
  ProcessSpec SpecOf(int number) const;
  // Starts again what has ended. The work of a thread.
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
