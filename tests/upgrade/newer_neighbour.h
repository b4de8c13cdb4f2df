// What a runner and a referee of which one is newer say to each other.
#ifndef TESTS_UPGRADE_NEWER_NEIGHBOUR_H_
#define TESTS_UPGRADE_NEWER_NEIGHBOUR_H_

#include <atomic>
#include <memory>
#include <string>

#include "arena/v1/play_service.grpc.pb.h"
#include "arena/v1/runner_service.grpc.pb.h"

namespace arena::testing {

// Stands between runners and a referee and passes everything on. When one side
// is newer, its messages have fields that the other side does not know, and
// between the messages of RunnerService.Work there are some of an unknown kind.
// Thread-safe.
class NewerNeighbour {
 public:
  // Listens on `address` for runners, and dials `referee`, which may come
  // later.
  NewerNeighbour(const std::string& address, const std::string& referee);
  ~NewerNeighbour();

  void set_referee_is_newer() { newer_.referee = true; }
  void set_runners_are_newer() { newer_.runners = true; }
  // How many messages have been changed, and how many added.
  int changed() const { return newer_.changed; }
  int added() const { return newer_.added; }
  // How many streams of runners a referee has ended because of what they said.
  int refused() const { return newer_.refused; }

 private:
  struct Newer {
    std::atomic<bool> referee = false;
    std::atomic<bool> runners = false;
    std::atomic<int> changed = 0;
    std::atomic<int> added = 0;
    std::atomic<int> refused = 0;
  };
  class Runners;
  class Bots;

  Newer newer_;
  std::unique_ptr<Runners> runners_;
  std::unique_ptr<Bots> bots_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace arena::testing

#endif  // TESTS_UPGRADE_NEWER_NEIGHBOUR_H_
