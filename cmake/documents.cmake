# Puts the schemas of data/documents into the room pipeline as literals: the program looks for no file at run time. Rooms that are taken from another build folder have
# them already.
if(GAUZE_ROOMS_FROM)
  return()
endif()
gauze_literals(entries ${CMAKE_SOURCE_DIR}/data/documents/*.json)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/document_schemas.cc @ONLY CONTENT [[
// Made from data/documents by cmake/documents.cmake.
#include "gauze/pipeline/documents.h"

namespace gauze {
namespace {

using std::literals::string_view_literals::operator""sv;

constexpr DocumentSchema kDocumentSchemas[] = {
@entries@};

}  // namespace

std::span<const DocumentSchema> DocumentSchemas() { return kDocumentSchemas; }

}  // namespace gauze
]])
target_sources(gauze_pipeline PRIVATE ${CMAKE_BINARY_DIR}/document_schemas.cc)
