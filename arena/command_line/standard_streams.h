// The descriptors that every program is started with: 0, 1 and 2.
#ifndef ARENA_COMMAND_LINE_STANDARD_STREAMS_H_
#define ARENA_COMMAND_LINE_STANDARD_STREAMS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::command_line {

// Opens each of these descriptors that is closed. Otherwise the next file to be
// opened, perhaps a database, would get the program's output. A closed standard
// output still takes no output, and FlushOutput says so. Call it before
// anything else.
void OpenStandardStreams();

// Whether output to stdout was lost. Work that prints much then ends early;
// FlushOutput tells why.
bool HasOutputFailed();

// Writes the buffered output to stdout. UNAVAILABLE if any output was ever
// lost, for example on a full disk. Every command ends with this call.
absl::Status FlushOutput();
// The same as the exit status of a program that has nothing else to do: 0, or 1
// after "<program>: <why>" on stderr.
int PrintedStatus(absl::string_view program);

}  // namespace arena::command_line

#endif  // ARENA_COMMAND_LINE_STANDARD_STREAMS_H_
