// Opening a page in the reader's browser.
#ifndef ARENA_CLI_AT_REFEREE_OPEN_BROWSER_H_
#define ARENA_CLI_AT_REFEREE_OPEN_BROWSER_H_

#include <string>

#include "absl/status/status.h"

namespace arena::cli {

// Refuses what is no address of a page on the web: a referee must not make this
// machine open a file or start a program.
absl::Status CheckPageUrl(const std::string& url);

// Whether this terminal belongs to somebody who sees windows.
bool HasDisplay();

// Lets xdg-open open the page. The browser is none of our programs: it goes on
// when we end. Requires: CheckPageUrl.
absl::Status OpenInBrowser(const std::string& url);

}  // namespace arena::cli

#endif  // ARENA_CLI_AT_REFEREE_OPEN_BROWSER_H_
