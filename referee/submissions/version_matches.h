// How versions of submitted bots get the matches of their validation.
#ifndef REFEREE_SUBMISSIONS_VERSION_MATCHES_H_
#define REFEREE_SUBMISSIONS_VERSION_MATCHES_H_

#include "referee/matches/match_host.h"
#include "referee/submissions/version_pipeline.h"

namespace arena::referee {

// The options of a keeper whose versions are played by this host, which must
// outlive it.
VersionPipelineOptions PipelineOptionsFor(bool validate, MatchHost& host);

}  // namespace arena::referee

#endif  // REFEREE_SUBMISSIONS_VERSION_MATCHES_H_
