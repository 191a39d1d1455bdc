#include "gauze/encode/encode.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "gauze/base/parallel.h"
#include "gauze/taxonomy/read.h"

namespace gauze {
namespace {

// A message names one row; looking for more than this many spellings is not worth it.
constexpr std::size_t kLocatedSpellings = 1000;

// A column on its way: canonical values in type order, and where each spelling went.
struct ParsedColumn {
  ColumnValues values;
  std::vector<std::uint32_t> value_of;  // spelling -> index into values, or kNull for missing
  std::uint64_t missing_rows = 0;
  bool has_missing = false;
};

Result<ParsedColumn> ParseColumn(const SpelledColumn& column, const PolicyAttribute& attribute,
                                 const Policy& policy, const LocateRow& locate) {
  ParsedColumn parsed;
  parsed.values.type = attribute.attribute.type;
  parsed.value_of.assign(column.values.size(), RawColumn::kNull);
  parsed.missing_rows = column.null_rows;
  parsed.has_missing = column.null_rows > 0;

  std::vector<std::pair<Value, std::uint32_t>> values;
  std::vector<std::string> wrong;
  std::uint64_t wrong_rows = 0;
  for (std::uint32_t i = 0; i < column.values.size(); ++i) {
    if (column.rows[i] == 0 && i + column.known < column.values.size()) continue;
    const std::string& spelling = column.values[i];
    if (IsMissing(policy, spelling)) {
      parsed.has_missing = true;
      parsed.missing_rows += column.rows[i];
      continue;
    }
    auto value = ParseValue(attribute.attribute, spelling);
    if (value) {
      values.emplace_back(*std::move(value), i);
      continue;
    }
    wrong.push_back(spelling);
    wrong_rows += column.rows[i];
  }
  if (!wrong.empty()) {
    return UnreadableCells(attribute.attribute, wrong_rows, std::move(wrong), locate);
  }

  std::ranges::sort(values, [&](const auto& a, const auto& b) {
    return Value::Before(attribute.attribute.type, a.first, b.first);
  });
  for (auto& [value, spelling] : values) {
    if (parsed.values.values.empty() || parsed.values.values.back().text != value.text) {
      parsed.values.values.push_back(std::move(value));
      parsed.values.counts.push_back(0);
    }
    parsed.value_of[spelling] = static_cast<std::uint32_t>(parsed.values.values.size() - 1);
    parsed.values.counts.back() += column.rows[spelling];
  }
  return parsed;
}

Status CheckColumn(const ParsedColumn& parsed, const PolicyAttribute& attribute,
                   const Policy& policy) {
  const Role role = attribute.attribute.role;
  const std::string name = fmt::format("column {}", attribute.attribute.name);
  const bool protects =
      role == Role::kQuasiIdentifying || role == Role::kSensitive || role == Role::kQuasiSensitive;
  if (parsed.missing_rows > 0 && policy.missing == MissingPolicy::kReject && protects) {
    return InputError(
        fmt::format("{} row{} no value, and the policy says missing: reject", parsed.missing_rows,
                    parsed.missing_rows == 1 ? " has" : "s have"),
        name, "fill the cells, or choose missing: own_value or wildcard");
  }
  if (parsed.missing_rows > 0 && role == Role::kEntity) {
    return InputError(fmt::format("{} row{} no entity key", parsed.missing_rows,
                                  parsed.missing_rows == 1 ? " has" : "s have"),
                      name, "every row needs an entity key: remove these rows or give them one");
  }
  const bool star = std::ranges::any_of(parsed.values.values,
                                        [](const Value& value) { return value.text == "*"; });
  if (star && role == Role::kQuasiIdentifying) {
    return InputError("the column holds \"*\", the mark that Gauze writes for suppressed cells",
                      name, "list \"*\" under missing_markers, or spell it differently");
  }
  return {};
}

bool NeedsHierarchy(const PolicyAttribute& attribute) {
  switch (attribute.attribute.role) {
    case Role::kQuasiIdentifying:
      return attribute.hierarchy.given() || !IsNumeric(attribute.attribute.type);
    case Role::kSensitive:
      return attribute.hierarchy.given();
    default:
      return false;
  }
}

struct CodedColumn {
  Domain domain;
  std::shared_ptr<const Hierarchy> hierarchy;
  std::shared_ptr<const Taxonomy> taxonomy;
  std::vector<Code> code_of;  // one per spelling, and one for NULL
  std::vector<std::uint64_t> totals;
};

Result<CodedColumn> CodeColumnOf(const SpelledColumn& column, const PolicyAttribute& attribute,
                                 const Policy& policy, const LocateRow& locate) {
  GAUZE_ASSIGN(ParsedColumn parsed, ParseColumn(column, attribute, policy, locate));
  GAUZE_TRY(CheckColumn(parsed, attribute, policy));

  CodedColumn coded;
  const bool has_missing = parsed.has_missing;
  std::vector<Code> code_of(parsed.values.values.size());
  std::iota(code_of.begin(), code_of.end(), 0U);
  // A column without a single value has nothing to lay a hierarchy over.
  if ((NeedsHierarchy(attribute) || policy.Guards(attribute.attribute.name)) &&
      !parsed.values.values.empty()) {
    std::string where = fmt::format("column {}", attribute.attribute.name);
    if (!attribute.hierarchy.file.empty()) where = attribute.hierarchy.file + ", " + where;
    GAUZE_ASSIGN(Taxonomy taxonomy, MakeTaxonomy(attribute.hierarchy, parsed.values, where));
    GAUZE_ASSIGN(auto bound, Hierarchy::Bind(taxonomy, parsed.values.values,
                                             attribute.attribute.type, has_missing, where));
    std::unordered_map<std::string_view, Code> position;
    for (Code code = 0; code < bound.domain.value_count(); ++code) {
      position.emplace(bound.domain[code].text, code);
    }
    for (std::size_t i = 0; i < code_of.size(); ++i) {
      code_of[i] = position.at(parsed.values.values[i].text);
    }
    coded.domain = std::move(bound.domain);
    coded.hierarchy = std::make_shared<const Hierarchy>(std::move(bound.hierarchy));
    coded.taxonomy = std::make_shared<const Taxonomy>(std::move(taxonomy));
  } else {
    coded.domain = Domain(attribute.attribute.type, std::move(parsed.values.values), has_missing);
  }

  coded.totals.resize(coded.domain.size());
  const Code missing = coded.domain.missing_code();
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    const std::uint32_t value = parsed.value_of[i];
    const Code code = value == RawColumn::kNull ? missing : code_of[value];
    coded.code_of.push_back(code);
    if (column.rows[i] > 0) coded.totals[code] += column.rows[i];
  }
  coded.code_of.push_back(missing);
  if (column.null_rows > 0) coded.totals[missing] += column.null_rows;
  return coded;
}

// Sorts tuples by their codes and merges those that became equal ("1.0" and "1.00").
void SortAndMerge(const std::vector<std::vector<Code>>& codes,
                  const std::vector<std::uint64_t>& counts, Table& table) {
  const auto compare = [&](std::uint32_t a, std::uint32_t b) {
    for (const auto& column : codes) {
      if (column[a] != column[b]) return column[a] < column[b] ? -1 : 1;
    }
    return 0;
  };
  std::vector<std::uint32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0U);
  ParallelSort(order, [&](std::uint32_t a, std::uint32_t b) { return compare(a, b) < 0; });
  std::vector<std::uint32_t> distinct;
  for (const std::uint32_t tuple : order) {
    if (distinct.empty() || compare(distinct.back(), tuple) != 0) {
      distinct.push_back(tuple);
      table.counts.push_back(0);
    }
    table.counts.back() += counts[tuple];
    table.rows += counts[tuple];
  }
  for (std::size_t j = 0; j < codes.size(); ++j) {
    CodeColumn column(table.domains[j].size(), distinct.size());
    column.Visit([&](auto& cells) {
      using Cell = typename std::decay_t<decltype(cells)>::value_type;
      for (std::size_t i = 0; i < distinct.size(); ++i) {
        cells[i] = static_cast<Cell>(codes[j][distinct[i]]);
      }
    });
    table.columns.push_back(std::move(column));
  }
}

}  // namespace

