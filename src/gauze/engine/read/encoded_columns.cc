#include "gauze/engine/read/encoded_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>

namespace gauze {
namespace {

constexpr unsigned kNarrow = 16;
constexpr unsigned kWide = 32;

}  // namespace

EncodedColumns::EncodedColumns(Database& database, const std::string& view,
                               std::vector<Column> columns, std::uint64_t memory_bytes)
    : database_(database), columns_(std::move(columns)), text_(columns_.size()) {
  if (memory_bytes > 0) {
    allowance_ = std::make_unique<ColumnEncoder::Allowance>();
    allowance_->limit = memory_bytes;
  }
  for (const Column& column : columns_) bits_.push_back(column.coded ? kNarrow : 0);
  WidenBySample(view);
  MakeEncoders();
}

// Starting over costs a scan: columns that show many values at once start wide.
void EncodedColumns::WidenBySample(const std::string& view) {
  constexpr std::uint64_t kSampled = 32'768;
  constexpr std::uint64_t kMany = 8'192;
  std::vector<std::string> counts;
  for (const Column& column : columns_) {
    counts.push_back(column.coded ? fmt::format("count(DISTINCT hash({}))", QuoteName(column.name))
                                  : "0");
  }
  if (counts.empty()) return;
  // A query that fails here fails again in the scan, and is explained there.
  const auto rows = database_.Rows(fmt::format("SELECT {} FROM (FROM {} LIMIT {})",
                                               fmt::join(counts, ", "), QuoteName(view), kSampled));
  if (!rows) return;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].coded && std::stoull(*(*rows)[0][c]) > kMany) bits_[c] = kWide;
  }
}

void EncodedColumns::MakeEncoders() {
  packing_ = Packing(bits_);
  if (allowance_) allowance_->encoders.clear();
  encoders_.clear();
  cells_.clear();
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Column& column = columns_[c];
    encoders_.emplace_back();
    cells_.emplace_back();
    if (!column.coded || text_[c]) continue;
    const bool numbered = column.numbered != nullptr;
    // Spellings that count as NULL are known as text only.
    const CellForm form = numbered ? CellForm::kNumbered
                          : column.missing.empty()
                              ? FormOf(column.type, column.attribute, ColumnEncoding::kCoded)
                              : CellForm::kText;
    const std::string name = NewFunctionName();
    encoders_[c] =
        std::make_unique<ColumnEncoder>(form, bits_[c], packing_.field(c).shift, column.missing);
    if (allowance_) {
      allowance_->encoders.push_back(encoders_[c].get());
      encoders_[c]->Share(allowance_.get());
    }
    encoders_[c]->Register(database_, name);
    cells_[c] = fmt::format("{}({})", name,
                            CellExpression(numbered ? column.numbered->column : column.name,
                                           column.type, column.attribute, form));
  }
}

std::vector<std::string> EncodedColumns::Words() const {
  std::vector<std::vector<std::string>> parts(packing_.words());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (encoders_[c]) parts[packing_.field(c).word].push_back(cells_[c]);
  }
  std::vector<std::string> words;
  for (const auto& part : parts) {
    words.push_back(part.empty() ? "0::UBIGINT" : fmt::format("{}", fmt::join(part, " | ")));
  }
  return words;
}

std::vector<std::string> EncodedColumns::Texts() const {
  std::vector<std::string> texts;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (!text_[c]) continue;
    const Column& column = columns_[c];
    const std::string cell =
        CellExpression(column.name, column.type, column.attribute, CellForm::kText);
    std::string missing = cell + " IS NULL";
    for (const std::string& spelling : column.missing) {
      missing += fmt::format(" OR {} = {}", cell, QuoteText(spelling));
    }
    // Never NULL, which equals nothing in a join.
    texts.push_back(fmt::format("CASE WHEN {} THEN '' ELSE '=' || {} END", missing, cell));
  }
  return texts;
}

bool EncodedColumns::Widen() {
  bool widened = false;
  bool crowded = false;
  std::size_t largest = columns_.size();
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (!encoders_[c]) continue;
    crowded = crowded || encoders_[c]->crowded();
    if (largest == columns_.size() || encoders_[c]->bytes() > encoders_[largest]->bytes()) {
      largest = c;
    }
  }
  if (crowded) {
    text_[largest] = true;
    bits_[largest] = 0;
    widened = true;
  }
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (!encoders_[c] || !encoders_[c]->overflowed() || bits_[c] == kWide) continue;
    bits_[c] = kWide;
    widened = true;
  }
  if (widened) MakeEncoders();
  return widened;
}

std::vector<std::string> EncodedColumns::TakeSpellings(std::size_t column) {
  const auto* numbered = columns_[column].numbered;
  return numbered != nullptr ? numbered->take() : encoders_[column]->TakeSpellings();
}

}  // namespace gauze
