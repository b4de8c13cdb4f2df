// What the gRPC library itself logs.
#ifndef REFEREE_BASE_GRPC_LOG_H_
#define REFEREE_BASE_GRPC_LOG_H_

#include <grpc/support/log.h>
#include <spdlog/spdlog.h>

namespace arena::referee {

// Makes its lines lines for debugging: they say in many words what our errors
// say in one. Call it first.
inline void LogGrpcForDebugging() {
  gpr_set_log_function([](gpr_log_func_args* args) {
    spdlog::debug("grpc {}:{} {}", args->file, args->line, args->message);
  });
}

}  // namespace arena::referee

#endif  // REFEREE_BASE_GRPC_LOG_H_