bool IsRead(const Policy& policy, const Attribute& attribute) {
  if (attribute.role == Role::kChoice)
    return policy.personal && policy.personal->Asks(attribute.name);
  return attribute.role != Role::kIdentifying;
}

Result<Taxonomy> MakeTaxonomy(const HierarchySource& source, const ColumnValues& column,
                              const std::string& where) {
  if (!source.file.empty()) return ReadTaxonomy(source.file);
  if (source.builder != nullptr) {
    return source.builder->build(column, *source.parameters, source.where);
  }
  return FlatTaxonomy(column, where);
}

bool IsMissing(const Policy& policy, std::string_view spelling) {
  return spelling.empty() ||
         std::ranges::find(policy.missing_markers, spelling) != policy.missing_markers.end();
}

tl::unexpected<Error> UnreadableCells(const Attribute& attribute, std::uint64_t rows,
                                      std::vector<std::string> spellings, const LocateRow& locate) {
  // Sorted, so that the message does not depend on the order in which threads met them.
  std::ranges::sort(spellings);
  if (spellings.size() > kLocatedSpellings) spellings.resize(kLocatedSpellings);
  const auto row = locate ? locate(attribute.name, spellings) : std::nullopt;
  return InputError(
      fmt::format("{} row{} cannot be read as {}{}", rows, rows == 1 ? "" : "s",
                  Name(attribute.type), row ? fmt::format(", see row {}", *row) : ""),
      fmt::format("column {}", attribute.name),
      attribute.type == ValueType::kDate || attribute.type == ValueType::kTimestamp
          ? "declare another type, add a `format:`, or list the spelling under missing_markers"
          : "declare another type, or list the spelling under missing_markers");
}

