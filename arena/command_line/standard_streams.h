// The descriptors that every program is started with: 0, 1 and 2.
#ifndef ARENA_COMMAND_LINE_STANDARD_STREAMS_H_
#define ARENA_COMMAND_LINE_STANDARD_STREAMS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::command_line {

// Opens those of the descriptors that are closed. Otherwise the next file that
// is opened, perhaps of a database, would get what the program prints. Standard
// output stays one to which nothing can be written, and FlushOutput says so.
// Call it before anything else.
void OpenStandardStreams();

// Whether something that was printed to stdout has not arrived. Work that
// prints much ends early then; FlushOutput tells why.
bool HasOutputFailed();

// Writes what is left of what was printed to stdout. UNAVAILABLE if any of it,
// ever, has not arrived: the disk is full, for example. Every command ends with
// it.
absl::Status FlushOutput();
// The same as the exit status of a program that has nothing else to do: 0, or 1
// after "<program>: <why>" on stderr.
int PrintedStatus(absl::string_view program);

}  // namespace arena::command_line

#endif  // ARENA_COMMAND_LINE_STANDARD_STREAMS_H_
