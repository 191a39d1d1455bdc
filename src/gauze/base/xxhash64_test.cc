#include "gauze/base/xxhash64.h"

#include <gtest/gtest.h>

#include <string>

namespace gauze {
namespace {

constexpr std::uint64_t kSeed = 0x9E3779B1U;  // of the vectors

// The buffer that xxHash's own self-test hashes (tests/sanity_test.c).
std::string Bytes(std::size_t size) {
  std::string bytes;
  std::uint64_t next = kSeed;
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
                                     {0, kSeed, 0xAC75FDA2929B17EFU},
                                     {1, 0, 0xE934A84ADB052768U},
                                     {1, kSeed, 0x5014607643A9B4C3U},
                                     {4, 0, 0x9136A0DCA57457EEU},
                                     {14, 0, 0x8282DCC4994E35C8U},
                                     {14, kSeed, 0xC3BD6BF63DEB6DF0U},
                                     {222, 0, 0xB641AE8CB691C174U},
                                     {222, kSeed, 0x20CB8AB7AE10C14AU}}) {
    EXPECT_EQ(XxHash64(Bytes(size), seed), hash) << size;
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
