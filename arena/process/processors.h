// The processors of the machine, and binding processes to processors.
#ifndef ARENA_PROCESS_PROCESSORS_H_
#define ARENA_PROCESS_PROCESSORS_H_

#include <sched.h>
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace arena {

// Their numbers, as the system counts them, ascending.
using Processors = std::vector<int>;

// The processors that this program may use. Empty if the system does not tell.
Processors OwnProcessors();

// As the system writes them: "0-3,7". Nothing if the text is no such list or an
// empty list.
std::string ProcessorsText(const Processors& processors);
std::optional<Processors> ParseProcessors(absl::string_view text);

// The first processor of the core that this one is a part of: some cores count
// as several processors, which slow each other down.
int CoreOf(int processor);

// For sched_setaffinity.
cpu_set_t SetOf(const Processors& processors);

// Binds a process and all its descendants to these processors, as far as the
// system allows it. The processes may choose other processors later.
void BindProcesses(pid_t process, const Processors& processors);

}  // namespace arena

#endif  // ARENA_PROCESS_PROCESSORS_H_
