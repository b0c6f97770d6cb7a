# Installs normlab to a folder of its own, builds examples/cpp against that with find_package, and runs it.
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed (${result}): ${ARGN}")
  endif()
endfunction()

run("${CMAKE_COMMAND}" --install "${build}" --config "${config}" --prefix "${work}/prefix")
run("${CMAKE_COMMAND}" -S "${consumer}" -B "${work}/build" -G "${generator}"
  "-DCMAKE_PREFIX_PATH=${work}/prefix;${prefix_path}" "-DCMAKE_CXX_COMPILER=${compiler}"
  "-DCMAKE_BUILD_TYPE=${config}" "-DCMAKE_FIND_PACKAGE_NO_PACKAGE_REGISTRY=ON"
  "-DCMAKE_RUNTIME_OUTPUT_DIRECTORY=${work}/bin")
run("${CMAKE_COMMAND}" --build "${work}/build" --config "${config}")
file(GLOB programs "${work}/bin/*")
if(NOT programs)
  message(FATAL_ERROR "examples/cpp built no program")
endif()
foreach(program IN LISTS programs)
  run("${program}")
endforeach()
