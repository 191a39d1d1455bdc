#pragma once

#include <string_view>

namespace gauze::report {

// For tests and the fuzzer, which do not believe the writer: every tag is closed in turn, is one of
// those that pages and pictures are made of, and has only attributes of theirs, once each and in
// double quotes; & begins only what we write with it; there is no script, no handler, no address
// but places in the page itself, no control character and no mark of direction.
bool IsWellFormed(std::string_view markup);

}  // namespace gauze::report
