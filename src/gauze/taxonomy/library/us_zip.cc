#include <algorithm>
#include <array>

#include "gauze/base/text/ascii.h"
#include "gauze/taxonomy/library/libraries.h"
#include "gauze/taxonomy/library/spelling.h"

// ZIP codes: five digits, or nine, then the first three (an area), then the first.

namespace gauze {
namespace {

// Areas with at most 20,000 people in the census of 2000, as the guidance of the U.S. Department of
// Health and Human Services on de-identification lists them (26 November 2012).
constexpr std::array<std::string_view, 17> kSmallAreas = {"036", "059", "063", "102", "203", "556",
                                                          "692", "790", "821", "823", "830", "831",
                                                          "878", "879", "884", "890", "893"};

// Five digits, or the three of an area; empty if it is neither. Numbers have lost leading zeros;
// of text, four digits have, and three are an area.
std::string ZipDigits(std::string text, ValueType type) {
  if (text.size() == 10 && text[5] == '-') text.erase(5, 1);
  if (!AllDigits(text)) return "";
  const bool number = type == ValueType::kInteger && text.size() >= 3 && text.size() < 5;
  if (number || text.size() == 4) text.insert(0, 5 - text.size(), '0');
  if (text.size() == 9) text.resize(5);
  return text.size() == 5 || text.size() == 3 ? text : "";
}

std::optional<LibraryPlace> FindZip(const Value& value, ValueType type,
                                    const Parameters& parameters) {
  const std::string digits = ZipDigits(CodeSpelling(value.text), type);
  if (digits.empty() || digits.starts_with("000")) return std::nullopt;
  const std::string area = digits.substr(0, 3);
  if (parameters.Text("small_areas") == "census_2000" &&
      std::ranges::find(kSmallAreas, area) != kSmallAreas.end()) {
    return LibraryPlace{"000" + digits, {"000**"}};
  }
  return LibraryPlace{digits, {area + "**", digits.substr(0, 1) + "****"}};
}

}  // namespace

HierarchyLibrary UsZipLibrary() {
  return {.name = "us_zip",
          .title = "ZIP codes of the USA: five or nine digits, three digits, one digit",
          .words = {"zip", "zipcode", "postal", "postcode"},
          .find = FindZip};
}

}  // namespace gauze
