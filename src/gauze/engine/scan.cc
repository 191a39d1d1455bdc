#include "gauze/engine/scan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <memory>

#include "gauze/engine/column_encoder.h"
#include "gauze/engine/duckdb_handles.h"
#include "gauze/engine/encoded_columns.h"

namespace gauze {
namespace {

class Scanner {
 public:
  // Reads the view `source`, or its plain form.
  Scanner(Database& database, const SourceColumns& source, const ScanPlan& plan,
          const Policy& policy, PlainCsv* plain)
      : database_(database),
        plan_(plan),
        plain_(plain),
        view_(plain == nullptr ? "source" : PlainView("source")),
        policy_(policy),
        coded_(database, "source", Travelling(source)) {
    for (std::size_t i = 0; i < source.names.size(); ++i) {
      if (plan.travel[i] == Travel::kDropped) continue;
      travel_.push_back(plan.travel[i]);
      attributes_.push_back(&policy.Find(source.names[i])->attribute);
      const CellForm form = FormOf(source.types[i], *attributes_.back(), plan.travel[i]);
      std::string cell =
          CellExpression(source.names[i], source.types[i], *attributes_.back(), form);
      keys_.emplace_back();
      if (plan.travel[i] == Travel::kKey) {
        const std::string name = NewFunctionName();
        keys_.back() = std::make_unique<ColumnEncoder>(form, *attributes_.back(), policy);
        keys_.back()->Register(database, name);
        cell = fmt::format("{}({})", name, cell);
      }
      cells_.push_back(std::move(cell));
    }
  }

  Result<Scanned> Run(const PilePlace& place, Progress& progress) {
    while (true) {
      Scanned scanned = Empty(place);
      progress.Stage("reading", 100);
      GAUZE_TRY(database_.Run("SET preserve_insertion_order = false"));
      const Status read = Read(scanned, progress);
      GAUZE_TRY(database_.Run("SET preserve_insertion_order = true"));
      if (!read && coded_.Widen()) continue;
      GAUZE_TRY(read);
      GAUZE_TRY(scanned.pile.Finish());
      GAUZE_TRY(CheckCarried());
      for (std::size_t c = 0; c < travel_.size(); ++c) {
        if (travel_[c] != Travel::kCoded) continue;
        SpelledColumn& column = scanned.columns[c];
        column.values = coded_.TakeSpellings(c);
        column.rows.resize(column.values.size() + 1);
        column.null_rows = column.rows.front();
        column.rows.erase(column.rows.begin());
      }
      return scanned;
    }
  }

 private:
  std::vector<EncodedColumns::Column> Travelling(const SourceColumns& source) const {
    std::vector<EncodedColumns::Column> columns;
    for (std::size_t i = 0; i < source.names.size(); ++i) {
      if (plan_.travel[i] == Travel::kDropped) continue;
      columns.push_back({source.names[i],
                         source.types[i],
                         policy_.Find(source.names[i])->attribute,
                         {},
                         plan_.travel[i] == Travel::kCoded});
    }
    return columns;
  }

  Scanned Empty(const PilePlace& place) const {
    RecordShape shape{.words = coded_.packing().words(), .counted = plan_.grouped};
    std::vector<SpelledColumn> columns;
    for (std::size_t c = 0; c < travel_.size(); ++c) {
      shape.keys += travel_[c] == Travel::kKey ? 1 : 0;
      shape.texts += travel_[c] == Travel::kText ? 1 : 0;
      columns.push_back({.name = attributes_[c]->name});
    }
    return {std::move(columns), travel_, coded_.packing(),
            Pile(shape, place.file, place.memory_bytes)};
  }

  // Words first, then the count or the carried columns, in the order of the record.
  std::string Query() const {
    std::vector<std::string> selected = coded_.Words();
    if (plan_.grouped) {
      for (std::size_t w = 0; w < selected.size(); ++w) selected[w] += fmt::format(" AS w{}", w);
      return fmt::format("SELECT *, count(*) FROM (SELECT {} FROM {}) GROUP BY ALL",
                         fmt::join(selected, ", "), view_);
    }
    for (const Travel carried : {Travel::kKey, Travel::kText}) {
      for (std::size_t c = 0; c < travel_.size(); ++c) {
        if (travel_[c] == carried) selected.push_back(cells_[c]);
      }
    }
    return fmt::format("SELECT {} FROM {}", fmt::join(selected, ", "), view_);
  }

