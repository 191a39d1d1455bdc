#pragma once

#include <vector>

#include "gauze/report/evidence/sampled_columns.h"

namespace gauze::report {

// Rows by the places of two columns, [a * b.bins.places() + b].
using Joint = std::vector<double>;

enum class JointRows : std::uint8_t { kAll, kTraining };  // kTraining: without the rows held out

Joint OriginalJoint(const SampledColumns::Column& a, const SampledColumns::Column& b,
                    JointRows part);

// As counted by a reader who knows nothing but the labels: inside a row, what one label covers is
// taken as independent of what the other does.
Joint ReleasedJoint(const SampledColumns::Column& a, const SampledColumns::Column& b);

// The columns that are put beside each other: at most kMostCompared, sensitive ones before
// quasi-identifying and these before others, in the order of the table.
inline constexpr std::size_t kMostCompared = 20;
std::vector<const SampledColumns::Column*> ComparedColumns(const SampledColumns& sample);

}  // namespace gauze::report
