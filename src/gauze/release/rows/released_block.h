#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/release/rows/printed_values.h"
#include "gauze/table/released_table.h"

// Private to sorted_runs.cc.

namespace gauze {

// Some groups of a released table as bytes, its values as their numbers (PrintedValues).
std::string EncodeBlock(const ReleasedTable& table, std::size_t begin, std::size_t end,
                        const std::vector<std::shared_ptr<const PrintedValues::Numbers>>& numbers);
// The same groups with codes of sorted values, which columns do not have yet.
ReleasedTable DecodeBlock(std::string_view bytes, const PrintedValues::Sorted& values);

}  // namespace gauze
