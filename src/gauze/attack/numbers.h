#pragma once

#include <map>
#include <optional>
#include <vector>

namespace gauze {

// Gives equal things the same number, in the order in which they come.
template <typename Key>
class Numbers {
 public:
  std::size_t operator()(const Key& key) {
    const auto [place, fresh] = number_of_.emplace(key, keys_.size());
    if (fresh) keys_.push_back(key);
    return place->second;
  }
  // Nothing if it has not come yet.
  std::optional<std::size_t> Find(const Key& key) const {
    const auto found = number_of_.find(key);
    return found == number_of_.end() ? std::nullopt : std::optional(found->second);
  }
  const std::vector<Key>& keys() const { return keys_; }

 private:
  std::map<Key, std::size_t> number_of_;
  std::vector<Key> keys_;
};

}  // namespace gauze
