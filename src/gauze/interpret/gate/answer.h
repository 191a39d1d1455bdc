#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/json_fwd.h"
#include "gauze/interpret/gate/cells.h"
#include "gauze/interpret/gate/ends.h"
#include "gauze/interpret/gate/gate_state.h"
#include "gauze/interpret/index/vault_index.h"
#include "gauze/interpret/query/query.h"

// Answers as JSON: docs/interpretation.md lists their keys. A number that must not be told is left
// out, and "withheld" says by which rule.

namespace gauze {

// A target that was found in the table.
struct FoundTarget {
  const HeldColumn* column = nullptr;
  std::optional<Code> shown;  // of a rule: the cell it predicts
  Cells cells;
};

// Nothing if the target names a cell that nobody shows.
std::optional<FoundTarget> FindTarget(const HeldColumn& column,
                                      const std::optional<std::string>& value);

// A question whose columns and values were found in the table, or the rule that refuses it.
struct FoundQuery {
  std::string_view refusal;
  std::vector<ColumnTest> tests;
  std::optional<FoundTarget> target;
};
FoundQuery FindQuery(const Query& query, const VaultIndex& index);

// Writes the answer to a question that was not refused, and which values it touches.
void Tell(const Query& query, const FoundQuery& found, const Finding& finding,
          const VaultIndex& index, const Ends& ends, Decision& decision);

// {"column": …, "values": [{"value": …, "persons": …}], "other": …} for a distribution,
// {"column": …, "shown": …, "means": …, "persons": …, "confidence": …} for a rule.
Json TargetJson(const FoundTarget& target, const Finding& finding);

// The answer on one line. Values of a table need not be UTF-8; what is not is replaced.
std::string AnswerText(const Json& answer);

}  // namespace gauze
