# What find_package(pentathlon_games) needs: the libraries that the rules are
# linked with.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(absl CONFIG)
find_dependency(OpenSSL)
include(${CMAKE_CURRENT_LIST_DIR}/pentathlon_games-targets.cmake)
