#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

Html Sentences(const Entry& list) {
  Html items;
  for (const Entry& sentence : list.items()) items += Tag{"li"}(Words(Sentence(sentence.text())));
  return items.empty() ? items : Tag{"ul"}(items);
}

Html ShowNotProtected(const Entry& evidence) {
  Html shown = Sentences(evidence["not_protected"]);
  if (const Html warnings = Sentences(evidence["warnings"]); !warnings.empty()) {
    shown += Tag{"h3"}(Words("Warnings")) + warnings;
  }
  return shown;
}

}  // namespace

Section NotProtectedSection() {
  return {"not-protected", "What is not protected?", ShowNotProtected};
}

}  // namespace gauze::page
