#pragma once

#include "gauze/ledger/state.h"
#include "gauze/ledger/store.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze {

// What a method keeps between releases, with tuples by their values, so that it can be read back
// when the table has grown.
Json StateToJson(const ledger::State& state, const CodedTable& coded);

// Fails if a tuple is not in the table: the ledger's files do not belong together.
Result<ledger::State> StateFromJson(const Json& json, const CodedTable& coded);

}  // namespace gauze
