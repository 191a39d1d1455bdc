#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

// What values look like. Adding a recogniser is one file in recognisers/ or national_numbers/, a
// line in recognisers.inc, examples in recogniser_test.cc and a row in docs/roles.md.

namespace gauze {

// What it means that a value fits.
enum class Weight : std::uint8_t {
  kCertain,  // nothing else is written like this: an e-mail address
  kChecked,  // passes by chance once in ten times or less often: a check digit, or a street's word
             // beside a number
  kForm,     // other things are written like this, too: five digits may be a postal code
};

struct Recogniser {
  std::string_view name;   // "uk_nhs_number"
  std::string_view finds;  // in the plural, for sentences: "NHS numbers of the United Kingdom"
  std::string_view form;   // what is looked at, for the docs: "10 digits, the last a check digit"
  std::string_view kind;   // the concept that it speaks for (column_concept.h): "national number"
  Weight weight = Weight::kForm;
  // Looks at one value, all of it: an address inside a sentence is not found. Does not allocate
  // much, keeps nothing, accepts any bytes.
  bool (*fits)(std::string_view value);
};

// All of them, always in the same order: ColumnFacts::recognised counts by it.
const std::vector<Recogniser>& Recognisers();

}  // namespace gauze
