# Runs PROGRAM and looks at the libraries that it is linked with.
execute_process(COMMAND ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND readelf -d ${PROGRAM} OUTPUT_VARIABLE needed COMMAND_ERROR_IS_FATAL ANY)
if(NOT needed MATCHES "NEEDED.*libcrypto")
  message(FATAL_ERROR "expected the libraries that the rules need, found:\n${needed}")
endif()
if(needed MATCHES "libproto|libgrpc")
  message(FATAL_ERROR "the rules are linked with messages:\n${needed}")
endif()
