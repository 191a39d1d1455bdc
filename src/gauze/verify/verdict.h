#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gauze {

// What was found of one claim.
struct Verdict {
  std::string claim;
  bool holds = false;
  std::uint64_t failing_classes = 0;
  // The worst class, the smallest of several, named by the row (from 1) of the file where it first
  // appears (0: not looked for): never by its values.
  double worst_value = 0;
  std::uint64_t worst_rows = 0;
  std::uint64_t worst_first_row = 0;
  std::string of = "class";  // what was judged one by one: "record", "attack"
  std::uint64_t judged = 0;  // how many of them; classes where it is 0
  bool counts_rows = false;  // Claim::counts_rows
  std::vector<std::pair<std::string, double>> figures;  // more to tell of the whole file

  // What was found, as a clause: "the smallest of 4,211 classes has 10 people".
  std::string in_words;

  // "k_anonymity(k=10) holds: the smallest of 4,211 classes has 10 people"
  std::string Sentence() const;
  std::string OfMany() const { return of == "class" ? "classes" : of + "s"; }
};

// What was found of a file.
struct Verification {
  std::uint64_t rows = 0;
  std::uint64_t classes = 0;
  std::map<std::uint64_t, std::uint64_t> class_sizes;  // rows of a class -> classes
  std::vector<Verdict> verdicts;

  bool holds() const;
};

}  // namespace gauze
