#include "gauze/measure/record_risk/index.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace gauze::risk {
namespace {

struct Spread {
  double entropy = 0;
  double mode_share = 0;
  std::uint32_t mode = 0;
  std::uint32_t second = 0;
};

Spread SpreadOf(const RiskTable& table, std::size_t attribute, double rows) {
  std::vector<double> counts(table.domain_sizes[attribute] + std::size_t{1});
  table.columns[attribute].Visit([&](const auto& codes) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
      counts[codes[i]] += static_cast<double>(table.counts[i]);
    }
  });
  Spread spread;
  counts.pop_back();  // suppressed cells are no value
  for (std::size_t code = 0; code < counts.size(); ++code) {
    const double share = counts[code] / rows;
    if (share > 0) spread.entropy -= share * std::log(share);
    if (share > spread.mode_share) {
      spread.mode_share = share;
      spread.mode = static_cast<std::uint32_t>(code);
    }
  }
  double second = -1;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (code == spread.mode || counts[code] <= second) continue;
    second = counts[code];
    spread.second = static_cast<std::uint32_t>(code);
  }
  return spread;
}

}  // namespace

Index::Index(const RiskTable& table, const RiskSettings& settings, const Tuning& tuning)
    : wildcard_(settings.matching == Matching::kWildcard) {
  const std::size_t m = table.columns.size();
  all_ = (Mask{1} << m) - 1;
  for (const std::uint64_t count : table.counts) rows_ += static_cast<double>(count);
  Order(table, settings, tuning);
  FillMasses();
  FillTuples(table, settings);
  FillSuffixClasses();
}

void Index::Order(const RiskTable& table, const RiskSettings& settings, const Tuning& tuning) {
  const std::size_t m = table.columns.size();
  std::vector<Spread> spreads;
  for (std::size_t j = 0; j < m; ++j) spreads.push_back(SpreadOf(table, j, rows_));
  const auto rank = [&](std::size_t j) {
    if (settings.known[j] == 0) return 0;
    return spreads[j].mode_share >= tuning.flag_share ? 2 : 1;
  };
  order_.resize(m);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (spreads[a].entropy != spreads[b].entropy) return spreads[a].entropy > spreads[b].entropy;
    return a < b;
  });
  for (const std::size_t j : order_) {
    first_ += rank(j) == 0 ? 1 : 0;
    flags_ += rank(j) < 2 ? 1 : 0;
    const double known = settings.known[j];
    odds_.push_back(settings.reading == Reading::kPaper ? known : known / (1 - known));
    modes_.push_back(spreads[j].mode);
    seconds_.push_back(spreads[j].second);
    code_counts_.push_back(table.domain_sizes[j]);
  }
}

void Index::FillMasses() {
  const std::size_t blocks = attributes() / kBlockBits + 1;
  masses_.assign(blocks << kBlockBits, 1.0);
  for (std::size_t position = 0; position < attributes(); ++position) {
    double* const block = masses_.data() + (position / kBlockBits << kBlockBits);
    const std::size_t bit = std::size_t{1} << position % kBlockBits;
    for (std::size_t i = bit; i < 2 * bit; ++i) block[i] = block[i - bit] * (1 + odds_[position]);
  }
}

