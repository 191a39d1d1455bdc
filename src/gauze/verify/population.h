#pragma once

#include <string>

#include "gauze/verify/verify.h"

namespace gauze {

// What sampling weights say of the population behind a file: a class stands for as many persons as
// its weights add up to.
struct Population {
  double smallest = 0;  // persons behind the smallest class, Fk
  double expected = 0;  // the sum over all rows of 1 / Fk
};

// Fails when a weight is missing or not a number above 0.
Result<Population> EstimatePopulation(Database& database, const FileUnderTest& file,
                                      const std::string& weight);

}  // namespace gauze