Result<Encoding> EncodeColumns(std::vector<SpelledColumn> columns, const Policy& policy,
                               const LocateRow& locate) {
  Encoding result;
  std::vector<std::vector<std::uint64_t>> totals;
  for (SpelledColumn& column : columns) {
    const PolicyAttribute* attribute = policy.Find(column.name);
    Check(attribute != nullptr, "every column that was read is in the policy");
    GAUZE_ASSIGN(CodedColumn coded, CodeColumnOf(column, *attribute, policy, locate));
    result.coded.table.attributes.push_back(attribute->attribute);
    result.coded.table.domains.push_back(std::move(coded.domain));
    result.coded.hierarchies.push_back(std::move(coded.hierarchy));
    result.coded.taxonomies.push_back(std::move(coded.taxonomy));
    result.code_of.push_back(std::move(coded.code_of));
    totals.push_back(std::move(coded.totals));
    column = {};  // spellings are no longer needed: free them column by column
  }
  result.coded.totals =
      std::make_shared<const std::vector<std::vector<std::uint64_t>>>(std::move(totals));
  return result;
}

Result<CodedTable> Encode(RawTable raw, const Policy& policy, const LocateRow& locate) {
  std::vector<SpelledColumn> columns;
  for (RawColumn& column : raw.columns) {
    SpelledColumn spelled{.name = column.name, .values = std::move(column.values)};
    spelled.rows.resize(spelled.values.size());
    for (std::size_t i = 0; i < raw.counts.size(); ++i) {
      const std::uint32_t spelling = column.codes[i];
      (spelling == RawColumn::kNull ? spelled.null_rows : spelled.rows[spelling]) += raw.counts[i];
    }
    columns.push_back(std::move(spelled));
  }
  GAUZE_ASSIGN(Encoding encoding, EncodeColumns(std::move(columns), policy, locate));
  std::vector<std::vector<Code>> codes;
  for (std::size_t j = 0; j < raw.columns.size(); ++j) {
    std::vector<Code>& column = codes.emplace_back();
    for (const std::uint32_t spelling : raw.columns[j].codes) {
      const auto& code_of = encoding.code_of[j];
      column.push_back(spelling == RawColumn::kNull ? code_of.back() : code_of[spelling]);
    }
  }
  SortAndMerge(codes, raw.counts, encoding.coded.table);
  return std::move(encoding.coded);
}

}  // namespace gauze
