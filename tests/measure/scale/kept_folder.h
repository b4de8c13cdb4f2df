// A folder that exists as long as some work uses it.
#ifndef TESTS_MEASURE_SCALE_KEPT_FOLDER_H_
#define TESTS_MEASURE_SCALE_KEPT_FOLDER_H_

#include <string>

#include "absl/functional/function_ref.h"

namespace arena::scale {

// Makes a folder beside this path, which ends with XXXXXX. Runs `work` with the
// folder in a process of its own. However the work ends, even by a crash or a
// signal, its processes are over and the folder is gone when this function
// returns the status to exit with. Requires: this process has one thread.
int WorkInFolder(std::string path,
                 absl::FunctionRef<void(const std::string& folder)> work);

}  // namespace arena::scale

#endif  // TESTS_MEASURE_SCALE_KEPT_FOLDER_H_
