#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/table/released_table.h"

namespace gauze {

// Dictionaries that need not be written with the rows, by column: whoever reads has them, too.
using KnownValues = std::map<std::string, std::shared_ptr<const std::vector<Value>>>;

// Some groups of a released table as bytes, for private files of this machine: codes take as many
// bytes as the largest needs, and of a dictionary that is not known only what these groups show.
std::string EncodeBlock(const ReleasedTable& table, std::size_t begin, std::size_t end,
                        const KnownValues& known);
ReleasedTable DecodeBlock(std::string_view bytes, const KnownValues& known);

}  // namespace gauze
