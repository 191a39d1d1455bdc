#include "gauze/release/rows/released_block.h"

#include <cstdint>
#include <span>

#include "gauze/release/rows/block_bytes.h"

namespace gauze {
namespace {

enum class Form : std::uint8_t { kNumbers, kKeys, kTexts };

template <typename T>
std::span<const T> Part(const std::vector<T>& all, std::size_t begin, std::size_t end) {
  return std::span(all).subspan(begin, end - begin);
}

void PutColumn(const ReleasedColumn& column, std::size_t begin, std::size_t end,
               const PrintedValues::Numbers* numbers, BlockWriter& out) {
  if (!column.keys.empty()) {
    out.Put(Form::kKeys);
    return out.PutNumbers(Part(column.keys, begin, end));
  }
  if (!column.texts.empty()) {
    out.Put(Form::kTexts);
    for (const auto& text : Part(column.texts, begin, end)) {
      out.Put(text.has_value());
      out.PutText(text.value_or(""));
    }
    return;
  }
  out.Put(Form::kNumbers);
  std::vector<std::uint32_t> shown;
  shown.reserve(end - begin);
  for (const std::uint32_t code : Part(column.codes, begin, end)) shown.push_back((*numbers)[code]);
  out.PutNumbers(std::span<const std::uint32_t>(shown));
}

void GetColumn(std::size_t groups, const PrintedValues::Numbers& codes, BlockReader& in,
               ReleasedColumn& column) {
  switch (in.Get<Form>()) {
    case Form::kKeys:
      column.keys = in.GetNumbers<std::uint64_t>(groups);
      break;
    case Form::kTexts:
      for (std::size_t i = 0; i < groups; ++i) {
        const bool there = in.Get<bool>();
        const std::string_view text = in.GetText();
        column.texts.push_back(there ? std::optional(std::string(text)) : std::nullopt);
      }
      break;
    case Form::kNumbers:
      column.codes.resize(groups);
      in.VisitNumbers<std::uint32_t>(
          groups, [&](std::size_t i, std::uint32_t number) { column.codes[i] = codes[number]; });
      break;
  }
}

}  // namespace

std::string EncodeBlock(const ReleasedTable& table, std::size_t begin, std::size_t end,
                        const std::vector<std::shared_ptr<const PrintedValues::Numbers>>& numbers) {
  BlockWriter out;
  out.Put(static_cast<std::uint32_t>(end - begin));
  out.PutNumbers(Part(table.counts, begin, end));
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    PutColumn(table.columns[c], begin, end, numbers[c].get(), out);
  }
  out.Put(!table.persons.empty());
  if (!table.persons.empty()) out.PutNumbers(Part(table.persons, begin, end));
  out.Put(static_cast<std::uint32_t>(table.own.size()));
  for (const auto& own : table.own) out.PutNumbers(Part(own, begin, end));
  return out.Take();
}

ReleasedTable DecodeBlock(std::string_view bytes, const PrintedValues::Sorted& values) {
  BlockReader in(bytes);
  ReleasedTable table;
  const auto groups = in.Get<std::uint32_t>();
  table.counts = in.GetNumbers<std::uint64_t>(groups);
  for (const std::uint64_t rows : table.counts) table.rows += rows;
  table.columns.resize(values.columns());
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    GetColumn(groups, values.codes(c), in, table.columns[c]);
  }
  if (in.Get<bool>()) table.persons = in.GetNumbers<std::uint32_t>(groups);
  table.own.resize(in.Get<std::uint32_t>());
  for (auto& own : table.own) own = in.GetNumbers<std::uint32_t>(groups);
  return table;
}

}  // namespace gauze
