#include "gauze/engine/read/record_taker.h"

#include "gauze/encode/encode.h"
#include "gauze/engine/duckdb/duckdb_handles.h"

namespace gauze {

RecordTaker::RecordTaker(RecordTarget& target)
    : target_(target), writer_(target.spool), rows_(target.rows.size()) {
  for (const std::size_t c : target.coded) rows_[c].resize(1);
}

RecordTaker::~RecordTaker() {
  const std::lock_guard lock(target_.mutex);
  for (const std::size_t c : target_.coded) {
    auto& total = target_.rows[c];
    if (total.size() < rows_[c].size()) total.resize(rows_[c].size());
    for (std::size_t id = 0; id < rows_[c].size(); ++id) total[id] += rows_[c][id];
  }
}

void RecordTaker::Take(duckdb_data_chunk chunk) {
  const RecordShape& shape = target_.spool.shape();
  const idx_t size = duckdb_data_chunk_get_size(chunk);
  numbers_.clear();
  for (idx_t v = 0; v < shape.fixed(); ++v) {
    numbers_.push_back(static_cast<const std::uint64_t*>(
        duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, v))));
  }
  for (idx_t i = 0; i < size; ++i) {
    record_.resize(shape.fixed());
    for (std::size_t v = 0; v < numbers_.size(); ++v) record_[v] = numbers_[v][i];
    for (std::size_t t = 0; t < target_.texts.size(); ++t) {
      AppendText(duckdb_data_chunk_get_vector(chunk, shape.fixed() + t), i, *target_.texts[t]);
    }
    writer_.Append(record_.data(), record_.size());
  }
  for (const std::size_t c : target_.coded) CountIds(c, size);
}

void RecordTaker::AppendText(duckdb_vector vector, idx_t i, const Attribute& attribute) {
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
  RecordShape::AppendText(record_, present && !IsMissing(target_.policy, text) ? &text : nullptr);
}

// Ids are met in any order.
void RecordTaker::CountIds(std::size_t column, idx_t size) {
  const Packing::Field& field = target_.packing.field(column);
  const std::uint64_t* words = numbers_[field.word];
  const bool counted = target_.spool.shape().counted;
  const std::uint64_t* counts = counted ? numbers_[target_.packing.words()] : nullptr;
  auto& rows = rows_[column];
  for (idx_t i = 0; i < size; ++i) {
    const Code id = static_cast<Code>(words[i] >> field.shift) & field.mask;
    if (id >= rows.size()) rows.resize(std::max<std::size_t>(id + 1, rows.size() * 2));
    rows[id] += counts == nullptr ? 1 : counts[i];
  }
}

}  // namespace gauze
