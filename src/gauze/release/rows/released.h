#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gauze/policy/policy.h"
#include "gauze/table/released_table.h"
#include "gauze/transform/personal/disguise.h"
#include "gauze/transform/region.h"
#include "gauze/transform/transform.h"

namespace gauze {

// What a class prints, repeated for its rows, in the order of what is printed (released_groups.h).
// Columns in the order of the input, less the dropped ones and the one that is `left_out`.
ReleasedTable MakeReleased(const Region& region, const Generalization& generalization,
                           RangeStyle ranges, const std::vector<Disguise>& disguises = {},
                           std::optional<std::size_t> left_out = {});

// Names of the columns that an attribute is released as: itself, or age_from and age_to.
std::vector<std::string> ReleasedNames(const CodedTable& coded, std::size_t attribute,
                                       RangeStyle ranges);

// All columns of a release, and how a typed format stores them.
std::vector<std::pair<std::string, ValueType>> ReleasedColumns(const CodedTable& coded,
                                                               RangeStyle ranges);

// Their names in the order in which rows are compared: quasi-identifiers first.
std::vector<std::string> ReleasedOrder(const CodedTable& coded, RangeStyle ranges);

std::vector<std::uint64_t> ClassRows(const Table& table, const Generalization& generalization);

}  // namespace gauze
