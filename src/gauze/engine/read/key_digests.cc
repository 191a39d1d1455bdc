#include "gauze/engine/read/key_digests.h"

#include <fmt/format.h>

#include <vector>

#include "gauze/engine/duckdb/duckdb_handles.h"
#include "gauze/engine/duckdb/stream_chunks.h"

namespace gauze {
namespace {

std::uint8_t Nibble(char digit) {
  return static_cast<std::uint8_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

// 32 digits, as md5() writes them.
KeyDigest FromHex(std::string_view hex) {
  KeyDigest digest{};
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<std::uint8_t>(Nibble(hex[2 * i]) << 4U | Nibble(hex[2 * i + 1]));
  }
  return digest;
}

}  // namespace

Result<KeyCounts> CountKeys(Database& database, const std::string& view,
                            const std::string& column) {
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format(
                   "SELECT count(*) FILTER (key IS NULL OR key = ''), count(key) - count(DISTINCT "
                   "key) FROM (SELECT {}::VARCHAR AS key FROM {})",
                   QuoteName(column), view)));
  return KeyCounts{std::stoull(rows[0][0].value_or("0")), std::stoull(rows[0][1].value_or("0"))};
}

Status StreamKeyDigests(Database& database, const std::string& view, const std::string& column,
                        const std::string& salt,
                        const std::function<Status(std::span<const KeyDigest>)>& use) {
  Status used;
  std::vector<KeyDigest> digests;
  const std::string sql = fmt::format(
      "SELECT digest FROM (SELECT md5({} || {}::VARCHAR) AS digest FROM {}) ORDER BY digest",
      QuoteText(salt), QuoteName(column), view);
  GAUZE_TRY(StreamChunks(database.handles(), sql, nullptr, [&](duckdb_data_chunk chunk) {
    if (!used) return;
    digests.clear();
    auto* cells = static_cast<duckdb_string_t*>(
        duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 0)));
    for (idx_t row = 0; row < duckdb_data_chunk_get_size(chunk); ++row) {
      digests.push_back(FromHex(Characters(cells[row])));
    }
    used = use(digests);
  }));
  return used;
}

}  // namespace gauze
