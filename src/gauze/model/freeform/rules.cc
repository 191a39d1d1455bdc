#include "gauze/model/freeform/rules.h"

namespace gauze::freeform {

Status BreachRules::Validate(const std::string& where) const {
  if (threat.numerator < 0 || threat.numerator > threat.denominator) {
    return InputError("the threshold of threat is not between 0 and 1", where,
                      "0.5 calls it a breach if more than every second guess is right");
  }
  if (observable_from.numerator <= 0 || observable_from.numerator > observable_from.denominator) {
    return InputError("the threshold of observability is not above 0 and at most 1", where,
                      "with 1, only what is surely observable is");
  }
  return {};
}

}  // namespace gauze::freeform
