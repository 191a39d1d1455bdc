#pragma once

#include <string>

#include "gauze/page/entry.h"

namespace gauze::page {

// An evidence document as one HTML page for people who never heard of k-anonymity: pictures before
// words, everything in one file. docs/reading-a-report.md explains what it shows.
//
// The page holds no script and fetches nothing: its Content-Security-Policy forbids everything but
// its own style sheet, by digest. It can be read on a telephone, in the dark, aloud and on paper.
//
// Any document gives a page: what is absent is left out, names and labels are escaped and
// shortened (gauze/page/text.h), long lists end with how many more there are. At most some
// megabytes whatever the document holds. Same document, same bytes.
std::string ReportPage(const Json& evidence);

}  // namespace gauze::page
