#include "gauze/release/prepare/purpose.h"

#include <algorithm>

namespace gauze {

const std::vector<Purpose>& Purposes() {
  static const std::vector<Purpose> kPurposes = {
      {.name = "internal",
       .readers = "colleagues who are bound by the same rules as you",
       .k = 3,
       .source = "cells of 3, a chance of 0.33, which some custodians use: El Emam, Guide to the "
                 "De-Identification of Personal Health Information, 2013, on precedents"},
      {.name = "share",
       .readers = "a recipient who has signed an agreement",
       .k = 5,
       .source = "the cell size of five, a chance of 0.2, which custodians have long used: El "
                 "Emam, Guide to the De-Identification of Personal Health Information, 2013, on "
                 "precedents",
       .l = 2},
      {.name = "publish",
       .readers = "everybody",
       .preset = "ema_0070",
       .source = "classes of 12 or more: EMA/90915/2016 asks for a chance of at most 0.09 where "
                 "clinical reports are published",
       .l = 3},
  };
  return kPurposes;
}

const Purpose* FindPurpose(std::string_view name) {
  const auto found = std::ranges::find(Purposes(), name, &Purpose::name);
  return found == Purposes().end() ? nullptr : &*found;
}

}  // namespace gauze
