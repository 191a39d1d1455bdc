#include "gauze/engine/arrow/arrow_ids.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <optional>
#include <utility>

namespace gauze {
namespace {

using Cells = std::vector<std::optional<std::string>>;

// A column of strings, in buffers that end with their last byte, so that the sanitizer sees whoever
// reads on.
template <typename Offset>
class Strings {
 public:
  explicit Strings(const Cells& cells) : bits_(cells.size() / 8 + 1), offsets_{0} {
    std::string bytes;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i]) bits_[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
      bytes += cells[i].value_or("");
      offsets_.push_back(static_cast<Offset>(bytes.size()));
    }
    bytes_.assign(bytes.begin(), bytes.end());
    buffers_ = {bits_.data(), offsets_.data(), bytes_.data()};
    array = {.length = static_cast<std::int64_t>(cells.size()),
             .null_count = -1,
             .n_buffers = 3,
             .buffers = buffers_.data()};
  }
  Strings(const Strings&) = delete;
  Strings& operator=(const Strings&) = delete;

  ArrowSchema schema{.format = sizeof(Offset) == 4 ? "u" : "U"};
  ArrowArray array{};

 private:
  std::vector<std::uint8_t> bits_;
  std::vector<Offset> offsets_;
  std::vector<char> bytes_;
  std::array<const void*, 3> buffers_{};
};

std::vector<std::uint64_t> Read(ArrowIds& ids, const ArrowArray& array) {
  ArrowIds::Reader reader(ids);
  std::vector<std::uint64_t> read(static_cast<std::size_t>(array.length));
  // Two pieces, like chunks.
  const std::size_t half = read.size() / 2;
  EXPECT_EQ(reader.Fill(array, 0, half, read.data()), nullptr);
  EXPECT_EQ(
      reader.Fill(array, static_cast<std::int64_t>(half), read.size() - half, read.data() + half),
      nullptr);
  return read;
}

void ExpectSpelled(const std::vector<std::uint64_t>& read, const std::vector<std::string>& texts,
                   const Cells& cells) {
  ASSERT_EQ(read.size(), cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ASSERT_EQ(read[i] == 0, !cells[i].has_value()) << i;
    if (read[i] == 0) continue;
    ASSERT_LE(read[i], texts.size());
    EXPECT_EQ(texts[read[i] - 1], *cells[i]) << i;
  }
}

// Few letters and every length around 32, so that texts repeat, and differ in their last byte, in
// their length, or by a zero byte only.
rc::Gen<Cells> AnyCells() {
  return rc::gen::container<Cells>(
      rc::gen::map(rc::gen::pair(rc::gen::inRange(-1, 36), rc::gen::element('a', 'b', '\0')),
                   [](const std::pair<int, char>& of) -> std::optional<std::string> {
                     if (of.first < 0) return std::nullopt;
                     std::string text(static_cast<std::size_t>(of.first), 'a');
                     if (!text.empty()) text.back() = of.second;
                     return text;
                   }));
}

template <typename Offset>
void CheckTexts() {
  EXPECT_TRUE(rc::check("ids stand for the texts, each text has one", [] {
    const Cells cells = *rc::gen::resize(400, AnyCells());
    const Strings<Offset> strings(cells);
    const auto ids = ArrowIds::Make(strings.schema);
    // The second reader finds what the first one has numbered.
    const auto read = Read(*ids, strings.array);
    RC_ASSERT(Read(*ids, strings.array) == read);
    const auto texts = ids->TakeSpellings();
    ExpectSpelled(read, texts, cells);
    const std::map<std::string, int> once = [&] {
      std::map<std::string, int> seen;
      for (const std::string& text : texts) ++seen[text];
      return seen;
    }();
    RC_ASSERT(once.size() == texts.size());
    // Ids start over.
    const auto again = Read(*ids, strings.array);
    ExpectSpelled(again, ids->TakeSpellings(), cells);
  }));
}

TEST(ArrowIds, Strings) { CheckTexts<std::int32_t>(); }
TEST(ArrowIds, LargeStrings) { CheckTexts<std::int64_t>(); }

TEST(ArrowIds, DictionariesOfAnyKind) {
  const Cells entries = {"never met", "x", std::nullopt, "x",
                         "a text of more than thirty-two bytes"};
  Strings<std::int32_t> dictionary(entries);
  dictionary.array.offset = 1;
  dictionary.array.length = 4;
  const std::vector<std::int8_t> indices = {3, 0, 1, 2, 3, 3, 0};
  std::array<const void*, 2> buffers{nullptr, indices.data()};
  const ArrowSchema schema{.format = "c", .dictionary = &dictionary.schema};
  const auto ids = ArrowIds::Make(schema);
  Cells cells;
  for (const std::int8_t index : indices)
    cells.push_back(entries[static_cast<std::size_t>(index) + 1]);
  // With fewer rows than entries it is not worth remembering them.
  for (const std::int64_t rows : {7, 3}) {
    ArrowArray array{
        .length = rows, .n_buffers = 2, .buffers = buffers.data(), .dictionary = &dictionary.array};
    const auto read = Read(*ids, array);
    cells.resize(static_cast<std::size_t>(rows));
    ExpectSpelled(read, ids->TakeSpellings(), cells);
  }
}

TEST(ArrowIds, OnlyTexts) {
  EXPECT_EQ(ArrowIds::Make({.format = "l"}), nullptr);
  EXPECT_EQ(ArrowIds::Make({.format = "z"}), nullptr);
}

TEST(ArrowIds, WhatIsNoUtf8IsRefusedEveryTime) {
  for (const std::string text : {"\xff", "this is a long text, and not \xc3\x28 of UTF-8 either"}) {
    const Strings<std::int32_t> strings({"good", text});
    const auto ids = ArrowIds::Make(strings.schema);
    for (int time = 0; time < 2; ++time) {
      ArrowIds::Reader reader(*ids);
      std::array<std::uint64_t, 2> read{};
      EXPECT_NE(reader.Fill(strings.array, 0, 2, read.data()), nullptr);
    }
    EXPECT_EQ(ids->TakeSpellings(), std::vector<std::string>{"good"});
  }
}

}  // namespace
}  // namespace gauze