  Status Read(Scanned& scanned, Progress& progress) {
    const RecordShape shape = scanned.pile.shape();
    std::vector<const Attribute*> texts;
    for (std::size_t c = 0; c < travel_.size(); ++c) {
      if (travel_[c] == Travel::kText) texts.push_back(attributes_[c]);
    }
    std::vector<std::uint64_t> record;
    Pile::Writer writer(scanned.pile);
    if (plain_ != nullptr) plain_->ReportTo(&progress);
    const Status read = StreamChunks(
        database_, Query(), plain_ == nullptr ? &progress : nullptr, [&](duckdb_data_chunk chunk) {
          const idx_t size = duckdb_data_chunk_get_size(chunk);
          std::vector<const std::uint64_t*> fixed;
          for (idx_t v = 0; v < shape.fixed(); ++v) {
            fixed.push_back(static_cast<const std::uint64_t*>(
                duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, v))));
          }
          for (idx_t i = 0; i < size; ++i) {
            record.resize(shape.fixed());
            for (std::size_t v = 0; v < fixed.size(); ++v) record[v] = fixed[v][i];
            for (std::size_t t = 0; t < texts.size(); ++t) {
              AppendText(duckdb_data_chunk_get_vector(chunk, shape.fixed() + t), i, *texts[t],
                         record);
            }
            writer.Append(record.data(), record.size());
          }
          for (std::size_t c = 0; c < travel_.size(); ++c) {
            if (travel_[c] == Travel::kCoded) CountIds(chunk, c, scanned.columns[c].rows);
          }
        });
    if (plain_ != nullptr) plain_->ReportTo(nullptr);
    return read;
  }

  void AppendText(duckdb_vector vector, idx_t i, const Attribute& attribute,
                  std::vector<std::uint64_t>& record) const {
    std::uint64_t* valid = duckdb_vector_get_validity(vector);
    const bool present = valid == nullptr || duckdb_validity_row_is_valid(valid, i);
    std::string_view text;
    std::string canonical;
    if (present) {
      text = Characters(static_cast<duckdb_string_t*>(duckdb_vector_get_data(vector))[i]);
      if (attribute.type == ValueType::kSet) {
        canonical = ParseValue(attribute, text)->text;
        text = canonical;
      }
    }
    RecordShape::AppendText(record, present && !IsMissing(policy_, text) ? &text : nullptr);
  }

  // Rows per id of one column; ids are met in any order.
  void CountIds(duckdb_data_chunk chunk, std::size_t c, std::vector<std::uint64_t>& rows) const {
    const Packing::Field& field = coded_.packing().field(c);
    const auto column = [&](idx_t index) {
      return static_cast<const std::uint64_t*>(
          duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, index)));
    };
    const std::uint64_t* words = column(field.word);
    const std::uint64_t* counts = plan_.grouped ? column(coded_.packing().words()) : nullptr;
    const idx_t size = duckdb_data_chunk_get_size(chunk);
    for (idx_t i = 0; i < size; ++i) {
      const Code id = static_cast<Code>(words[i] >> field.shift) & field.mask;
      if (id >= rows.size()) rows.resize(id + 1);
      rows[id] += counts == nullptr ? 1 : counts[i];
    }
  }

  Status CheckCarried() {
    for (std::size_t c = 0; c < travel_.size(); ++c) {
      if (travel_[c] != Travel::kKey || keys_[c]->wrong_rows() == 0) continue;
      return UnreadableCells(*attributes_[c], keys_[c]->wrong_rows(), keys_[c]->TakeWrong(),
                             [&](const std::string& column, const auto& spellings) {
                               return LocateSpelling(database_, column, spellings);
                             });
    }
    return {};
  }

  Database& database_;
  const ScanPlan& plan_;
  PlainCsv* plain_;
  std::string view_;
  const Policy& policy_;
  EncodedColumns coded_;
  std::vector<Travel> travel_;  // of the columns that travel, like all below
  std::vector<const Attribute*> attributes_;
  std::vector<std::unique_ptr<ColumnEncoder>> keys_;  // null unless carried as a key
  std::vector<std::string> cells_;                    // SQL
};

}  // namespace

Result<Scanned> Scan(Database& database, const SourceColumns& columns, const ScanPlan& plan,
                     const Policy& policy, const PilePlace& place, Progress& progress) {
  if (columns.plain != nullptr) {
    auto scanned =
        Scanner(database, columns, plan, policy, columns.plain.get()).Run(place, progress);
    if (scanned && scanned->pile.records() > 0) return scanned;
  }
  GAUZE_ASSIGN(Scanned scanned,
               Scanner(database, columns, plan, policy, nullptr).Run(place, progress));
  if (scanned.pile.records() == 0) {
    return InputError("the source has a header but no rows", "",
                      "there is nothing to release; is this the right file?");
  }
  return scanned;
}

std::optional<std::uint64_t> LocateSpelling(Database& database, const std::string& column,
                                            const std::vector<std::string>& spellings) {
  if (spellings.empty()) return std::nullopt;
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
