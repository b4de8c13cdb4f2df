#include "arena/cli/series.h"
namespace arena::cli {
absl::Status PlayWithPrograms(const SeriesPlan&, const OnMatch&) {
  return absl::UnimplementedError("bots that are programs");
}
}  // namespace arena::cli
