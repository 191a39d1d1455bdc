#pragma once

#include <map>
#include <string>
#include <vector>

#include "gauze/policy/policy.h"
#include "gauze/taxonomy/knowledge.h"

namespace gauze {

// Reads a knowledge table of any form: CSV and JSON as taxonomy/read_knowledge.h has them, and
// *.parquet with a column `label` and one of
//   terms   a list of texts, or one text with ';' between the terms: one label per row
//   term    one term per row
Result<Knowledge> LoadKnowledgeFile(const std::string& path);

// The knowledge tables that models name, by path.
Result<std::map<std::string, Knowledge>> LoadKnowledge(const std::vector<PolicyEntry>& protect);

}  // namespace gauze
