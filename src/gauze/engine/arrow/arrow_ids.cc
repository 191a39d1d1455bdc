#include "gauze/engine/arrow/arrow_ids.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "gauze/base/text/utf8.h"
#include "gauze/engine/arrow/arrow_texts.h"

namespace gauze {
namespace {

constexpr std::size_t kShort = 32;
constexpr unsigned kRecentBits = 11;

// All bits of the first `size` bytes, for each size.
constexpr auto kWordMasks = [] {
  std::array<std::array<std::uint64_t, 4>, kShort> masks{};
  for (std::size_t size = 0; size < kShort; ++size) {
    for (std::size_t byte = 0; byte < size; ++byte) {
      masks[size][byte / 8] |= std::uint64_t{0xFF} << (byte % 8 * 8);
    }
  }
  return masks;
}();

std::uint64_t Word(const char* bytes, std::size_t index) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes + index * sizeof word, sizeof word);
  return word;
}

std::array<char, kShort> Copied(std::string_view text) {
  std::array<char, kShort> copied{};
  std::ranges::copy(text, copied.begin());
  return copied;
}

}  // namespace

std::shared_ptr<ArrowIds> ArrowIds::Make(const ArrowSchema& schema) {
  const std::string_view format = ValueSchema(schema).format;
  if (format != "u" && format != "U" && format != "vu") return nullptr;
  return std::shared_ptr<ArrowIds>(new ArrowIds(schema));
}

std::vector<std::string> ArrowIds::TakeSpellings() {
  auto spellings = texts_->TakeSpellings({});
  texts_ = std::make_unique<Interner<std::string_view>>();
  return spellings;
}

ArrowIds::Reader::Reader(ArrowIds& shared)
    : schema_(shared.schema_), front_(*shared.texts_), recent_(std::size_t{1} << kRecentBits) {}

// From 32 bytes, of which `size` are the text's.
inline ArrowIds::Reader::ShortText ArrowIds::Reader::Loaded(const char* bytes, std::size_t size) {
  const auto& mask = kWordMasks[size];
  return {Word(bytes, 0) & mask[0], Word(bytes, 1) & mask[1], Word(bytes, 2) & mask[2],
          (Word(bytes, 3) & mask[3]) | (size + 1) << 56U};
}

std::uint32_t ArrowIds::Reader::LookUp(std::string_view text) {
  const bool fits = text.size() <= UINT32_MAX && FindInvalidUtf8(text) == std::string_view::npos;
  return fits ? front_.Id(text) + 1 : 0;
}

template <typename Texts>
std::uint32_t ArrowIds::Reader::Id(const Texts& texts, std::int64_t at) {
  const std::string_view text = texts(at);
  if (text.size() >= kShort) return LookUp(text);
  const ShortText key = texts.Readable(text, std::ptrdiff_t{kShort})
                            ? Loaded(text.data(), text.size())
                            : Loaded(Copied(text).data(), text.size());
  const std::uint64_t mixed = key.a ^ std::rotl(key.b, 13) ^ std::rotl(key.c, 29) ^ key.d;
  Recent& recent = recent_[((mixed ^ mixed >> 32U) * 0x9E3779B97F4A7C15U) >> (64 - kRecentBits)];
  const ShortText& last = recent.text;
  const std::uint64_t different =
      (key.a ^ last.a) | (key.b ^ last.b) | (key.c ^ last.c) | (key.d ^ last.d);
  if (different == 0) return recent.id;
  const std::uint32_t id = LookUp(text);
  if (id != 0) recent = {key, id};
  return id;
}

template <typename Texts>
const char* ArrowIds::Reader::Number(const Texts& texts, bool repeated, std::uint64_t* ids) {
  for (std::size_t row = 0; row < positions_.at.size(); ++row) {
    const std::int64_t at = positions_.at[row];
    if (at < 0) {
      ids[row] = 0;
      continue;
    }
    if (repeated && known_[at] != 0) {
      ids[row] = known_[at];
      continue;
    }
    const std::uint32_t id = Id(texts, at);
    if (id == 0) return "a text is not UTF-8, or has more than 4 GB";
    if (repeated) known_[at] = id;
    ids[row] = id;
  }
  return nullptr;
}

const char* ArrowIds::Reader::Fill(const ArrowArray& array, std::int64_t begin, std::uint64_t count,
                                   std::uint64_t* ids) {
  if (const char* wrong = FindPositions(schema_, array, begin, count, positions_)) return wrong;
  const ArrowArray& values = *positions_.values;
  // A dictionary is worth remembering unless most of it is never met.
  const bool repeated = &values != &array && values.length <= array.length;
  if (repeated && values_ != &values) {
    values_ = &values;
    known_.assign(static_cast<std::size_t>(values.offset + values.length), 0);
  }
  switch (positions_.schema->format[0]) {
    case 'u':
      return Number(ConsecutiveTexts<std::int32_t>(values), repeated, ids);
    case 'U':
      return Number(ConsecutiveTexts<std::int64_t>(values), repeated, ids);
    default:
      return Number(ViewedTexts(values), repeated, ids);
  }
}

}  // namespace gauze
