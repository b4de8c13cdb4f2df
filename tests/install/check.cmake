# Installs the SDK and the programs from the folder BUILD, builds the project in
# this folder with them, and lets its bot play a match.
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

foreach(component sdk programs)
  run(${CMAKE_COMMAND} --install ${BUILD} --component ${component} --prefix ${prefix})
endforeach()
run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/bot
    -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
run(${CMAKE_COMMAND} --build ${work}/bot)
run(${prefix}/bin/arena play --game octrix --seed 1 --bots ${work}/bot/my_bot,random,random)
