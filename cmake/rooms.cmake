# A room is one folder of src/gauze and one static library. It may include, and links, only the
# rooms named here; tools/check_includes reads the same lines and fails the build on any other include.
#
#   gauze_room(NAME [COLD|HOT] [WITHOUT folder...] [FOLDERS folder...] [ROOMS room...] [LIBRARIES target...])
#
# Files of a room that has FOLDERS lie in these; files of one include its own, and those of folders named before it. A folder
# that stands higher than its room is left out (WITHOUT) and is a room of its own, e.g. ledger/append.
#
# A HOT room works on codes that other rooms have made, in loops over all rows: containers check their bounds there under the
# sanitizers, and not in what is shipped, where that would cost a tenth of a run.
#
# Sources are every *.cc of the folder; *_test.cc become the program NAME_test, and each *_fuzz.cc
# becomes a fuzzer of its own name. Neither is part of `all`: the targets `tests` and `fuzzers` build them.
#
# Files of a room are compiled several at a time (docs/adr/0024-building.md): most of the compiler's time goes into
# headers. So a name in an unnamed namespace is unique in its room; `make lint` compiles every file alone.
add_custom_target(tests)
add_custom_target(fuzzers)

# So many files of a target at a time.
function(gauze_together target batch)
  if(GAUZE_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
    # GCC takes what is included for a header, in which an unnamed namespace would be a mistake.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# What only reads arguments, prints, tests, or waits for others: the compiler takes half the time for it.
function(gauze_cold target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# A program that tests need; built with them.
function(gauze_test_program target)
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  add_dependencies(tests ${target})
endfunction()

# Each *_fuzz.cc of the folder, with this library.
function(gauze_fuzzers library folder)
  file(GLOB_RECURSE fuzzers CONFIGURE_DEPENDS ${folder}/*_fuzz.cc)
  foreach(file IN LISTS fuzzers)
    get_filename_component(fuzzer ${file} NAME_WE)
    add_executable(${fuzzer} EXCLUDE_FROM_ALL ${file})
    add_dependencies(fuzzers ${fuzzer})
    target_link_libraries(${fuzzer} ${library})
    target_link_options(${fuzzer} PRIVATE -fsanitize=fuzzer)
  endforeach()
endfunction()

function(gauze_room name)
  cmake_parse_arguments(ARG "COLD;HOT" "" "WITHOUT;FOLDERS;ROOMS;LIBRARIES" ${ARGN})
  list(TRANSFORM ARG_ROOMS PREPEND gauze_)
  list(TRANSFORM ARG_ROOMS REPLACE / _)
  set(folder ${CMAKE_SOURCE_DIR}/src/gauze/${name})
  string(REPLACE / _ name ${name})
  if(GAUZE_ROOMS_FROM)
    add_library(gauze_${name} STATIC IMPORTED GLOBAL)
    set_target_properties(gauze_${name} PROPERTIES IMPORTED_LOCATION ${GAUZE_ROOMS_FROM}/src/gauze/libgauze_${name}.a)
    target_include_directories(gauze_${name} INTERFACE ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(gauze_${name} INTERFACE ${ARG_LIBRARIES} ${ARG_ROOMS})
    return()
  endif()

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cc)
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS ${folder}/*_test.cc)
  file(GLOB_RECURSE fuzzers CONFIGURE_DEPENDS ${folder}/*_fuzz.cc)
  foreach(other IN LISTS ARG_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "^${folder}/${other}/")
    list(FILTER tests EXCLUDE REGEX "^${folder}/${other}/")
  endforeach()
  foreach(file IN LISTS tests fuzzers)
    list(REMOVE_ITEM sources ${file})
  endforeach()

  # Built where a program needs it: fuzzers, and tests of some rooms, do without the others.
  add_library(gauze_${name} STATIC EXCLUDE_FROM_ALL ${sources})
  gauze_together(gauze_${name} ${GAUZE_BATCH})
  if(ARG_COLD)
    gauze_cold(gauze_${name})
  endif()
  if(ARG_HOT AND NOT GAUZE_SANITIZE)
    target_compile_options(gauze_${name} PRIVATE -U_GLIBCXX_ASSERTIONS)
  endif()
  target_include_directories(gauze_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(gauze_${name} PUBLIC ${ARG_LIBRARIES} ${ARG_ROOMS})
  add_dependencies(gauze_${name} check_includes)

  if(tests AND (NOT GAUZE_TESTS OR name IN_LIST GAUZE_TESTS))
    find_package(GTest REQUIRED)
    add_executable(${name}_test ${tests})
    gauze_test_program(${name}_test)
    gauze_together(${name}_test ${GAUZE_BATCH})
    gauze_cold(${name}_test)
    # A false alarm of GCC 12 on strings, in one grouping of files or the other.
    target_compile_options(${name}_test PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    target_link_libraries(${name}_test gauze_${name} rapidcheck GTest::gtest_main)
    target_compile_definitions(${name}_test PRIVATE GAUZE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    # Not ${name}: whole-program tests have such names, and labels go by name.
    add_test(NAME ${name}_test COMMAND ${name}_test)
    # Under a sanitizer each file is judged once: what is compared is the same, and takes several times as long.
    if(GAUZE_SANITIZE)
      set(environment TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tools/tsan.supp)
    else()
      set(environment GAUZE_BOTH_READERS=${CMAKE_BINARY_DIR}/readers.log)
    endif()
    set_tests_properties(${name}_test PROPERTIES LABELS quick ENVIRONMENT ${environment})
  endif()
  if(GAUZE_FUZZ)
    gauze_fuzzers(gauze_${name} ${folder})
  endif()
endfunction()

add_custom_target(check_includes ALL
  COMMAND ${CMAKE_SOURCE_DIR}/tools/check_includes
  COMMENT "Checking that rooms include only downwards")

# The files that fit a pattern as C++, `{"name", R"text(…)text"sv},` a line each: what programs must not look for at run time. A file that changes configures again.
function(gauze_literals result pattern)
  file(GLOB files CONFIGURE_DEPENDS ${pattern})
  set(entries "")
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND entries "    {\"${name}\", R\"text(${text})text\"sv},\n")
  endforeach()
  set(${result} "${entries}" PARENT_SCOPE)
endfunction()
