#pragma once

#include "gauze/page/entry.h"
#include "gauze/page/html.h"

namespace gauze::page {

// What adversaries recover of a personal release, which stands before everything else on the page.
// Nothing of any other release.
Html Recovered(const Entry& personal);

}  // namespace gauze::page
