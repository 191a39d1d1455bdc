# Puts the schemas of data/documents into the room pipeline as literals: the program looks for no file at run time. Rooms that are taken from another build folder have
# them already.
if(GAUZE_ROOMS_FROM)
  return()
endif()
file(GLOB documents CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/data/documents/*.json)
set(entries "")
foreach(document IN LISTS documents)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${document})
  get_filename_component(name ${document} NAME_WE)
  file(READ ${document} text)
  string(APPEND entries "    {\"${name}\", R\"json(${text})json\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/document_schemas.cc @ONLY CONTENT [[
// Made from data/documents by cmake/documents.cmake.
#include "gauze/pipeline/documents.h"

namespace gauze {
namespace {

constexpr DocumentSchema kDocumentSchemas[] = {
@entries@};

}  // namespace

std::span<const DocumentSchema> DocumentSchemas() { return kDocumentSchemas; }

}  // namespace gauze
]])
target_sources(gauze_pipeline PRIVATE ${CMAKE_BINARY_DIR}/document_schemas.cc)
