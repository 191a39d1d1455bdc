#include "gauze/base/natural.h"

#include <algorithm>
#include <bit>

namespace gauze {
namespace {

__extension__ using Double = unsigned __int128;

void Trim(std::vector<std::uint64_t>& words) {
  while (!words.empty() && words.back() == 0) words.pop_back();
}

}  // namespace

Natural::Natural(std::uint64_t value) {
  if (value != 0) words_.push_back(value);
}

Natural& Natural::operator+=(const Natural& other) {
  if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
  Double carry = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    carry += words_[i];
    if (i < other.words_.size()) carry += other.words_[i];
    words_[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64U;
  }
  if (carry != 0) words_.push_back(static_cast<std::uint64_t>(carry));
  return *this;
}

Natural& Natural::operator-=(const Natural& other) {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const Double take = static_cast<Double>(i < other.words_.size() ? other.words_[i] : 0) + borrow;
    borrow = take > words_[i] ? 1 : 0;
    words_[i] -= static_cast<std::uint64_t>(take);
  }
  Trim(words_);
  return *this;
}

Natural operator*(const Natural& a, const Natural& b) {
  Natural product;
  product.words_.resize(a.words_.size() + b.words_.size());
  for (std::size_t i = 0; i < a.words_.size(); ++i) {
    Double carry = 0;
    for (std::size_t j = 0; j < b.words_.size(); ++j) {
      carry += static_cast<Double>(a.words_[i]) * b.words_[j] + product.words_[i + j];
      product.words_[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= 64U;
    }
    product.words_[i + b.words_.size()] = static_cast<std::uint64_t>(carry);
  }
  Trim(product.words_);
  return product;
}

Natural& Natural::operator/=(std::uint64_t divisor) {
  Double rest = 0;
  for (std::size_t i = words_.size(); i-- > 0;) {
    rest = rest << 64U | words_[i];
    words_[i] = static_cast<std::uint64_t>(rest / divisor);
    rest %= divisor;
  }
  Trim(words_);
  return *this;
}

std::uint64_t Natural::operator%(std::uint64_t divisor) const {
  Double rest = 0;
  for (std::size_t i = words_.size(); i-- > 0;) rest = (rest << 64U | words_[i]) % divisor;
  return static_cast<std::uint64_t>(rest);
}

std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
  if (a.words_.size() != b.words_.size()) return a.words_.size() <=> b.words_.size();
  return std::lexicographical_compare_three_way(a.words_.rbegin(), a.words_.rend(),
                                                b.words_.rbegin(), b.words_.rend());
}

int Natural::bits() const {
  if (words_.empty()) return 0;
  return static_cast<int>(words_.size() * 64) - std::countl_zero(words_.back());
}

}  // namespace gauze
