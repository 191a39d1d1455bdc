#pragma once

#include "gauze/page/entry.h"
#include "gauze/page/html.h"

namespace gauze::page {

// What everybody should read, above all sections. Of a personal release first of all what
// adversaries recover of its aliases and grades; then whether every promise holds, beside it
// what no promise tells (rows that can be singled out, warnings), and how many rows went in and
// came out. It is green only if all promises hold and there is nothing to be said beside them.
Html Opening(const Entry& evidence);

}  // namespace gauze::page
