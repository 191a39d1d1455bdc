#include "gauze/base/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace gauze {
namespace {

// Of texts that differ in a digit, in leading zeros and in length: codes and numbers of a table.
TEST(HashText, TellsShortTextsApart) {
  std::set<std::string> texts;
  for (int i = 0; i < 10'000; ++i) {
    const std::string digits = std::to_string(i);
    for (const char* begin : {"", "0", "00", "V", "code ", "[1000000000, "}) {
      texts.insert(begin + digits);
      texts.insert(begin + digits + ".0");
    }
  }
  for (std::size_t size = 0; size < 100; ++size) texts.insert(std::string(size, 'x'));
  std::set<std::uint64_t> hashes;
  for (const std::string& text : texts) hashes.insert(HashText(text));
  EXPECT_EQ(hashes.size(), texts.size());
}

}  // namespace
}  // namespace gauze
