// The runtimes for the programs of bots on this machine.
#ifndef REFEREE_RUNNER_RUNTIMES_H_
#define REFEREE_RUNNER_RUNTIMES_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/sandbox/sandbox.h"
#include "arena/submission/manifest.h"

namespace arena::runner {

// The runtimes of this runner, each with folders of libraries that the operator
// offers to bots, such as an environment of Python with the SDK. A value.
class Runtimes {
 public:
  // Finds the installed runtimes.
  static Runtimes Find();

  // Runtimes in images, by the word of the runtime. `any_image`: bots may name
  // other images.
  static Runtimes InImages(std::map<std::string, std::string> images,
                           bool any_image);

  // Offers a folder to bots of a runtime: they may read the folder, and
  // programs are looked for first in its bin. INVALID_ARGUMENT names the
  // runtime or folder that does not exist.
  absl::Status Offer(absl::string_view runtime, const std::string& folder);

  // The words of bot.toml, ascending.
  std::vector<std::string> words() const;
  // Lets a job see the files that its runtime needs.
  void AddTo(submission::Runtime runtime, sandbox::Job& job) const;

 private:
  // By the word of the runtime; empty: the runtimes are on this machine.
  std::map<std::string, std::string> images_;
  // Folders by the word of the runtime.
  std::map<std::string, std::vector<std::string>> folders_;
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_RUNTIMES_H_
