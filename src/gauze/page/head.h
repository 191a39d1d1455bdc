#pragma once

#include "gauze/page/entry.h"
#include "gauze/page/html.h"

namespace gauze::page {

// The stated title, or "A release of 12,345 rows".
std::string TitleOf(const Entry& evidence);

// What makes a page a document: title, what the policy states of the release (purpose, owner,
// recipient, legal basis, date), digests of policy and data, the version of the program, and a
// place for two signatures. Of a page that is not about a release, the title.
Html Head(const Entry& evidence);

}  // namespace gauze::page
