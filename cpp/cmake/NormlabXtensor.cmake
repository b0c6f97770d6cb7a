# Defines the target `xtensor`: the installed package natively; under Emscripten, whose compiler must not see
# /usr/include, a folder of this build tree with nothing but links to xtensor and xtl.
if(TARGET xtensor)
  return()
endif()

if(NOT EMSCRIPTEN)
  find_package(xtensor QUIET)
  if(NOT xtensor_FOUND)
    message(FATAL_ERROR "normlab needs xtensor 0.24 or 0.25 (Debian: apt-get install libxtensor-dev; conda: "
      "xtensor). If it is installed in an unusual place, pass -DCMAKE_PREFIX_PATH=<prefix>.")
  endif()
  return()
endif()

find_path(NORMLAB_XTENSOR_INCLUDE xtensor/xarray.hpp
  HINTS ${CMAKE_PREFIX_PATH} PATHS /usr/include /usr/local/include /opt/homebrew/include
  PATH_SUFFIXES include NO_CMAKE_FIND_ROOT_PATH)
find_path(NORMLAB_XTL_INCLUDE xtl/xsequence.hpp
  HINTS "${NORMLAB_XTENSOR_INCLUDE}" ${CMAKE_PREFIX_PATH} PATHS /usr/include /usr/local/include /opt/homebrew/include
  PATH_SUFFIXES include NO_CMAKE_FIND_ROOT_PATH)
if(NOT NORMLAB_XTENSOR_INCLUDE OR NOT NORMLAB_XTL_INCLUDE)
  message(FATAL_ERROR "normlab needs the headers of xtensor 0.24 or 0.25 and of xtl (Debian: apt-get install "
    "libxtensor-dev; conda: xtensor). If they are in an unusual place, pass -DCMAKE_PREFIX_PATH=<prefix>.")
endif()

set(normlab_xtensor_links "${PROJECT_BINARY_DIR}/xtensor-include")
file(MAKE_DIRECTORY "${normlab_xtensor_links}")
file(CREATE_LINK "${NORMLAB_XTENSOR_INCLUDE}/xtensor" "${normlab_xtensor_links}/xtensor" SYMBOLIC)
file(CREATE_LINK "${NORMLAB_XTL_INCLUDE}/xtl" "${normlab_xtensor_links}/xtl" SYMBOLIC)
add_library(xtensor INTERFACE)
target_include_directories(xtensor SYSTEM INTERFACE "${normlab_xtensor_links}")
