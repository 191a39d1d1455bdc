#pragma once

#include <cstdint>
#include <string>

namespace gauze {

// What the verifier found of the class that is worst by a promise.
struct WorstClass {
  double value = 0;           // the figure of ModelEntry::verification_sql
  std::uint64_t classes = 0;  // of which it is one
  bool counts_rows = false;   // and not people, which the file does not tell apart

  const char* one() const { return counts_rows ? "row" : "person"; }
  const char* several() const { return counts_rows ? "rows" : "people"; }
};

// "the smallest of 4,211 classes", "the only class"
std::string OneOfClasses(const char* which, const WorstClass& worst);

// "in the worst of 4,211 classes", "in the only class"
std::string InWorstClass(const WorstClass& worst);

// A figure that is told as a bound: "0.184" with three digits that count, rounded up or down so
// that the bound stays true.
std::string AtMost(double figure);
std::string AtLeast(double figure);
// The same of a share, in percent: "33.4 %"
std::string PercentAtMost(double share);

}  // namespace gauze
