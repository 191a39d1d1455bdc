#pragma once

#include "gauze/page/entry.h"
#include "gauze/page/html.h"

namespace gauze::page {

// What everybody should read, above all sections and on the first screen. Of a personal release
// first of all what adversaries recover of its aliases and grades; then the head, whether every
// promise holds, the release in one paragraph, the worst risk that remains, and beside the promises
// how many rows can be singled out. It is green only if all promises hold and nothing remains that
// they are not about.
Html Opening(const Entry& evidence);

}  // namespace gauze::page
