# Compiles files into the library as arrays of bytes. Including this file adds digits.bin to the target normlab_data.
#
#   normlab_embed(<target> <file> <name>)
#
# adds a source to <target> that defines, in namespace normlab::embedded,
#
#   extern const unsigned char <name>[];
#   extern const std::size_t <name>_size;
#
# The source is made at build time by this same file in script mode (INPUT, OUTPUT, NAME), again when <file> changes.

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  file(READ "${INPUT}" hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  file(WRITE "${OUTPUT}" "#include <cstddef>

namespace normlab::embedded {

extern const unsigned char ${NAME}[];
extern const std::size_t ${NAME}_size;

const unsigned char ${NAME}[] = {${bytes}};
const std::size_t ${NAME}_size = sizeof ${NAME};

}  // namespace normlab::embedded
")
  return()
endif()

set(NORMLAB_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function(normlab_embed target file name)
  get_filename_component(input "${file}" ABSOLUTE)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded/${name}.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DINPUT=${input}" "-DOUTPUT=${output}" "-DNAME=${name}" -P "${NORMLAB_EMBED_SCRIPT}"
    DEPENDS "${input}" "${NORMLAB_EMBED_SCRIPT}"
    COMMENT "Embedding ${name}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()

normlab_embed(normlab_data "${CMAKE_CURRENT_LIST_DIR}/digits.bin" digits)
