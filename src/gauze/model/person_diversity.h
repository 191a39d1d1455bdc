#pragma once

#include <memory>
#include <string>

#include "gauze/model/class_model.h"

// l-diversity where a person may have several rows, and several values in them. The adversary knows
// a person and asks what the person has. With Π the persons of a class and c(v) those of them who
// have v in it, each once:
//   frequency  c(v) <= |Π| / l for every v: no value is the person's with a probability above 1/l
//   distinct   the l - 1 largest c(v) add up to less than |Π|: no l - 1 values can account for
//              everybody. With one value per person this is "at least l values"; with several it
//              errs towards refusing, because somebody with two of them counts twice
// Persons without any value are left out of Π, unless count_missing makes missing a value.
//
// Kept by the union of classes of different persons: |Π| adds up, the largest c(v) and the sum of
// the l - 1 largest at most add up. NOT kept where somebody is in both: {1: a, 2: b} and {1: b,
// 2: a} hold for l = 2, and in their union everybody has both.
// Costs O(values) per class, distinct O(values log l).

namespace gauze {

// For kind: frequency and kind: distinct, where ModelContext::persons is set; a distinct l is
// whole.
std::unique_ptr<ClassModel> MakePersonDiversity(const Parameters& parameters,
                                                const ModelContext& context);
std::string PersonDiversitySql(const Parameters& parameters);

}  // namespace gauze
