#include "gauze/taxonomy/read.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/file.h"
#include "gauze/base/text/utf8.h"
#include "gauze/taxonomy/read_form.h"

namespace gauze {
namespace {

std::string Quoted(const std::string& label) {
  // A byte order mark at the start of the file would be taken for the file's own.
  if (!label.empty() && label.find_first_of(";\"\r\n") == std::string::npos &&
      !label.starts_with(kByteOrderMark)) {
    return label;
  }
  std::string quoted = "\"";
  for (const char c : label) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

Result<Taxonomy> ReadTaxonomy(const std::string& path) {
  GAUZE_ASSIGN(const std::string text, ReadFile(path));
  return ParseTaxonomy(text, path);
}

Result<Taxonomy> ParseTaxonomy(std::string_view text, const std::string& name) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return InputError("the file is UTF-16", name,
                      "save it as UTF-8, or convert it: iconv -f utf-16 -t utf-8");
  }
  if (const std::size_t bad = FindInvalidUtf8(text); bad != std::string_view::npos) {
    const auto line = 1 + std::ranges::count(text.substr(0, bad), '\n');
    return InputError("the file is not UTF-8", fmt::format("{}:{}", name, line),
                      "save it as UTF-8, or convert it: iconv -f latin1 -t utf-8");
  }
  return name.ends_with(".json") ? ParseTaxonomyJson(text, name) : ParseTaxonomyCsv(text, name);
}

std::string WriteTaxonomyCsv(const Taxonomy& taxonomy) {
  std::string text;
  const std::uint32_t top = taxonomy[Taxonomy::kRoot].height;
  for (const NodeId leaf : taxonomy.leaves()) {
    NodeId node = leaf;
    // Column h holds the highest node above the leaf whose height is at most h, so that every
    // column is a full generalisation of the one before it, as ARX's levels are.
    for (std::uint32_t height = 0; height < top; ++height) {
      if (taxonomy[taxonomy[node].parent].height <= height) node = taxonomy[node].parent;
      text += Quoted(taxonomy[node].label) + ';';
    }
    text += "*\n";
  }
  return text;
}

}  // namespace gauze
