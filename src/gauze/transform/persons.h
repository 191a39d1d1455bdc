#pragma once

#include <cstdint>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/model/class_model.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"

// Persons who have several rows: what is needed to count each of them once.

namespace gauze {

// The rows of the person who has most of them in the whole input; 1 without an entity key, for then
// every row is a person.
std::uint64_t RowsOfBusiestPerson(const CodedTable& coded);

// For a promise that counts rows as if they were persons: refused if somebody has several.
Status CheckOneRowEach(const CodedTable& coded, const PolicyEntry& promise);

// Tuples of one person with one value of an attribute are a pair: it counts once, however many
// tuples there are. Pairs are numbered, so that whoever counts them needs an array and no map.
struct PersonPairs {
  std::vector<std::uint32_t> of_tuple;
  std::uint32_t size = 0;
  PersonValues values;
};
// O(n log n) for the n tuples of a table.
PersonPairs PairPersons(const Table& table, std::size_t entity, std::size_t attribute);

// Persons per code of the attribute, over the tuples that are not left out.
std::vector<std::uint64_t> PersonsPerCode(const Table& table, std::size_t attribute,
                                          const PersonPairs& pairs,
                                          const std::vector<std::uint32_t>& left_out);

// How often each of some numbers was added. Emptied in one step, whatever is in it.
class CountedSet {
 public:
  explicit CountedSet(std::size_t numbers = 0) : members_(numbers) {}

  void Clear() { ++round_; }
  // Was it not there before?
  bool Add(std::uint32_t number) {
    Member& member = members_[number];
    if (member.round != round_) member = {.round = round_, .times = 0};
    return member.times++ == 0;
  }
  // Of a number that is there: is it gone now?
  bool Remove(std::uint32_t number) { return --members_[number].times == 0; }

 private:
  struct Member {
    std::uint32_t round = 0;  // in an earlier one it was not added yet
    std::uint32_t times = 0;
  };
  std::vector<Member> members_;
  std::uint32_t round_ = 1;
};

}  // namespace gauze
