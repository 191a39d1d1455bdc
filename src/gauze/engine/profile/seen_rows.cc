#include "gauze/engine/profile/seen_rows.h"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>

#include "gauze/engine/duckdb/duckdb_handles.h"
#include "gauze/engine/read/chunk_taker.h"
#include "gauze/engine/read/source/name_file.h"

namespace gauze {
namespace {

// By DuckDB's mask, of which there is none where nothing is missing.
bool IsPresent(const std::uint64_t* valid, idx_t row) {
  return valid == nullptr || (valid[row / 64] >> (row % 64) & 1U) != 0;
}

struct SharedPart {
  std::mutex mutex;  // of the blocks
  SeenPart seen;
};

// What all threads share.
struct Sharing {
  std::vector<CellForm> forms;
  SeeOptions options;
  std::vector<std::unique_ptr<SharedPart>> parts;
  std::atomic<std::uint64_t> bytes{0};  // of all blocks that are full
  std::atomic<bool> kept{false};
  std::atomic<unsigned> level{0};
  std::mutex relieving;  // of the list of parts
};

std::uint64_t BytesOf(const SeenBlock& block) {
  std::uint64_t bytes = 0;
  for (const auto& places : block.places) bytes += places.capacity() * sizeof places[0];
  for (const auto& keys : block.keys) bytes += keys.capacity() * sizeof keys[0];
  return bytes;
}

// Drops what is no longer kept.
void Reduce(const Sharing& sharing, SeenBlock& block) {
  if (sharing.kept) return;
  for (auto& places : block.places) std::vector<std::uint16_t>().swap(places);
  for (auto& keys : block.keys) {
    std::erase_if(keys, [&](std::uint64_t key) {
      return key == SeenBlock::kMissingKey || !IsKept(key, sharing.level);
    });
    keys.shrink_to_fit();
  }
}

// Too much is in memory: first the rows go, then half of the values, again and again.
void Relieve(Sharing& sharing) {
  const std::lock_guard lock(sharing.relieving);
  while (sharing.bytes > sharing.options.memory_bytes && sharing.level < 40) {
    if (sharing.kept) {
      sharing.kept = false;
    } else {
      ++sharing.level;
    }
    std::uint64_t bytes = 0;
    for (const auto& part : sharing.parts) {
      const std::lock_guard part_lock(part->mutex);
      for (SeenBlock& block : part->seen.blocks) {
        Reduce(sharing, block);
        bytes += BytesOf(block);
      }
    }
    sharing.bytes = bytes;
  }
}

class SeeingTaker final : public ChunkTaker {
 public:
  SeeingTaker(Sharing& sharing, SharedPart& part) : sharing_(sharing), part_(part) {
    part_.seen.columns.resize(sharing_.forms.size());
    Begin();
  }
  ~SeeingTaker() override {
    End();
    for (std::size_t c = 0; c < sharing_.forms.size(); ++c) SumUp(c);
  }
  SeeingTaker(const SeeingTaker&) = delete;
  SeeingTaker& operator=(const SeeingTaker&) = delete;

  void Take(duckdb_data_chunk chunk) override {
    const idx_t size = duckdb_data_chunk_get_size(chunk);
    if (block_.rows + size > SeenBlock::kRows) {
      End();
      Begin();
    }
    for (std::size_t c = 0; c < sharing_.forms.size(); ++c) {
      duckdb_vector vector = duckdb_data_chunk_get_vector(chunk, c);
      switch (sharing_.forms[c]) {
        case CellForm::kText:
          SeeTexts(c, vector, size);
          break;
        case CellForm::kReal:
          SeeReals(c, vector, size);
          break;
        default:
          SeeNumbers(c, vector, size);
      }
    }
    block_.rows += size;
  }

 private:
  void Begin() {
    block_ = {};
    block_.places.resize(sharing_.forms.size());
    block_.keys.resize(sharing_.forms.size());
    for (std::size_t c = 0; c < sharing_.forms.size(); ++c) {
      SeenColumn& column = part_.seen.columns[c];
      if (!column.wide && column.places.size() > SeenColumn::kMostPlaces) {
        SumUp(c);
        column.wide = true;
      }
    }
  }

  void End() {
    if (block_.rows == 0) return;
    {
      const std::lock_guard lock(part_.mutex);
      Reduce(sharing_, block_);
      sharing_.bytes += BytesOf(block_);
      part_.seen.blocks.push_back(std::move(block_));
    }
    if (sharing_.bytes > sharing_.options.memory_bytes) Relieve(sharing_);
  }

  // What was seen once of each value, for all rows that have it.
  void SumUp(std::size_t c) {
    SeenColumn& column = part_.seen.columns[c];
    for (std::size_t i = 0; i < column.facts.size(); ++i) {
      if (sharing_.forms[c] == CellForm::kText) {
        column.sums.Add(column.facts[i], column.rows[i]);
      } else {
        column.sums.AddNumber(column.facts[i].typed, column.rows[i]);
      }
    }
    std::vector<CellFacts>().swap(column.facts);
  }

