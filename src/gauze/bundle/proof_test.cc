#include "gauze/bundle/proof.h"

#include <gtest/gtest.h>

#include "gauze/base/digest.h"

namespace gauze::bundle {
namespace {

std::string Content(std::size_t file) { return "content " + std::to_string(file); }

Head HeadOf(std::size_t count, const SigningKeys& keys) {
  Head head;
  for (std::size_t i = 0; i < count; ++i) {
    ListedFile file{.name = "file-" + std::to_string(100 + i)};
    EXPECT_TRUE(FromHex(Digest(Content(i)), file.digest));
    head.files.push_back(file);
  }
  head.signature = Sign(count, MerkleRoot(Leaves(head.files)), keys);
  return head;
}

TEST(Proof, HoldsForItsFileOnly) {
  const SigningKeys keys = *MakeSigningKeys();
  for (const std::size_t count : {1U, 2U, 5U, 8U, 13U}) {
    const Head head = HeadOf(count, keys);
    for (std::size_t i = 0; i < count; ++i) {
      const auto proof = ReadProof(ProofText(*Prove(head, head.files[i].name)));
      ASSERT_TRUE(proof) << proof.error().Text();
      for (std::size_t j = 0; j < count; ++j) {
        EXPECT_EQ(CheckProof(*proof, Digest(Content(j)), keys.open).has_value(), i == j);
      }
      EXPECT_FALSE(CheckProof(*proof, Digest(Content(i)), MakeSigningKeys()->open));
      Proof renamed = *proof;
      renamed.file.name = "another";
      EXPECT_FALSE(CheckProof(renamed, Digest(Content(i)), keys.open));
    }
  }
}

TEST(Proof, EveryChangedCharacterIsFound) {
  const SigningKeys keys = *MakeSigningKeys();
  const Head head = HeadOf(5, keys);
  const std::string text = ProofText(*Prove(head, "file-102"));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1U);
    const auto proof = ReadProof(changed);
    // Space for space or a digit of the place that leads to another: nothing else may be read.
    EXPECT_FALSE(proof && CheckProof(*proof, Digest(Content(2)), keys.open)) << changed;
  }
}

TEST(Proof, AFileThatIsNotThereHasNone) {
  EXPECT_FALSE(Prove(HeadOf(3, *MakeSigningKeys()), "file-103"));
}

TEST(Proof, OtherTextsAreNone) {
  for (const char* text : {"", "{}", "[]", "{\"proof\": 1}", "{\"proof\": 2}",
                           "{\"proof\": 1, \"file\": \"a\", \"place\": -1}"}) {
    EXPECT_FALSE(ReadProof(text)) << text;
  }
}

}  // namespace
}  // namespace gauze::bundle
