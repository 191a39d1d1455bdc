#include "gauze/release/released_block.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "gauze/base/error.h"

namespace gauze {
namespace {

enum class Form : std::uint8_t { kKnown, kListed, kKeys, kTexts };

class BlockWriter {
 public:
  template <typename T>
  void Put(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void PutText(std::string_view text) {
    Put(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  template <typename T>
  void PutNumbers(std::span<const T> numbers) {
    const T largest = numbers.empty() ? 0 : *std::ranges::max_element(numbers);
    const auto fits = [&](auto limit) {
      return largest <= std::numeric_limits<decltype(limit)>::max();
    };
    if (fits(std::uint8_t{})) return PutAs<std::uint8_t>(numbers);
    if (fits(std::uint16_t{})) return PutAs<std::uint16_t>(numbers);
    if (fits(std::uint32_t{})) return PutAs<std::uint32_t>(numbers);
    PutAs<std::uint64_t>(numbers);
  }
  std::string Take() { return std::move(bytes_); }

 private:
  template <typename Narrow, typename T>
  void PutAs(std::span<const T> numbers) {
    Put(static_cast<std::uint8_t>(sizeof(Narrow)));
    const std::size_t at = bytes_.size();
    bytes_.resize(at + numbers.size() * sizeof(Narrow));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto narrow = static_cast<Narrow>(numbers[i]);
      std::memcpy(&bytes_[at + i * sizeof narrow], &narrow, sizeof narrow);
    }
  }

  std::string bytes_;
};

class BlockReader {
 public:
  explicit BlockReader(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  T Get() {
    T value{};
    std::memcpy(&value, Next(sizeof value), sizeof value);
    return value;
  }
  std::string_view GetText() {
    const auto size = Get<std::uint32_t>();
    return {Next(size), size};
  }
  template <typename T>
  std::vector<T> GetNumbers(std::size_t count) {
    switch (Get<std::uint8_t>()) {
      case sizeof(std::uint8_t):
        return GetAs<std::uint8_t, T>(count);
      case sizeof(std::uint16_t):
        return GetAs<std::uint16_t, T>(count);
      case sizeof(std::uint32_t):
        return GetAs<std::uint32_t, T>(count);
      default:
        return GetAs<std::uint64_t, T>(count);
    }
  }

 private:
  const char* Next(std::size_t size) {
    Check(size <= bytes_.size() - at_, "a block is as long as it was written");
    at_ += size;
    return bytes_.data() + (at_ - size);
  }
  template <typename Narrow, typename T>
  std::vector<T> GetAs(std::size_t count) {
    const char* numbers = Next(count * sizeof(Narrow));
    std::vector<T> result(count);
    for (std::size_t i = 0; i < count; ++i) {
      Narrow narrow{};
      std::memcpy(&narrow, numbers + i * sizeof narrow, sizeof narrow);
      result[i] = static_cast<T>(narrow);
    }
    return result;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

template <typename T>
std::span<const T> Part(const std::vector<T>& all, std::size_t begin, std::size_t end) {
  return std::span(all).subspan(begin, end - begin);
}

// What these groups show of a dictionary, numbered from 0; a missing cell comes after the last.
void PutListed(const ReleasedColumn& column, std::size_t begin, std::size_t end, BlockWriter& out) {
  std::vector<std::uint32_t> shown(column.codes.begin() + static_cast<std::ptrdiff_t>(begin),
                                   column.codes.begin() + static_cast<std::ptrdiff_t>(end));
  std::ranges::sort(shown);
  shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
  if (!shown.empty() && shown.back() >= column.values->size()) shown.pop_back();
  out.Put(static_cast<std::uint32_t>(shown.size()));
  for (const std::uint32_t code : shown) {
    const Value& value = (*column.values)[code];
    out.PutText(value.text);
    out.Put(value.whole);
    out.Put(value.real);
  }
  std::vector<std::uint32_t> codes;
  codes.reserve(end - begin);
  for (const std::uint32_t code : Part(column.codes, begin, end)) {
    const auto place = std::ranges::lower_bound(shown, code);
    codes.push_back(static_cast<std::uint32_t>(place - shown.begin()));
  }
  out.PutNumbers(std::span<const std::uint32_t>(codes));
}

void PutColumn(const ReleasedColumn& column, std::size_t begin, std::size_t end,
               const KnownValues& known, BlockWriter& out) {
  out.PutText(column.name);
  out.Put(column.type);
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
  const auto found = known.find(column.name);
  if (found != known.end() && found->second == column.values) {
    out.Put(Form::kKnown);
    return out.PutNumbers(Part(column.codes, begin, end));
  }
  out.Put(Form::kListed);
  PutListed(column, begin, end, out);
}

ReleasedColumn GetColumn(std::size_t groups, const KnownValues& known, BlockReader& in) {
  ReleasedColumn column{.name = std::string(in.GetText())};
  column.type = in.Get<ValueType>();
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
    case Form::kKnown:
      column.values = known.at(column.name);
      column.codes = in.GetNumbers<std::uint32_t>(groups);
      break;
    case Form::kListed: {
      std::vector<Value> values(in.Get<std::uint32_t>());
      for (Value& value : values) {
        value.text = in.GetText();
        value.whole = in.Get<std::int64_t>();
        value.real = in.Get<double>();
      }
      column.values = std::make_shared<std::vector<Value>>(std::move(values));
      column.codes = in.GetNumbers<std::uint32_t>(groups);
      break;
    }
  }
  return column;
}

}  // namespace

std::string EncodeBlock(const ReleasedTable& table, std::size_t begin, std::size_t end,
                        const KnownValues& known) {
  BlockWriter out;
  out.Put(static_cast<std::uint32_t>(end - begin));
  out.PutNumbers(Part(table.counts, begin, end));
  out.Put(static_cast<std::uint32_t>(table.columns.size()));
  for (const ReleasedColumn& column : table.columns) PutColumn(column, begin, end, known, out);
  out.Put(!table.persons.empty());
  if (!table.persons.empty()) out.PutNumbers(Part(table.persons, begin, end));
  out.Put(static_cast<std::uint32_t>(table.own.size()));
  for (const auto& own : table.own) out.PutNumbers(Part(own, begin, end));
  return out.Take();
}

ReleasedTable DecodeBlock(std::string_view bytes, const KnownValues& known) {
  BlockReader in(bytes);
  ReleasedTable table;
  const auto groups = in.Get<std::uint32_t>();
  table.counts = in.GetNumbers<std::uint64_t>(groups);
  for (const std::uint64_t rows : table.counts) table.rows += rows;
  table.columns.resize(in.Get<std::uint32_t>());
  for (ReleasedColumn& column : table.columns) column = GetColumn(groups, known, in);
  if (in.Get<bool>()) table.persons = in.GetNumbers<std::uint32_t>(groups);
  table.own.resize(in.Get<std::uint32_t>());
  for (auto& own : table.own) own = in.GetNumbers<std::uint32_t>(groups);
  return table;
}

}  // namespace gauze
