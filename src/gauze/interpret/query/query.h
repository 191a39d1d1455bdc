#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"

// A question about a personal release, as a researcher who has only the release can write it:
//
//   education = ~k3x9q2m7ta & age in [2.1, 2.6) & sex = Male -> salary
//
// To the left, conditions on shown cells, all of which hold; none means every row. To the right, a
// column whose own values are asked for (a distribution), or `column = value` (a rule, and how
// often it holds), or nothing (what does the left side mean?).
//
//   conditions:  = value    in {value, value}    in [low, high], in (low, high)   < <= > >= number
//
// A name or value that has a space, a control character or one of " & = < > { } [ ] ( ) , in it, or
// is empty (a missing cell), is written like a JSON string.
//
// As JSON:  {"when": [{"column": "education", "values": ["~k3x9q2m7ta"]},
//                     {"column": "age", "from": 2.1, "to": 2.6, "to_open": true}],
//            "target": {"column": "salary", "value": "<=50K"}}

namespace gauze {

// Beyond these a question is refused: no honest one is so long.
inline constexpr std::size_t kQueryBytes = 16 * 1024;
inline constexpr std::size_t kQueryConditions = 64;
inline constexpr std::size_t kQueryValues = 1024;

struct RangeEnd {
  double at = 0;
  bool included = true;
  friend bool operator==(const RangeEnd&, const RangeEnd&) = default;
};

// The shown cell is one of `values`, or, if there are none, a number between the ends.
struct Condition {
  std::string column;
  std::vector<std::string> values;
  std::optional<RangeEnd> from;
  std::optional<RangeEnd> to;
  friend bool operator==(const Condition&, const Condition&) = default;
};

struct Target {
  std::string column;
  std::optional<std::string> value;
  friend bool operator==(const Target&, const Target&) = default;
};

// Always canonical: conditions sorted by column, with at most one set of values and one range for
// each; values sorted and different. So questions that differ only in how they are written are the
// same question.
struct Query {
  std::vector<Condition> when;
  std::optional<Target> target;
  friend bool operator==(const Query&, const Query&) = default;
};

// Errors say what was expected at which character, never what stood there.
Result<Query> ParseQuery(std::string_view text);

// The JSON form: an object as above, or a string that holds the text form.
Result<Query> QueryFromJson(std::string_view json);

// ParseQuery(QueryText(query)) == query.
std::string QueryText(const Query& query);

// One condition, and a value as QueryText writes it.
std::string ConditionText(const Condition& condition);
std::string ValueText(std::string_view value);

// Sorts and merges what was read, by either reader; an error if no cell could ever fit.
Result<Query> CanonicalQuery(Query query);

// Different columns that a question is about, its target included; for checking rights.
std::vector<std::string> ColumnsOf(const Query& query);

}  // namespace gauze
