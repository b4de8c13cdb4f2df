// The stream on which an author hands over a version of a bot.
#ifndef REFEREE_SERVICES_SUBMISSION_STREAM_H_
#define REFEREE_SERVICES_SUBMISSION_STREAM_H_

#include <grpcpp/grpcpp.h>

#include "arena/v1/bot_service.grpc.pb.h"
#include "referee/access/admission.h"
#include "referee/submissions/submission_intake.h"

namespace arena::referee {

using SubmissionCall = grpc::ServerBidiReactor<v1::SubmitVersionRequest,
                                               v1::SubmitVersionResponse>;

// Serves BotService.SubmitVersion. All but the call must outlive the server.
SubmissionCall* ServeSubmission(Access& access, SubmissionIntake& intake,
                                CallContext& context);

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_SUBMISSION_STREAM_H_
