# What find_package(pentathlon) needs: the libraries that the SDK is linked with.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(Protobuf)
find_dependency(absl CONFIG)
find_dependency(gRPC CONFIG)
find_dependency(CLI11 CONFIG)
include(${CMAKE_CURRENT_LIST_DIR}/pentathlon-targets.cmake)
