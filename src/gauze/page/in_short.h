#pragma once

#include "gauze/page/entry.h"
#include "gauze/page/html.h"

namespace gauze::page {

// A release in one paragraph for people who never heard of any model, with its own numbers: who
// looks alike, what is left open of sensitive columns, how many rows came out, what was lost.
Html InShort(const Entry& evidence);

}  // namespace gauze::page
