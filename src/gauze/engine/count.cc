#include "gauze/engine/count.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <string_view>
#include <unordered_map>

#include "gauze/engine/duckdb_handles.h"
#include "gauze/policy/encode.h"

namespace gauze {
namespace {

// Spellings of one column as they come: each is stored once.
class Dictionary {
 public:
  std::uint32_t Intern(std::string_view text) {
    const auto found = index_.find(text);
    if (found != index_.end()) return found->second;
    const auto id = static_cast<std::uint32_t>(index_.size());
    index_.emplace(text, id);
    return id;
  }

  // Empties the dictionary.
  std::vector<std::string> TakeValues() {
    std::vector<std::string> values(index_.size());
    while (!index_.empty()) {
      auto node = index_.extract(index_.begin());
      values[node.mapped()] = std::move(node.key());
    }
    return values;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> index_;
};

// A cell as text; Parquet lists become a set cell.
std::string CellExpression(const std::string& name, const std::string& type,
                           const Attribute& attribute) {
  if (type.ends_with("[]")) {
    return fmt::format("array_to_string({}, {})", QuoteName(name), QuoteText(attribute.separator));
  }
  return fmt::format("{}::VARCHAR", QuoteName(name));
}

}  // namespace

Result<RawTable> CountDistinct(Database& database, const SourceColumns& columns,
                               const Policy& policy, Progress& progress) {
  RawTable table;
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    const Attribute& attribute = policy.Find(columns.names[i])->attribute;
    if (!IsRead(attribute.role)) continue;
    table.columns.push_back({.name = attribute.name});
    cells.push_back(fmt::format(
        "{} AS c{}", CellExpression(columns.names[i], columns.types[i], attribute), cells.size()));
  }
  const std::size_t width = table.columns.size();
  std::vector<Dictionary> dictionaries(width);
  progress.Stage("reading", 100);
  GAUZE_TRY(StreamChunks(
      database, fmt::format("SELECT {}, count(*) FROM source GROUP BY ALL", fmt::join(cells, ", ")),
      &progress, [&](duckdb_data_chunk chunk) {
        const idx_t size = duckdb_data_chunk_get_size(chunk);
        for (std::size_t c = 0; c < width; ++c) {
          duckdb_vector vector = duckdb_data_chunk_get_vector(chunk, c);
          auto* data = static_cast<duckdb_string_t*>(duckdb_vector_get_data(vector));
          std::uint64_t* valid = duckdb_vector_get_validity(vector);
          auto& codes = table.columns[c].codes;
          for (idx_t i = 0; i < size; ++i) {
            const bool present = valid == nullptr || duckdb_validity_row_is_valid(valid, i);
            codes.push_back(present ? dictionaries[c].Intern(Characters(data[i]))
                                    : RawColumn::kNull);
          }
        }
        const auto* counts = static_cast<const std::int64_t*>(
            duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, width)));
        for (idx_t i = 0; i < size; ++i) {
          table.counts.push_back(static_cast<std::uint64_t>(counts[i]));
        }
      }));
  for (std::size_t c = 0; c < width; ++c) table.columns[c].values = dictionaries[c].TakeValues();
  if (table.counts.empty()) {
    return InputError("the source has a header but no rows", "",
                      "there is nothing to release; is this the right file?");
  }
  return table;
}

std::optional<std::uint64_t> LocateSpelling(Database& database, const std::string& column,
                                            const std::vector<std::string>& spellings) {
  std::vector<std::string> quoted;
  for (const std::string& spelling : spellings) quoted.push_back(QuoteText(spelling));
  const auto rows = database.Rows(fmt::format(
      "SELECT min(row) FROM (SELECT row_number() OVER () AS row, {}::VARCHAR AS cell FROM source) "
      "WHERE cell IN ({})",
      QuoteName(column), fmt::join(quoted, ", ")));
  if (!rows || rows->empty() || !(*rows)[0][0]) return std::nullopt;
  const std::string& text = *(*rows)[0][0];
  std::uint64_t row = 0;
  std::from_chars(text.data(), text.data() + text.size(), row);
  return row;
}

}  // namespace gauze
