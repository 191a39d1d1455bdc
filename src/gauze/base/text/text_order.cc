#include "gauze/base/text/text_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <tuple>

#include "gauze/base/parallel.h"

namespace gauze {
namespace {

// The first bytes of a text as a number that orders like them; what is not there counts as 0.
std::uint64_t HeadOf(std::string_view text) {
  std::uint64_t head = 0;
  std::memcpy(&head, text.data(), std::min(text.size(), sizeof head));
  static_assert(std::endian::native == std::endian::little);
  return __builtin_bswap64(head);
}

std::size_t CommonBeginning(const std::vector<std::string_view>& texts) {
  if (texts.empty()) return 0;
  std::string_view begin = texts.front();
  for (const std::string_view text : texts) {
    const auto [mine, other] = std::ranges::mismatch(begin, text);
    begin = begin.substr(0, static_cast<std::size_t>(mine - begin.begin()));
  }
  return begin.size();
}

struct Entry {
  std::array<std::uint64_t, 3> head;  // as long as a range of dates
  std::uint32_t index;
};

}  // namespace

std::vector<std::uint32_t> TextOrder(const std::vector<std::string_view>& texts) {
  const std::size_t skipped = CommonBeginning(texts);
  std::vector<Entry> entries;
  entries.reserve(texts.size());
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    const std::string_view text = texts[i].substr(skipped);
    Entry& entry = entries.emplace_back(Entry{.head = {}, .index = i});
    for (std::size_t word = 0; word < entry.head.size() && word * 8 < text.size(); ++word) {
      entry.head[word] = HeadOf(text.substr(word * 8));
    }
  }
  ParallelSort(entries, [&](const Entry& a, const Entry& b) {
    if (a.head != b.head) return a.head < b.head;
    return std::tie(texts[a.index], a.index) < std::tie(texts[b.index], b.index);
  });
  std::vector<std::uint32_t> order;
  order.reserve(entries.size());
  for (const Entry& entry : entries) order.push_back(entry.index);
  return order;
}

}  // namespace gauze
