#include "gauze/base/text/text_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace gauze {
namespace {

TEST(TextOrder, IsThatOfBytes) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::string begin(random() % 20, 'x');
    std::vector<std::string> texts(random() % 40);
    for (std::string& text : texts) {
      text = begin.substr(0, random() % 8 == 0 ? random() % (begin.size() + 1) : begin.size());
      for (std::size_t more = random() % 40; more > 0; --more) {
        text += "ab\0\xff"[random() % 4];
      }
    }
    std::vector<std::uint32_t> expected(texts.size());
    for (std::uint32_t i = 0; i < texts.size(); ++i) expected[i] = i;
    std::ranges::stable_sort(expected, {}, [&](std::uint32_t i) { return texts[i]; });
    EXPECT_EQ(TextOrder({texts.begin(), texts.end()}), expected) << "round " << round;
  }
}

}  // namespace
}  // namespace gauze
