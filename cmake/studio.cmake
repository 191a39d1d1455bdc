# Puts the studio's page and the manual, compressed, and an example into the room studio: the program looks for no file at run time, and loads nothing from elsewhere.
# The page is built by npm from web/, the manual by mkdocs from docs/. Rooms that are taken from another build folder have it already.
if(GAUZE_ROOMS_FROM)
  return()
endif()
set(page ${CMAKE_BINARY_DIR}/web)
set(manual ${CMAKE_BINARY_DIR}/manual)
set(assets ${CMAKE_BINARY_DIR}/studio_assets.cc)
set(example ${CMAKE_SOURCE_DIR}/examples/clinic/patients.csv)
if(EXISTS ${CMAKE_SOURCE_DIR}/web/package.json)
  file(GLOB_RECURSE web CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/src/* ${CMAKE_SOURCE_DIR}/web/public/*)
  file(GLOB settings LIST_DIRECTORIES false CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/*)
  add_custom_command(OUTPUT ${page}/index.html
    COMMAND ${CMAKE_SOURCE_DIR}/tools/build_page ${page}
    DEPENDS ${web} ${settings} ${CMAKE_SOURCE_DIR}/tools/build_page
    COMMENT "Building the studio's page")
else()
  file(WRITE ${page}/index.html "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Gauze studio</title><p>This program was built without the studio's page.</html>\n")
endif()
file(GLOB_RECURSE chapters CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/*.md ${CMAKE_SOURCE_DIR}/docs/images/* ${CMAKE_SOURCE_DIR}/web/manual/*)
add_custom_command(OUTPUT ${manual}/index.html
  COMMAND ${CMAKE_SOURCE_DIR}/tools/build_manual ${manual}
  DEPENDS ${chapters} ${CMAKE_SOURCE_DIR}/mkdocs.yml ${CMAKE_SOURCE_DIR}/tools/build_manual
  COMMENT "Building the manual")
add_custom_command(OUTPUT ${assets}
  COMMAND ${CMAKE_SOURCE_DIR}/tools/embed_assets ${assets} ${page} ${manual} ${example}
  DEPENDS ${page}/index.html ${manual}/index.html ${example} ${CMAKE_SOURCE_DIR}/tools/embed_assets
  COMMENT "Putting the studio's page and the manual into the program")
# Literals of some hundred kilobytes.
set_source_files_properties(${assets} PROPERTIES COMPILE_OPTIONS $<$<CXX_COMPILER_ID:Clang>:-Wno-overlength-strings> SKIP_UNITY_BUILD_INCLUSION ON)
target_sources(gauze_studio PRIVATE ${assets})
