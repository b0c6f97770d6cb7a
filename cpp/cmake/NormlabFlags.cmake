# How everything in this tree is compiled. Same bits everywhere: no contraction to fused multiply-add and never
# -ffast-math. -fno-math-errno changes no result; it lets sqrt become one instruction.
add_library(normlab_flags INTERFACE)
target_compile_features(normlab_flags INTERFACE cxx_std_17)
target_compile_options(normlab_flags INTERFACE
  -ffp-contract=off -fno-math-errno
  -Wall -Wextra -Wpedantic -Wshadow
  $<$<BOOL:${NORMLAB_WERROR}>:-Werror>)

# These go on every target, GoogleTest's too: exceptions must be of one kind through a whole wasm module.
if(EMSCRIPTEN)
  add_compile_options(-msimd128 -fwasm-exceptions)
  add_link_options(-fwasm-exceptions)
  # Its default went from 5 MB to 64 kB, which is too little for a recursive reader of JSON in the tests.
  if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.27)
    add_link_options(-sTOTAL_STACK=1MB)
  else()
    add_link_options(-sSTACK_SIZE=1MB)
  endif()
endif()

if(NORMLAB_SANITIZE)
  add_compile_options(-fsanitize=${NORMLAB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${NORMLAB_SANITIZE})
endif()