  // key_of(row) is a cell's key, or kMissingKey; look(row) tells its facts and spell(row) its
  // spelling, where they are needed.
  template <typename KeyOfRow, typename Look, typename Spell>
  void See(std::size_t c, idx_t size, const KeyOfRow& key_of, const Look& look,
           const Spell& spell) {
    SeenColumn& column = part_.seen.columns[c];
    const bool keep = sharing_.kept;
    const unsigned level = sharing_.level;
    for (idx_t row = 0; row < size; ++row) {
      const std::uint64_t key = key_of(row);
      const bool missing = key == SeenBlock::kMissingKey;
      column.missing += static_cast<std::uint64_t>(missing);
      if (column.wide) {
        if (!missing) {
          AddRow(c, look(row));
          if (column.sample.Wants(key)) column.sample.Take(key, spell(row));
        }
        if (keep || (!missing && IsKept(key, level))) block_.keys[c].push_back(key);
        continue;
      }
      std::uint32_t place = 0;
      if (!missing) {
        place = column.places.Put(key);
        if (place == column.rows.size()) {
          column.rows.push_back(0);
          column.facts.push_back(look(row));
          if (column.sample.Wants(key)) column.sample.Take(key, spell(row));
        }
        ++column.rows[place++];
      }
      if (keep) block_.places[c].push_back(static_cast<std::uint16_t>(place));
    }
  }

  void AddRow(std::size_t c, const CellFacts& facts) {
    FactSums& sums = part_.seen.columns[c].sums;
    if (sharing_.forms[c] == CellForm::kText) {
      sums.Add(facts, 1);
    } else {
      sums.AddNumber(facts.typed, 1);
    }
  }

  void SeeTexts(std::size_t c, duckdb_vector vector, idx_t size) {
    auto* cells = static_cast<duckdb_string_t*>(duckdb_vector_get_data(vector));
    const std::uint64_t* valid = duckdb_vector_get_validity(vector);
    FactSums& sums = part_.seen.columns[c].sums;
    See(
        c, size,
        [&](idx_t row) {
          if (!IsPresent(valid, row)) return SeenBlock::kMissingKey;
          const std::string_view text = Characters(cells[row]);
          return text.empty() ? SeenBlock::kMissingKey : HashText(text);
        },
        [&](idx_t row) { return sums.Look(Characters(cells[row])); },
        [&](idx_t row) { return std::string(Characters(cells[row])); });
  }

  void SeeNumbers(std::size_t c, duckdb_vector vector, idx_t size) {
    const auto* cells = static_cast<const std::int64_t*>(duckdb_vector_get_data(vector));
    const std::uint64_t* valid = duckdb_vector_get_validity(vector);
    const CellForm form = sharing_.forms[c];
    See(
        c, size,
        [&](idx_t row) {
          return IsPresent(valid, row) ? static_cast<std::uint64_t>(cells[row])
                                       : SeenBlock::kMissingKey;
        },
        [&](idx_t row) { return CellFacts{.typed = TypedOf(form, cells[row])}; },
        [&](idx_t row) { return SpellNumber(form, cells[row]); });
  }

  void SeeReals(std::size_t c, duckdb_vector vector, idx_t size) {
    const auto* cells = static_cast<const double*>(duckdb_vector_get_data(vector));
    const std::uint64_t* valid = duckdb_vector_get_validity(vector);
    See(
        c, size,
        [&](idx_t row) {
          return IsPresent(valid, row) ? KeyOfReal(cells[row]) : SeenBlock::kMissingKey;
        },
        [&](idx_t row) {
          const std::uint8_t decimal = std::isfinite(cells[row]) ? 1U << 1U : 0U;
          return CellFacts{.typed = {decimal, cells[row]}};
        },
        [&](idx_t row) { return fmt::format("{}", cells[row]); });
  }

  Sharing& sharing_;
  SharedPart& part_;
  SeenBlock block_;
};

Result<SeenRows> SeeView(Database& database, const SourceColumns& columns, QuickRows* plain,
                         const SeeOptions& options, Progress& progress) {
  Sharing sharing{.options = options};
  sharing.kept = options.keep_rows;
  TakenQuery query{.from = QuoteName(plain == nullptr ? "source" : PlainView("source"))};
  for (std::size_t c = 0; c < columns.names.size(); ++c) {
    const CellForm form = FormOfColumn(columns.types[c]);
    sharing.forms.push_back(form);
    query.columns.push_back(CellExpression(columns.names[c], columns.types[c], {}, form));
    query.types.push_back(form == CellForm::kText   ? DUCKDB_TYPE_VARCHAR
                          : form == CellForm::kReal ? DUCKDB_TYPE_DOUBLE
                                                    : DUCKDB_TYPE_BIGINT);
  }
  if (plain != nullptr) plain->ReportTo(&progress);
  const Status read = TakeChunks(database, query, plain == nullptr ? &progress : nullptr, [&] {
    const std::lock_guard lock(sharing.relieving);
    sharing.parts.push_back(std::make_unique<SharedPart>());
    return std::make_unique<SeeingTaker>(sharing, *sharing.parts.back());
  });
  if (plain != nullptr) plain->ReportTo(nullptr);
  if (!read) return tl::unexpected(read.error());
  SeenRows seen{.forms = std::move(sharing.forms), .kept = sharing.kept, .level = sharing.level};
  for (const auto& part : sharing.parts) seen.parts.push_back(std::move(part->seen));
  return seen;
}

}  // namespace

bool IsKept(std::uint64_t key, unsigned level) {
  constexpr std::uint64_t kLevelSalt = 0x1E;
  return level == 0 || Mix(key, kLevelSalt) >> (64 - level) == 0;
}

Result<SeenRows> SeeRows(Database& database, const SourceColumns& columns,
                         const SeeOptions& options, Progress& progress) {
  if (columns.plain != nullptr) {
    auto seen = SeeView(database, columns, columns.plain.get(), options, progress);
    if (seen || !MayReadAgain(seen.error())) return seen;
  }
  return SeeView(database, columns, nullptr, options, progress).map_error([&](Error error) {
    return NameFile(database, std::move(error), columns);
  });
}

}  // namespace gauze
