#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/text/ascii.h"
#include "gauze/taxonomy/library/code_ranges.h"
#include "gauze/taxonomy/library/libraries.h"
#include "gauze/taxonomy/library/spelling.h"

// Diseases: code, category, block, chapter. The category is the first three characters (four of
// E codes of ICD-9-CM) and is printed as "250.-", because a column may hold 250 itself.

namespace gauze {
namespace {

struct IcdCode {
  std::string category;
  std::string rest;  // what follows the point, which many tables leave out
};

std::optional<LibraryPlace> IcdPlace(const CodeRanges& ranges, const IcdCode& code) {
  const CodeRanges::Range* chapter = ranges.Find("chapter", code.category);
  if (chapter == nullptr) return std::nullopt;
  LibraryPlace place{.order = code.category + code.rest, .above = {code.category + ".-"}};
  const CodeRanges::Range* block = ranges.Find("block", code.category);
  if (block != nullptr) {
    place.above.push_back(block->Label());
  } else if (std::ranges::any_of(ranges.all(), [&](const CodeRanges::Range& range) {
               return range.level == "block" && range.first.size() == chapter->first.size() &&
                      chapter->first <= range.first && range.last <= chapter->last;
             })) {
    return std::nullopt;  // between two blocks there are no codes
  }
  place.above.push_back(chapter->Label());
  return place;
}

// Splits before the point, or where it would stand.
std::optional<IcdCode> Split(std::string_view text, std::size_t category, std::size_t most) {
  const std::size_t point = text.find('.');
  if (point != std::string_view::npos && (point != category || text.size() == point + 1)) {
    return std::nullopt;
  }
  if (text.size() < category) return std::nullopt;
  const std::string_view rest = text.substr(point == std::string_view::npos ? category : point + 1);
  if (rest.size() > most ||
      !std::ranges::all_of(rest, [](char c) { return IsUpper(c) || IsDigit(c); })) {
    return std::nullopt;
  }
  return IcdCode{std::string(text.substr(0, category)), std::string(rest)};
}

// A number has lost its leading zeros where fewer than three digits stand before the point.
std::optional<IcdCode> ReadIcd9(std::string text) {
  if (text.empty()) return std::nullopt;
  const bool external = text.starts_with('E');
  if (!external && !text.starts_with('V')) {
    const std::size_t whole = std::min(text.find('.'), text.size());
    if (whole < 3) text.insert(0, 3 - whole, '0');
  }
  auto code = Split(text, external ? 4 : 3, external ? 1 : 2);
  if (!code || !std::ranges::all_of(code->rest, IsDigit) ||
      !AllDigits(std::string_view(code->category).substr(1))) {
    return std::nullopt;
  }
  return code;
}

std::optional<IcdCode> ReadIcd10(std::string text) {
  // Marks of the dagger and asterisk system.
  if (text.ends_with('+') || text.ends_with('*') || text.ends_with('!')) text.pop_back();
  auto code = Split(text, 3, 4);
  if (!code || !IsUpper(code->category[0]) ||
      !AllDigits(std::string_view(code->category).substr(1))) {
    return std::nullopt;
  }
  return code;
}

std::optional<LibraryPlace> FindIcd9(const Value& value, ValueType /*type*/,
                                     const Parameters& /*parameters*/) {
  static const CodeRanges ranges("icd9cm");
  const auto code = ReadIcd9(CodeSpelling(value.text));
  return code ? IcdPlace(ranges, *code) : std::nullopt;
}

std::optional<LibraryPlace> FindIcd10(const Value& value, ValueType /*type*/,
                                      const Parameters& /*parameters*/) {
  static const CodeRanges ranges("icd10");
  const auto code = ReadIcd10(CodeSpelling(value.text));
  return code ? IcdPlace(ranges, *code) : std::nullopt;
}

}  // namespace

HierarchyLibrary Icd9CmLibrary() {
  return {.name = "icd9cm",
          .title = "ICD-9-CM diagnoses (2014): code, category, block, chapter",
          .words = {"icd", "diag", "diagnosis", "dx"},
          .find = FindIcd9};
}

HierarchyLibrary Icd10Library() {
  return {.name = "icd10",
          .title = "ICD-10 (WHO, 2019): code, category, block, chapter",
          .words = {"icd", "diag", "diagnosis", "dx"},
          .find = FindIcd10};
}

}  // namespace gauze
