// The stream on which an author hands over a version of a bot.
#ifndef REFEREE_SERVICES_SUBMISSION_STREAM_H_
#define REFEREE_SERVICES_SUBMISSION_STREAM_H_

#include <memory>

#include "referee/calls/call.h"
#include "referee/submissions/submission_intake.h"

namespace arena::referee {

// Serves BotService.SubmitVersion. The intake must outlive the stream.
std::shared_ptr<CallStream> NewSubmissionStream(
    SubmissionIntake& intake, const std::shared_ptr<Call>& call);

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_SUBMISSION_STREAM_H_