void Index::FillTuples(const RiskTable& table, const RiskSettings& settings) {
  const std::size_t m = attributes();
  const std::size_t n = table.tuples();
  counts_.assign(table.counts.begin(), table.counts.end());
  suppressed_.assign(n, 0);
  off_mode_.assign(n, 0);
  seldom_.assign(n, 0);
  scales_.assign(n, settings.alpha);
  codes_.resize(n * m);
  for (std::size_t position = 0; position < m; ++position) {
    const std::size_t attribute = order_[position];
    const Mask bit = Mask{1} << position;
    const double unknown =
        settings.reading == Reading::kPaper ? 1.0 : 1 - settings.known[attribute];
    table.columns[attribute].Visit([&](const auto& codes) {
      for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t code = codes[i];
        codes_[i * m + position] = code;
        const bool is_suppressed = code == code_counts_[position];
        if (is_suppressed) suppressed_[i] |= bit;
        any_suppressed_ = any_suppressed_ || is_suppressed;
        if (!is_suppressed) scales_[i] *= unknown;
        if (position >= flags_ && code != modes_[position] && !(is_suppressed && wildcard_)) {
          off_mode_[i] |= bit;
          if (code != seconds_[position]) seldom_[i] |= bit;
        }
      }
    });
  }
  weight_starts_.assign(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t position = 0; position < m; ++position) {
      if ((suppressed_[i] >> position & 1) != 0) continue;
      const double weight = settings.weights[order_[position]][codes_[i * m + position]];
      if (weight == 0) continue;
      weights_.push_back(
          {static_cast<std::uint32_t>(position), weight, weight / (1 + odds_[position])});
    }
    weight_starts_[i + 1] = weights_.size();
  }
}

void Index::FillSuffixClasses() {
  const std::size_t n = tuples();
  const std::size_t levels = flags_ - first_ + 1;
  suffix_classes_.resize(levels);
  suffix_class_counts_.resize(levels);
  std::vector<std::uint32_t> classes(n, 0);
  std::size_t count = std::min<std::size_t>(n, 1);
  if (flags_ == attributes()) {
    suffix_classes_[flags_ - first_] = classes;
    suffix_class_counts_[flags_ - first_] = count;
  }
  // An open hash table of pairs of class and code; classes are numbered as they come.
  const std::size_t size = std::bit_ceil(2 * n + 1);
  std::vector<std::uint64_t> keys(size);
  std::vector<std::uint32_t> numbers(size);
  constexpr std::uint32_t kFree = 0xFFFFFFFF;
  for (std::size_t position = attributes(); position-- > first_;) {
    std::fill(numbers.begin(), numbers.end(), kFree);
    count = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint64_t key = std::uint64_t{classes[i]} << 32 | code(i, position);
      std::uint64_t slot = (key * 0x9E3779B97F4A7C15U >> 20) & (size - 1);
      while (numbers[slot] != kFree && keys[slot] != key) slot = (slot + 1) & (size - 1);
      if (numbers[slot] == kFree) {
        keys[slot] = key;
        numbers[slot] = static_cast<std::uint32_t>(count++);
      }
      classes[i] = numbers[slot];
    }
    if (position > flags_) continue;
    suffix_classes_[position - first_] = classes;
    suffix_class_counts_[position - first_] = count;
  }
}

Mask Index::Matches(std::uint32_t tuple, std::uint32_t other, std::size_t from) const {
  const std::size_t m = attributes();
  const std::uint32_t* a = codes_.data() + tuple * m;
  const std::uint32_t* b = codes_.data() + other * m;
  Mask matches = 0;
  for (std::size_t j = from; j < flags_; ++j) {
    matches |= static_cast<Mask>(a[j] == b[j]) << j;
  }
  // Flags: both have the mode, or both don't and then their codes say.
  Mask flags = ~(off_mode_[tuple] ^ off_mode_[other]) & Suffix(std::max(from, flags_));
  const Mask seldom = seldom_[tuple] | seldom_[other];
  for (Mask both = flags & off_mode_[tuple] & seldom; both != 0; both &= both - 1) {
    const auto j = static_cast<std::size_t>(std::countr_zero(both));
    if (a[j] != b[j]) flags &= ~(Mask{1} << j);
  }
  matches |= flags;
  return wildcard_ ? matches | suppressed_[other] : matches;
}

Mask Index::ToTable(Mask positions) const {
  Mask table = 0;
  for (; positions != 0; positions &= positions - 1) {
    table |= Mask{1} << order_[static_cast<std::size_t>(std::countr_zero(positions))];
  }
  return table;
}

}  // namespace gauze::risk
