#include "gauze/engine/read/scan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "gauze/engine/read/column_encoder.h"
#include "gauze/engine/read/encoded_columns.h"
#include "gauze/engine/read/record_taker.h"

namespace gauze {
namespace {

class Scanner {
 public:
  // Reads the view `source`, or its plain form.
  Scanner(Database& database, const SourceColumns& source, const ScanPlan& plan,
          const Policy& policy, QuickRows* plain)
      : database_(database),
        plan_(plan),
        plain_(plain),
        view_(source.counted     ? CountedView("source")
              : plain == nullptr ? "source"
                                 : PlainView("source")),
        counted_(source.counted),
        policy_(policy),
        coded_(database, "source", Travelling(source)) {
    for (std::size_t i = 0; i < source.names.size(); ++i) {
      if (plan.encodings[i] == ColumnEncoding::kDropped) continue;
      encodings_.push_back(plan.encodings[i]);
      attributes_.push_back(&policy.Find(source.names[i])->attribute);
      const CellForm form = FormOf(source.types[i], *attributes_.back(), plan.encodings[i]);
      std::string cell =
          CellExpression(source.names[i], source.types[i], *attributes_.back(), form);
      keys_.emplace_back();
      if (plan.encodings[i] == ColumnEncoding::kKey) {
        const std::string name = NewFunctionName();
        keys_.back() = std::make_unique<ColumnEncoder>(form, *attributes_.back(), policy);
        keys_.back()->Register(database, name);
        cell = fmt::format("{}({})", name, cell);
      }
      cells_.push_back(std::move(cell));
    }
  }

  Result<Scanned> Run(const SpoolPlace& place, Progress& progress) {
    while (true) {
      Scanned scanned = Empty(place);
      progress.Stage("reading", 100);
      GAUZE_TRY(database_.Run(fmt::format("SET preserve_insertion_order = {}", plan_.in_order)));
      const Status read = Read(scanned, progress);
      GAUZE_TRY(database_.Run("SET preserve_insertion_order = true"));
      if (!read && coded_.Widen()) continue;
      GAUZE_TRY(read);
      GAUZE_TRY(scanned.spool.Finish());
      GAUZE_TRY(CheckCarried());
      for (std::size_t c = 0; c < encodings_.size(); ++c) {
        if (encodings_[c] != ColumnEncoding::kCoded) continue;
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
      if (plan_.encodings[i] == ColumnEncoding::kDropped) continue;
      columns.push_back({source.names[i],
                         source.types[i],
                         policy_.Find(source.names[i])->attribute,
                         {},
                         plan_.encodings[i] == ColumnEncoding::kCoded,
                         plain_ == nullptr ? nullptr : plain_->FindNumbered(source.names[i])});
    }
    return columns;
  }

  Scanned Empty(const SpoolPlace& place) const {
    RecordShape shape{.words = coded_.packing().words(), .counted = plan_.grouped};
    std::vector<SpelledColumn> columns;
    for (std::size_t c = 0; c < encodings_.size(); ++c) {
      shape.keys += encodings_[c] == ColumnEncoding::kKey ? 1 : 0;
      shape.texts += encodings_[c] == ColumnEncoding::kText ? 1 : 0;
      columns.push_back({.name = attributes_[c]->name});
    }
    return {std::move(columns), encodings_, coded_.packing(),
            RecordSpool(shape, place.file, place.memory_bytes)};
  }

  // Words first, then the count or the carried columns, in the order of the record.
  TakenQuery Query(const RecordShape& shape) const {
    TakenQuery query{.columns = coded_.Words(), .numbers = shape.fixed(), .from = view_};
    if (plan_.grouped) {
      std::vector<std::string> names;
      for (std::size_t w = 0; w < query.columns.size(); ++w) {
        names.push_back(fmt::format("w{}", w));
        query.columns[w] += " AS " + names.back();
      }
      names.emplace_back("n::UBIGINT");
      query.from =
          counted_ ? fmt::format(
                         "(SELECT * EXCLUDE (n), sum(n) AS n FROM (SELECT {}, {} AS n FROM "
                         "{}) GROUP BY ALL)",
                         fmt::join(query.columns, ", "), QuoteName(kCountColumn), view_)
                   : fmt::format("(SELECT *, count(*) AS n FROM (SELECT {} FROM {}) GROUP BY ALL)",
                                 fmt::join(query.columns, ", "), view_);
      query.columns = std::move(names);
      return query;
    }
    for (const ColumnEncoding carried : {ColumnEncoding::kKey, ColumnEncoding::kText}) {
      for (std::size_t c = 0; c < encodings_.size(); ++c) {
        if (encodings_[c] == carried) query.columns.push_back(cells_[c]);
      }
    }
    return query;
  }

  Status Read(Scanned& scanned, Progress& progress) {
    std::vector<std::vector<std::uint64_t>> rows(encodings_.size());
    RecordTarget target{scanned.spool, coded_.packing(), {}, {}, policy_, rows, {}};
    for (std::size_t c = 0; c < encodings_.size(); ++c) {
      if (encodings_[c] == ColumnEncoding::kCoded) target.coded.push_back(c);
      if (encodings_[c] == ColumnEncoding::kText) target.texts.push_back(attributes_[c]);
    }
    if (plain_ != nullptr) plain_->ReportTo(&progress);
    const Status read =
        TakeChunks(database_, Query(scanned.spool.shape()), plain_ == nullptr ? &progress : nullptr,
                   [&] { return std::make_unique<RecordTaker>(target); });
    if (plain_ != nullptr) plain_->ReportTo(nullptr);
    for (std::size_t c = 0; c < rows.size(); ++c) scanned.columns[c].rows = std::move(rows[c]);
    return read;
  }

  Status CheckCarried() {
    for (std::size_t c = 0; c < encodings_.size(); ++c) {
      if (encodings_[c] != ColumnEncoding::kKey || keys_[c]->wrong_rows() == 0) continue;
      return UnreadableCells(*attributes_[c], keys_[c]->wrong_rows(), keys_[c]->TakeWrong(),
                             [&](const std::string& column, const auto& spellings) {
                               return LocateSpelling(database_, column, spellings);
                             });
    }
    return {};
  }

  Database& database_;
  const ScanPlan& plan_;
  QuickRows* plain_;
  std::string view_;
  bool counted_;
  const Policy& policy_;
  EncodedColumns coded_;
  std::vector<ColumnEncoding> encodings_;  // of the columns that are read, like all below
  std::vector<const Attribute*> attributes_;
  std::vector<std::unique_ptr<ColumnEncoder>> keys_;  // null unless carried as a key
  std::vector<std::string> cells_;                    // SQL
};

}  // namespace

Result<Scanned> Scan(Database& database, const SourceColumns& columns, const ScanPlan& plan,
                     const Policy& policy, const SpoolPlace& place, Progress& progress) {
  if (columns.plain != nullptr) {
    auto scanned =
        Scanner(database, columns, plan, policy, columns.plain.get()).Run(place, progress);
    if (scanned ? scanned->spool.records() > 0 : !MayReadAgain(scanned.error())) return scanned;
  }
  GAUZE_ASSIGN(Scanned scanned,
               Scanner(database, columns, plan, policy, nullptr).Run(place, progress));
  if (scanned.spool.records() == 0) {
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
  return NumberIn((*rows)[0][0]);
}

}  // namespace gauze
