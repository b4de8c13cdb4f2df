// Checks of a job before its start.
#ifndef ARENA_SANDBOX_JOB_CHECK_H_
#define ARENA_SANDBOX_JOB_CHECK_H_

#include "absl/status/status.h"
#include "arena/sandbox/sandbox.h"

namespace arena::sandbox {

// Whether the job uses the network of the machine.
bool HasNetwork(const Job& job);

// OK if no reason against a start can be seen from here. INVALID_ARGUMENT and
// NOT_FOUND name the mistake. `has_images` says whether a job may run in the
// system of an image.
absl::Status CheckJob(const Job& job, bool has_images = false);

// NOT_FOUND unless the program of the job is there, in its folder or in the
// system of this machine.
absl::Status CheckProgram(const Job& job);

// For a program that runs as a user that owns nothing. INVALID_ARGUMENT names a
// folder that is closed to this user. Opens the sockets of the job to all
// users; the folders above them decide which users reach them.
absl::Status OpenToOthers(const Job& job);

// The PATH of programs in a sandbox.
inline constexpr char kPath[] = "/usr/local/bin:/usr/bin:/bin";

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_JOB_CHECK_H_
