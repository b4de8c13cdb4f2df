// The service that shows and checks records.
#ifndef REFEREE_SERVICES_REPLAY_SERVICE_H_
#define REFEREE_SERVICES_REPLAY_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <cstdint>

#include "arena/match/executor.h"
#include "arena/v1/replay_service.grpc.pb.h"
#include "referee/access/admission.h"
#include "referee/store/store.h"

namespace arena::referee {

// Replaying a record takes a while, so this happens on the executor `replays`,
// and not at all where a match is longer than any that people look at:
// FAILED_PRECONDITION. Records are copied on `copies`. The constructor's
// arguments must outlive the server.
class ReplayService final : public v1::ReplayService::CallbackService {
 public:
  // A second of work.
  static constexpr uint64_t kLongestMatch = 100'000;

  ReplayService(Access& access, StoreExecutor& store, Executor& replays,
                Executor& copies);
  ~ReplayService() override;

  grpc::ServerWriteReactor<v1::GetRecordResponse>* GetRecord(
      CallContext* context, const v1::GetRecordRequest* request) override;
  grpc::ServerWriteReactor<v1::ReplayMatchResponse>* ReplayMatch(
      CallContext* context, const v1::ReplayMatchRequest* request) override;
  UnaryCall* ListNotes(CallContext* context,
                       const v1::ListNotesRequest* request,
                       v1::ListNotesResponse* response) override;
  UnaryCall* VerifyRecord(CallContext* context,
                          const v1::VerifyRecordRequest* request,
                          v1::VerifyRecordResponse* response) override;

 private:
  // Gives the bytes of a record to a task of `replays`.
  void ReadRecord(const std::string& match_id,
                  std::function<void(const absl::StatusOr<std::string>&)> done);

  Access& access_;
  StoreExecutor& store_;
  Executor& replays_;
  Executor& copies_;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_REPLAY_SERVICE_H_
