#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/policy/policy.h"
#include "gauze/table/attribute.h"

namespace gauze {

// A policy as `init` writes it, for somebody to read and edit: every entry with its reason.
// Comments hold names of columns and counts, no value.
struct FirstPolicy {
  struct Column {
    std::string name;
    Role role = Role::kUndecided;
    ValueType type = ValueType::kText;
    std::string hierarchy;  // as a policy writes it; empty: none
    std::string comment;
  };
  struct Entry {
    std::string text;  // "k_anonymity: {k: 5}"
    std::string comment;
  };

  std::string to_do;   // the first line: what to do with it
  std::string source;  // as the policy names it
  std::uint64_t rows = 0;
  CsvDialect dialect;
  std::vector<std::string> markers;  // spellings of "no value"
  std::string markers_comment;
  std::vector<Column> columns;
  Entry preset;  // without text: none
  std::vector<Entry> promises;
  Entry transform;  // without text: the one that a policy has by itself
};

// What we recommend where it is affordable (docs/choosing.md says when it is not).
FirstPolicy::Entry RecommendedTransform();

// A text as YAML writes it: it means just these characters.
std::string YamlText(const std::string& text);

std::string WriteFirstPolicy(const FirstPolicy& policy);

}  // namespace gauze
