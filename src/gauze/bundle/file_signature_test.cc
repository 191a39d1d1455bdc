#include "gauze/bundle/file_signature.h"

#include <gtest/gtest.h>

#include "gauze/base/file.h"
#include "gauze/base/testing/temp_folder.h"

namespace gauze::bundle {
namespace {

class FileSignatureTest : public testing::Test {
 protected:
  FileSignatureTest() : file_(folder_.Write("SUMS", "abc  file\n")), keys_(*MakeSigningKeys()) {}

  TempFolder folder_;
  std::string file_;
  SigningKeys keys_;
};

TEST_F(FileSignatureTest, HoldsForTheFileAndTheKey) {
  const auto text = SignFile(file_, "file:SUMS", keys_);
  ASSERT_TRUE(text);
  const auto comment = CheckFileSignature(file_, *text, keys_.open);
  ASSERT_TRUE(comment) << comment.error().Text();
  EXPECT_EQ(*comment, "file:SUMS");
  const auto other = MakeSigningKeys();
  EXPECT_EQ(CheckFileSignature(file_, *text, other->open).error().code, ErrorCode::kPromise);
  EXPECT_EQ(MinisignKey(keys_.open).size(), 56U);
  EXPECT_TRUE(MinisignKey(keys_.open).starts_with("RW"));
}

TEST_F(FileSignatureTest, EveryChangedByteIsFound) {
  const std::string text = *SignFile(file_, "file:SUMS", keys_);
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char flip : {1, 4, 32}) {
      std::string changed = text;
      changed[i] = static_cast<char>(changed[i] ^ flip);
      EXPECT_FALSE(CheckFileSignature(file_, changed, keys_.open)) << i;
    }
    EXPECT_FALSE(CheckFileSignature(file_, text.substr(0, i), keys_.open)) << i;
  }
  EXPECT_FALSE(CheckFileSignature(file_, text + "x", keys_.open));
  for (const char* content : {"", "abc  file", "abd  file\n"}) {
    EXPECT_EQ(CheckFileSignature(folder_.Write("other", content), text, keys_.open).error().code,
              ErrorCode::kPromise);
  }
  EXPECT_EQ(CheckFileSignature(folder_ / "none", text, keys_.open).error().code, ErrorCode::kInput);
}

}  // namespace
}  // namespace gauze::bundle
