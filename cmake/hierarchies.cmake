# Puts the files of data/hierarchies into the room taxonomy as literals: programs and package look for no file at run time. Rooms that are taken from another
# build folder have them already.
if(GAUZE_ROOMS_FROM)
  return()
endif()
gauze_literals(entries ${CMAKE_SOURCE_DIR}/data/hierarchies/*.csv)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/library_text.cc @ONLY CONTENT [[
// Made from data/hierarchies by cmake/hierarchies.cmake.
#include <utility>

#include "gauze/base/error.h"
#include "gauze/taxonomy/library/library_data.h"

namespace gauze {
namespace {

using std::literals::string_view_literals::operator""sv;

constexpr std::pair<std::string_view, std::string_view> kLibraryTexts[] = {
@entries@};

}  // namespace

std::string_view LibraryText(std::string_view name) {
  for (const auto& [file, text] : kLibraryTexts) {
    if (file == name) return text;
  }
  Check(false, "the data of every library is built in");
  return {};
}

}  // namespace gauze
]])
target_sources(gauze_taxonomy PRIVATE ${CMAKE_BINARY_DIR}/library_text.cc)
