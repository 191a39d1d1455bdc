#include "gauze/release/prepare/first_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/base/text/ascii.h"

namespace gauze {
namespace {

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string Comment(const std::string& comment) {
  return comment.empty() ? "\n" : fmt::format("  # {}\n", comment);
}

std::string DialectLine(const CsvDialect& dialect) {
  std::vector<std::string> entries;
  if (!dialect.encoding.empty()) entries.push_back("encoding: " + dialect.encoding);
  if (!dialect.header) entries.emplace_back("header: false");
  return entries.empty() ? "" : fmt::format("csv: {{{}}}\n", fmt::join(entries, ", "));
}

std::string ColumnLine(const FirstPolicy::Column& column) {
  const std::string hierarchy = column.hierarchy.empty() ? "" : ", hierarchy: " + column.hierarchy;
  return fmt::format("  {}: {{role: {}, type: {}{}}}{}", YamlText(column.name), Name(column.role),
                     Name(column.type), hierarchy, Comment(column.comment));
}

}  // namespace

std::string YamlText(const std::string& text) {
  const bool plain =
      !text.empty() && IsLetter(text.front()) &&
      std::ranges::all_of(text, [](char c) { return IsAlnum(c) || c == '_' || c == '-'; });
  return plain ? text : Quoted(text);
}

FirstPolicy::Entry RecommendedTransform() {
  return {.text = "cluster: {labels: node}",
          .comment = "loses least; mondrian is faster, and its classes never overlap"};
}

std::string WriteFirstPolicy(const FirstPolicy& policy) {
  std::vector<std::string> markers;
  for (const std::string& marker : policy.markers) markers.push_back(Quoted(marker));
  std::string text = fmt::format(
      "# {}, then: gauze check FILE, gauze run FILE\n"
      "#   identifying        dropped (name, address)\n"
      "#   entity             dropped, and rows with the same value count as one person: for "
      "people\n"
      "#                      who have several rows (patient number)\n"
      "#   quasi_identifying  generalised: an outsider may know it (age, sex, zip)\n"
      "#   sensitive          kept, and protected by a model below (diagnosis, income)\n"
      "#   insensitive        kept as it is\n"
      "version: 1\n"
      "source: {}  # {} rows\n"
      "{}"
      "missing: own_value\n"
      "missing_markers: [{}]{}"
      "attributes:\n",
      policy.to_do, YamlText(policy.source), policy.rows, DialectLine(policy.dialect),
      fmt::join(markers, ", "), Comment(policy.markers_comment));
  for (const FirstPolicy::Column& column : policy.columns) text += ColumnLine(column);
  if (!policy.preset.text.empty()) {
    text += fmt::format("preset: {}{}", policy.preset.text, Comment(policy.preset.comment));
  }
  if (!policy.promises.empty()) text += "protect:  # gauze models lists them\n";
  for (const FirstPolicy::Entry& promise : policy.promises) {
    text += fmt::format("  - {}{}", promise.text, Comment(promise.comment));
  }
  if (!policy.transform.text.empty()) {
    text +=
        fmt::format("transform:\n  {}{}", policy.transform.text, Comment(policy.transform.comment));
  }
  return text + "release: {directory: release, format: csv}\n";
}

}  // namespace gauze
