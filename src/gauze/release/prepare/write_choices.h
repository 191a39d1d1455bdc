#pragma once

#include <string>

#include "gauze/base/progress.h"
#include "gauze/release/manifest/manifest.h"
#include "gauze/release/manifest/policy_text.h"

namespace gauze {

struct ChoiceOptions {
  PolicyText policy;
  std::string source;   // the data, without the columns of choices
  std::string choices;  // a table with the columns entity, attribute, choice
  std::string out;      // CSV, or Parquet if it ends so; must not exist
  unsigned threads = 0;
};

// Writes the data with the columns of choices that the policy asks for, so that choices can be kept
// apart from data and change without it. People are matched by the policy's entity column. People
// who made no choice get the policy's missing_choice.
//
// The file holds the whole private table: only its owner may read it. Returns counts. Fails, with a
// row number of the table of choices and never a cell, when a row names nobody, an attribute that
// gets no aliases, something that is no choice, or contradicts another row.
Result<Json> ApplyChoices(const ChoiceOptions& options, Progress& progress);

}  // namespace gauze
