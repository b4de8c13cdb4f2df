#include "referee/site/static_files.h"

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/competition/page/html_page.h"
#include "arena/core/gzip.h"
#include "arena/core/secrets.h"
#include "arena/viewer/web_files.h"

namespace arena::referee {
namespace {

constexpr size_t kHashBytes = 8;

}  // namespace

StaticFiles::StaticFiles() {
  const auto add = [this](std::string path, absl::string_view type,
                          absl::string_view content) {
    files_[std::move(path)] = {
        .type = type, .content = std::string(content), .packed = Gzip(content)};
  };
  for (const viewer::WebFile& file : viewer::WebFiles()) {
    const std::string path = absl::StrCat("viewer/", file.path);
    add(path, viewer::ContentType(file), file.content);
    if (absl::EndsWith(path, ".css")) viewer_styles_.push_back(path);
  }
  for (const viewer::WebFile& file : SiteWebFiles()) {
    add(absl::StrCat("site/", file.path), viewer::ContentType(file),
        file.content);
  }
  add("site/standings.css", "text/css; charset=utf-8",
      competition::StandingsStyle());
  std::string all;
  for (const auto& [path, file] : files_) {
    absl::StrAppend(&all, path, "\n", file.content.size(), "\n", file.content);
  }
  hash_ = absl::BytesToHexString(Sha256(all).substr(0, kHashBytes));
}

std::string StaticFiles::AddressOf(absl::string_view path) const {
  return absl::StrCat("/static/", hash_, "/", path);
}

const StaticFiles::File* StaticFiles::Find(absl::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace arena::referee
