#include <fmt/format.h>

#include "gauze/base/text/ascii.h"
#include "gauze/taxonomy/library/code_ranges.h"
#include "gauze/taxonomy/library/libraries.h"
#include "gauze/taxonomy/library/spelling.h"

// Classifications whose levels are prefixes of the code: medicines (ATC), occupations (ISCO-08),
// economic activities (NACE). Levels below those with a title are printed with a star for each
// character that is hidden, as `mask` does. Codes of every level are known, because tables have
// them as they were coded.

namespace gauze {
namespace {

std::string Shortened(std::string_view code, std::size_t kept, std::string_view pattern) {
  return std::string(code.substr(0, kept)) + std::string(pattern.substr(kept));
}

// A letter, two digits, two letters, two digits.
bool IsAtc(std::string_view code) {
  static constexpr std::string_view kForm = "A00AA00";
  if (code.size() > kForm.size() || code.empty() || code.size() == 2 || code.size() == 6) {
    return false;
  }
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (kForm[i] == 'A' ? !IsUpper(code[i]) : !IsDigit(code[i])) return false;
  }
  return true;
}

std::optional<LibraryPlace> FindAtc(const Value& value, ValueType /*type*/,
                                    const Parameters& /*parameters*/) {
  static const CodeRanges ranges("atc");
  const std::string code = CodeSpelling(value.text);
  if (!IsAtc(code)) return std::nullopt;
  const CodeRanges::Range* group = ranges.Find("group", code.substr(0, 1));
  if (group == nullptr) return std::nullopt;
  LibraryPlace place{.order = code};
  for (const std::size_t length : {5, 4, 3}) {
    if (code.size() >= length) place.above.push_back(Shortened(code, length, "*******"));
  }
  place.above.push_back(group->Label());
  return place;
}

std::optional<LibraryPlace> FindIsco(const Value& value, ValueType /*type*/,
                                     const Parameters& /*parameters*/) {
  static const CodeRanges ranges("isco08");
  const std::string code = CodeSpelling(value.text);
  if (code.size() > 4 || !AllDigits(code)) return std::nullopt;
  LibraryPlace place{.order = code};
  if (code.size() >= 3) place.above.push_back(Shortened(code, 3, "****"));
  if (code.size() >= 2) {
    const CodeRanges::Range* sub_major = ranges.Find("sub_major", code.substr(0, 2));
    if (sub_major == nullptr) return std::nullopt;
    place.above.push_back(sub_major->Label());
  }
  place.above.push_back(ranges.Find("major", code.substr(0, 1))->Label());
  return place;
}

// The digits of "A01.11", "01.11" or "0111", at least two; empty if it is something else.
std::string NaceDigits(std::string_view code) {
  if (!code.empty() && IsUpper(code.front())) code.remove_prefix(1);
  std::string digits(code);
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    if (point != 2 || digits.size() == 3) return "";
    digits.erase(point, 1);
  }
  const bool fits = digits.size() >= 2 && digits.size() <= 4 && AllDigits(digits);
  return fits ? digits : "";
}

std::optional<LibraryPlace> FindNace(const Value& value, ValueType /*type*/,
                                     const Parameters& /*parameters*/) {
  static const CodeRanges ranges("nace2");
  const std::string code = CodeSpelling(value.text);
  if (code.size() == 1) {
    for (const CodeRanges::Range& section : ranges.all()) {
      if (section.title.front() == code.front())
        return LibraryPlace{section.first, {section.title}};
    }
    return std::nullopt;
  }
  const std::string digits = NaceDigits(code);
  if (digits.empty()) return std::nullopt;
  const CodeRanges::Range* section = ranges.Find("section", digits.substr(0, 2));
  if (section == nullptr) return std::nullopt;
  if (IsUpper(code.front()) && section->title.front() != code.front()) return std::nullopt;
  LibraryPlace place{.order = digits};
  if (digits.size() >= 3) {
    place.above.push_back(fmt::format("{}.{}*", digits.substr(0, 2), digits[2]));
  }
  place.above.push_back(digits.substr(0, 2) + ".**");
  place.above.push_back(section->title);
  return place;
}

}  // namespace

HierarchyLibrary AtcLibrary() {
  return {.name = "atc",
          .title =
              "medicines (ATC): substance, chemical, pharmacological and therapeutic subgroup, "
              "anatomical group",
          .words = {"atc", "drug", "medication"},
          .find = FindAtc};
}

HierarchyLibrary Isco08Library() {
  return {.name = "isco08",
          .title = "occupations (ISCO-08): unit, minor, sub-major and major group",
          .words = {"isco", "occupation", "job"},
          .find = FindIsco};
}

HierarchyLibrary Nace2Library() {
  return {.name = "nace2",
          .title = "economic activities (NACE Rev. 2): class, group, division, section",
          .words = {"nace", "industry", "sector"},
          .find = FindNace};
}

}  // namespace gauze
