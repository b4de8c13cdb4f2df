// Opening a page in the reader's browser.
#ifndef ARENA_CLI_AT_REFEREE_OPEN_BROWSER_H_
#define ARENA_CLI_AT_REFEREE_OPEN_BROWSER_H_

#include <string>

#include "absl/status/status.h"

namespace arena::cli {

// OK for the address of a web page. A referee must not make this machine open a
// file or start a program.
absl::Status CheckPageUrl(const std::string& url);

// Whether a browser window opened here would be seen.
bool HasDisplay();

// Lets xdg-open open the page. The browser goes on after this program ends.
// Requires: CheckPageUrl.
absl::Status OpenInBrowser(const std::string& url);

}  // namespace arena::cli

#endif  // ARENA_CLI_AT_REFEREE_OPEN_BROWSER_H_
