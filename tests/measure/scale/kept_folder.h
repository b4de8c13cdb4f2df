// A folder that is there as long as what works in it.
#ifndef TESTS_MEASURE_SCALE_KEPT_FOLDER_H_
#define TESTS_MEASURE_SCALE_KEPT_FOLDER_H_

#include <string>

#include "absl/functional/function_ref.h"

namespace arena::scale {

// Makes a folder beside this path, which ends with XXXXXX, and works in it, in
// a process of its own. However that ends, even by a crash or a signal, its
// processes are over and the folder is gone when this returns the status to
// exit with. Requires: this process has one thread.
int WorkInFolder(std::string path,
                 absl::FunctionRef<void(const std::string& folder)> work);

}  // namespace arena::scale

#endif  // TESTS_MEASURE_SCALE_KEPT_FOLDER_H_
