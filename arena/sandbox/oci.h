// Runs programs in containers of OCI images, by podman.
#ifndef ARENA_SANDBOX_OCI_H_
#define ARENA_SANDBOX_OCI_H_

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/sandbox/confinement.h"
#include "arena/sandbox/machine.h"
#include "arena/sandbox/sandbox.h"

namespace arena::sandbox {

// Calls podman. A value; thread-safe.
class Podman {
 public:
  // UNAVAILABLE says that podman is missing, or why it does not work.
  static absl::StatusOr<Podman> Find();

  // The whole command.
  std::vector<std::string> Command(std::vector<std::string> arguments) const;
  // Waits for the end of a command and returns its output. UNAVAILABLE with the
  // output if the command fails.
  absl::StatusOr<std::string> Call(std::vector<std::string> arguments) const;

 private:
  explicit Podman(std::vector<std::string> options)
      : options_(std::move(options)) {}

  std::vector<std::string> options_;
};

// Thread-safe.
class Oci : public Sandbox {
 public:
  // `image` is for jobs that name none; empty: they must name one. Images are
  // never fetched. UNAVAILABLE if podman does not work here.
  static absl::StatusOr<std::unique_ptr<Sandbox>> Open(
      const std::string& work_folder, const std::string& image);
  ~Oci() override;

  absl::StatusOr<std::unique_ptr<Sandboxed>> Start(Job job) override;
  Kind kind() const override { return Kind::kOci; }
  bool CanFreeze() const override { return machine_.groups->CanFreeze(); }
  std::vector<std::string> Missing() const override;

 private:
  Oci(Machine machine, Podman podman, std::string image)
      : machine_(std::move(machine)),
        podman_(std::move(podman)),
        image_(std::move(image)) {}

  // Removes containers and volumes of this work folder.
  void RemoveAll() const;
  // The arguments of `podman create`.
  std::vector<std::string> Arguments(const Job& job, const std::string& name,
                                     const std::string& folder) const;
  // Makes a volume of bounded size that replaces the job's folder, with its
  // files. Returns its name, and sets its place on the machine.
  absl::StatusOr<std::string> MakeScratch(const Job& job,
                                          const std::string& name,
                                          std::string& place) const;
  absl::StatusOr<std::unique_ptr<Sandboxed>> StartIn(
      const Job& job, const std::string& name, const std::string& folder,
      const std::string& scratch) const;

  const Machine machine_;
  const Podman podman_;
  const std::string image_;
  std::atomic<int> started_ = 0;
};

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_OCI_H_
