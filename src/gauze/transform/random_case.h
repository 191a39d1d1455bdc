#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "gauze/encode/encode.h"
#include "gauze/model/class_model.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/transform/label.h"

// For tests: random tables of at most eight rows under random policies, and oracles for the models
// that look at every row, written from the definitions and not from the code. In every other table
// rows belong to few persons, who have one value of each sensitive column or several.

namespace gauze {

// One promise in a form that the oracle can read.
struct Promise {
  enum class Kind : std::uint8_t {
    kPersons,
    kDistinct,
    kFrequency,
    kEntropy,
    kRecursive,
    kEqualCloseness,
    kOrderedCloseness,
    kProximity,
  };
  Kind kind = Kind::kPersons;
  std::size_t attribute = 0;  // index into the table
  int level = 1;              // k, l, m, or t in tenths
};

struct RandomCase {
  Policy policy;
  CodedTable coded;
  std::vector<Promise> promises;        // as policy.protect
  std::vector<std::uint32_t> tuple_of;  // one entry per row

  // Whose row it is; a row is a person of its own where nothing tells people apart.
  std::uint32_t PersonOf(std::uint32_t row) const;
  // Is the promise about one value per person, and somebody has several in the whole table?
  bool Refused(const Promise& promise) const;
  // Does a class of these rows keep the promise, given the rows that are released? A promise that
  // is refused is kept by none.
  bool Keeps(const Promise& promise, const std::vector<std::uint32_t>& rows,
             const std::vector<std::uint32_t>& released) const;
  bool KeepsAll(const std::vector<std::uint32_t>& rows,
                const std::vector<std::uint32_t>& released) const;
  std::vector<std::uint32_t> AllRows() const;
};

RandomCase MakeRandomCase(std::mt19937_64& random);

// Does a printed label stand for this value? From the text alone, as a reader has it.
bool Covers(const CodedTable& coded, std::size_t attribute, const Label& label, Code code);

// A table of that many tuples at most, with domains of every size: a few values, a hundred,
// thousands, and missing ones. Many tuples differ little.
CodedTable MakeMixedTable(std::mt19937_64& random, int tuples);

}  // namespace gauze
