#pragma once

#include <vector>

#include "gauze/page/entry.h"
#include "gauze/page/html.h"

namespace gauze::page {

// One part of the page: one file of this folder and one line in list.cc.
struct Section {
  const char* id;     // of its heading, for links
  const char* title;  // a question or a name that needs no explanation
  // What it shows of a document; nothing where the document has nothing of it.
  Html (*show)(const Entry& evidence);
  bool half = false;  // needs no more than half of a wide screen
};

// In the order of the page.
const std::vector<Section>& Sections();

}  // namespace gauze::page
