#include "gauze/server/held_release.h"

#include "gauze/base/digest.h"

namespace gauze::server {
namespace {

// Then they are found out again: about 10 MB.
constexpr std::size_t kMostRefusals = 1U << 16U;

}  // namespace

std::string_view Refusals::Find(const std::string& question) const {
  const auto found = rules_.find(Digest(question));
  return found == rules_.end() ? std::string_view() : found->second;
}

void Refusals::Remember(const std::string& question, const std::string& rule) {
  if (rules_.size() >= kMostRefusals) rules_.clear();
  rules_.emplace(Digest(question), rule);
}

}  // namespace gauze::server
