#include "tests/arena/cli/has_sandbox.h"

#include <cstdlib>

namespace arena::cli {

bool HasSandbox() {
  static const bool has =
      std::system(
          "bwrap --cap-drop ALL --ro-bind / / --dev /dev --proc /proc "
          "--unshare-pid --unshare-net --unshare-ipc true 2>/dev/null") == 0;
  return has;
}

}  // namespace arena::cli
