// A test's question: do bots run in a sandbox here?
#ifndef TESTS_ARENA_CLI_HAS_SANDBOX_H_
#define TESTS_ARENA_CLI_HAS_SANDBOX_H_

namespace arena::cli {

// Whether arena runs bots in a sandbox by default: bubblewrap is installed and
// works. Without a sandbox, a test that needs one is skipped.
bool HasSandbox();

}  // namespace arena::cli

#endif  // TESTS_ARENA_CLI_HAS_SANDBOX_H_
