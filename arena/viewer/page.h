// The viewer as one file.
#ifndef ARENA_VIEWER_PAGE_H_
#define ARENA_VIEWER_PAGE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/viewer/web_files.h"

namespace arena::viewer {

// The module `main` and all its imports, as the text of one module script. A
// page opened as a file cannot load modules from other files. With a single
// script, whose hash is in the page's Content-Security-Policy, nothing else
// runs.
//
// An import from a module that is not among `files` is undefined.
//
// Each module becomes a function that returns the module's exports, so names of
// different modules do not collide. Requires of every module, and dies
// otherwise:
//
//  - imports stand at the beginning of a line, as
//    import { name, name as other } from "./path.js";
//  - exports stand at the beginning of a line, as export const NAME,
//    export function NAME, export async function NAME, export async function*
//    NAME or export class NAME;
//  - no module imports itself, also not through others;
//  - no string or template goes on into another line.
//
// Comments on lines of their own and indentation are left out, because they
// would be half of the page.
std::string Bundle(absl::Span<const WebFile> files, absl::string_view main);

// The style sheets one after the other.
std::string BundledStyle(absl::Span<const WebFile> files);

// The files without the pictures of other games: "pictures/GAME.js" and .css.
std::vector<WebFile> FilesFor(absl::string_view game,
                              absl::Span<const WebFile> files);

// A page that shows the document (see match_document.h), and needs neither a
// network nor another file. Its Content-Security-Policy names the hashes of its
// only script and its only style sheet: nothing else runs, nothing is loaded.
// The page has the picture of this game only. `title` may be any text.
std::string MatchPage(absl::string_view game, absl::string_view title,
                      absl::string_view document);

// The same for several matches that share their deals (see match_set.h).
std::string SetPage(absl::string_view game, absl::string_view title,
                    absl::Span<const std::string> documents);

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_PAGE_H_
