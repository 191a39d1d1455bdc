#pragma once

#include <string>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/verify/claim.h"
#include "gauze/verify/open_file.h"

namespace gauze {

// What a claim about sets of terms is judged by: makes linked, knowledge and prior (class_model.h)
// from the table `totals`. Which labels a set links to is found by cutting plain lists, or by SQL
// if the file is read by SQL: both slower than what made the release, and none of its code.
Status MakeKnowledgeTables(Database& database, const VerifiedKnowledge& knowledge,
                           const std::string& separator, Reader reader);

}  // namespace gauze
