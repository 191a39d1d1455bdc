#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gauze/encode/interner.h"
#include "gauze/engine/arrow/arrow_positions.h"

// Private to engine/: the texts of an Arrow column as ids, made while the column is read. A column
// of plain strings has every text again in every row; here most of them cost a load, a multiply and
// a compare, instead of a check, a string of DuckDB and a search in a table.

namespace gauze {

class ArrowIds {
 public:
  // Null: not a column of texts. `schema` must outlive it.
  static std::shared_ptr<ArrowIds> Make(const ArrowSchema& schema);

  // What one thread needs to read.
  class Reader {
   public:
    explicit Reader(ArrowIds& shared);

    // Rows [begin, begin + count) of the array: ids from 1 on, 0 is missing. The array must live as
    // long as this. Returns what is wrong, or nullptr.
    const char* Fill(const ArrowArray& array, std::int64_t begin, std::uint64_t count,
                     std::uint64_t* ids);

   private:
    // Up to 31 bytes; the last one is the length and one more, so that no text is all zeros. Four
    // words, and not an array: these stay in registers.
    struct ShortText {
      std::uint64_t a = 0;
      std::uint64_t b = 0;
      std::uint64_t c = 0;
      std::uint64_t d = 0;
    };
    static ShortText Loaded(const char* bytes, std::size_t size);
    struct Recent {
      ShortText text;
      std::uint32_t id = 0;
    };
    // 0 if it cannot be a text of DuckDB.
    std::uint32_t LookUp(std::string_view text);
    template <typename Texts>
    std::uint32_t Id(const Texts& texts, std::int64_t at);
    template <typename Texts>
    const char* Number(const Texts& texts, bool repeated, std::uint64_t* ids);

    const ArrowSchema& schema_;
    Interner<std::string_view>::Front front_;
    std::vector<Recent> recent_;
    ArrowPositions positions_;
    const ArrowArray* values_ = nullptr;  // that `known_` is about
    std::vector<std::uint32_t> known_;    // ids of a dictionary's entries; 0: not seen yet
  };

  // In the order of their ids, from id 1. When no reader is left; ids then start over.
  std::vector<std::string> TakeSpellings();

 private:
  explicit ArrowIds(const ArrowSchema& schema) : schema_(schema) {}

  const ArrowSchema& schema_;
  std::unique_ptr<Interner<std::string_view>> texts_ =
      std::make_unique<Interner<std::string_view>>();
};

}  // namespace gauze
