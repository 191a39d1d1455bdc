#include "gauze/roles/recogniser.h"

namespace gauze {

#define GAUZE_RECOGNISER(Name) Recogniser Name##Recogniser();
#include "gauze/roles/recognisers.inc"
#undef GAUZE_RECOGNISER

const std::vector<Recogniser>& Recognisers() {
  static const std::vector<Recogniser> recognisers = {
#define GAUZE_RECOGNISER(Name) Name##Recogniser(),
#include "gauze/roles/recognisers.inc"
#undef GAUZE_RECOGNISER
  };
  return recognisers;
}

}  // namespace gauze
