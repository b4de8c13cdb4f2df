# Installs the SDK, the rules and the programs from the folder BUILD, builds the
# projects in this folder with them, lets the bot play a match, and runs the
# programs with the rules.
set(work ${BUILD}/tests/install-check)
set(prefix ${work}/prefix)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command} ended with ${status}:\n${output}")
  endif()
endfunction()

foreach(component sdk games programs)
  run(${CMAKE_COMMAND} --install ${BUILD} --component ${component} --prefix ${prefix})
endforeach()
run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/bot
    -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
run(${CMAKE_COMMAND} --build ${work}/bot)
run(${prefix}/bin/arena play --game octrix --seed 1 --bots ${work}/bot/my_bot,random,random)

run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR}/rules -B ${work}/rules
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_C_COMPILER_LAUNCHER=${LAUNCHER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
run(${CMAKE_COMMAND} --build ${work}/rules)
run(${work}/rules/match_cpp)
run(${work}/rules/match_c)

# libpentathlon shows its functions and nothing else.
file(GLOB_RECURSE library ${prefix}/lib*/libpentathlon.so)
execute_process(COMMAND nm -D --defined-only ${library} OUTPUT_VARIABLE symbols
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
list(FILTER symbols EXCLUDE REGEX " (T pentathlon_[a-z_]+@@PENTATHLON_1|A PENTATHLON_1)$")
if(symbols OR NOT library)
  message(FATAL_ERROR "libpentathlon shows more than its functions: ${symbols}")
endif()
execute_process(COMMAND readelf -d ${library} ${work}/rules/match_cpp OUTPUT_VARIABLE needed
                COMMAND_ERROR_IS_FATAL ANY)
if(needed MATCHES "libproto|libgrpc")
  message(FATAL_ERROR "the rules are linked with messages:\n${needed}")
endif()
