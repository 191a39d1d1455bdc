#include "gauze/base/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "gauze/base/xxhash64.h"

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

constexpr std::uint64_t kVectorSeed = 0x9E3779B1U;  // of the vectors

// The buffer that xxHash's own self-test hashes (tests/sanity_test.c).
std::string VectorBytes(std::size_t size) {
  std::string bytes;
  std::uint64_t next = kVectorSeed;
  for (std::size_t i = 0; i < size; ++i) {
    bytes.push_back(static_cast<char>(next >> 56U));
    next *= 0x9E3779B185EBCA8DU;
  }
  return bytes;
}

TEST(XxHash64, HasThePublishedVectors) {
  struct Vector {
    std::size_t size;
    std::uint64_t seed;
    std::uint64_t hash;
  };
  for (const auto& [size, seed, hash] :
       std::initializer_list<Vector>{{0, 0, 0xEF46DB3751D8E999U},
                                     {0, kVectorSeed, 0xAC75FDA2929B17EFU},
                                     {1, 0, 0xE934A84ADB052768U},
                                     {1, kVectorSeed, 0x5014607643A9B4C3U},
                                     {4, 0, 0x9136A0DCA57457EEU},
                                     {14, 0, 0x8282DCC4994E35C8U},
                                     {14, kVectorSeed, 0xC3BD6BF63DEB6DF0U},
                                     {222, 0, 0xB641AE8CB691C174U},
                                     {222, kVectorSeed, 0x20CB8AB7AE10C14AU}}) {
    EXPECT_EQ(XxHash64(VectorBytes(size), seed), hash) << size;
  }
  EXPECT_EQ(XxHash64("abc", 0), 0x44BC2CF5AD770999U);
  EXPECT_EQ(XxHash64("Nobody inspects the spammish repetition", 0), 0xFBCEA83C8A378BF1U);
}

// Spark's documentation: SELECT xxhash64('Spark', array(123), 2) is 5602566077635097486. Its
// numbers are of four bytes there.
TEST(XxHash64, IsWhatSparkHas) {
  const auto bytes = [](std::uint32_t number) {
    return std::string(reinterpret_cast<const char*>(&number), sizeof number);
  };
  EXPECT_EQ(XxHash64(bytes(2), XxHash64(bytes(123), XxHash64("Spark", 42))), 5602566077635097486U);
}

TEST(XxHash64, OfANumberIsThatOfItsBytes) {
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{1}, 0x0123456789ABCDEFU}) {
    const std::string bytes(reinterpret_cast<const char*>(&number), sizeof number);
    EXPECT_EQ(XxHash64(number, 42), XxHash64(bytes, 42));
  }
}

}  // namespace
}  // namespace gauze
