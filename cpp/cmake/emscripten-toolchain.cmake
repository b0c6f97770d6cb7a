# Finds Emscripten's own toolchain file from the emcc on PATH, be it Debian's or emsdk's.
find_program(NORMLAB_EMCC emcc)
if(NOT NORMLAB_EMCC)
  message(FATAL_ERROR "The wasm preset needs Emscripten's emcc on PATH (Debian: apt-get install emscripten; "
    "elsewhere: emsdk).")
endif()
if(NOT NORMLAB_EMSCRIPTEN_ROOT)
  get_filename_component(normlab_emcc_real "${NORMLAB_EMCC}" REALPATH)
  get_filename_component(normlab_emcc_dir "${normlab_emcc_real}" DIRECTORY)
  if(NOT EXISTS "${normlab_emcc_dir}/cmake/Modules/Platform/Emscripten.cmake")
    execute_process(COMMAND "${NORMLAB_EMCC}" --em-config EMSCRIPTEN_ROOT OUTPUT_VARIABLE normlab_emcc_dir
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(NOT EXISTS "${normlab_emcc_dir}/cmake/Modules/Platform/Emscripten.cmake")
    find_program(NORMLAB_EM_CONFIG em-config)
    execute_process(COMMAND "${NORMLAB_EM_CONFIG}" EMSCRIPTEN_ROOT OUTPUT_VARIABLE normlab_emcc_dir
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  set(NORMLAB_EMSCRIPTEN_ROOT "${normlab_emcc_dir}" CACHE PATH "The folder that holds Emscripten's cmake/")
endif()
include("${NORMLAB_EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")

find_program(NORMLAB_NODE NAMES node nodejs)
if(NORMLAB_NODE)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${NORMLAB_NODE};--no-experimental-fetch")
endif()
