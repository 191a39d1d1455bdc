#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"

namespace gauze {

// SHA-256 of the data of a release, so that a page says what it is about: of one file as
// `sha256sum data.csv` prints it, of several as `sha256sum data/part-*.parquet | sha256sum` does.
// Names start from `folder`.
Result<std::string> DigestData(const std::string& folder, const std::vector<std::string>& files);

}  // namespace gauze
