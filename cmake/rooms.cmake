# A room is one folder of src/gauze and one static library. It may include, and links, only the
# rooms named here; tools/check_includes reads the same lines and fails the build on any other include.
#
#   gauze_room(NAME [ROOMS room...] [LIBRARIES target...])
#
# Sources are every *.cc of the folder; *_test.cc become the program NAME_test, and each *_fuzz.cc
# becomes a fuzzer of its own name.
function(gauze_room name)
  cmake_parse_arguments(ARG "" "" "ROOMS;LIBRARIES" ${ARGN})
  set(folder ${CMAKE_SOURCE_DIR}/src/gauze/${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cc)
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS ${folder}/*_test.cc)
  file(GLOB_RECURSE fuzzers CONFIGURE_DEPENDS ${folder}/*_fuzz.cc)
  foreach(file IN LISTS tests fuzzers)
    list(REMOVE_ITEM sources ${file})
  endforeach()

  # Built where a program needs it: fuzzers, and tests of some rooms, do without the others.
  add_library(gauze_${name} STATIC EXCLUDE_FROM_ALL ${sources})
  target_include_directories(gauze_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(gauze_${name} PUBLIC ${ARG_LIBRARIES})
  foreach(room IN LISTS ARG_ROOMS)
    target_link_libraries(gauze_${name} PUBLIC gauze_${room})
  endforeach()
  add_dependencies(gauze_${name} check_includes)

  if(tests AND NOT GAUZE_FUZZ AND (NOT GAUZE_TESTS OR name IN_LIST GAUZE_TESTS))
    find_package(GTest REQUIRED)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test gauze_${name} rapidcheck GTest::gtest_main)
    target_compile_definitions(${name}_test PRIVATE GAUZE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    add_test(NAME ${name} COMMAND ${name}_test)
    set_tests_properties(${name} PROPERTIES ENVIRONMENT
      "TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tools/tsan.supp")
  endif()
  if(GAUZE_FUZZ)
    foreach(file IN LISTS fuzzers)
      get_filename_component(fuzzer ${file} NAME_WE)
      add_executable(${fuzzer} ${file})
      target_link_libraries(${fuzzer} gauze_${name})
      target_link_options(${fuzzer} PRIVATE -fsanitize=fuzzer)
    endforeach()
  endif()
endfunction()

add_custom_target(check_includes ALL
  COMMAND ${CMAKE_SOURCE_DIR}/tools/check_includes
  COMMENT "Checking that rooms include only downwards")
