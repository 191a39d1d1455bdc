#pragma once

#include <string_view>

namespace gauze::page {

// A small document with every section, invented, for tests and the fuzzer.
inline constexpr std::string_view kExampleDocument = R"json({
"evidence": 1, "gauze": "0.1.0", "form": "internal",
"about": {"kind": "ledger", "rows_in": 40, "rows": 38, "suppressed_rows": 2, "classes": 4,
  "persons": false, "transform": "mondrian(choose=loss)", "missing": "own_value",
  "columns": [{"name": "name", "role": "identifying", "type": "text", "released_as": []},
    {"name": "age", "role": "quasi_identifying", "type": "integer", "released_as": ["age"]},
    {"name": "illness", "role": "sensitive", "type": "text", "released_as": ["illness"]}],
  "document": {"title": "Patients of a clinic", "purpose": "research", "owner": "the clinic",
    "recipient": "a university", "legal_basis": "a law", "date": "2026-11-18"},
  "preset": "gdpr_record", "policy_digest": "sha256:00", "release_digest": "sha256:22",
  "inputs": [{"name": "patients.csv", "sha256": "11"}]
},
"personal": {"note": "Aliases are not anonymous.", "recipient": "a university",
  "attacks": {"frequency": {"illness": {"knows_shares": 0.4, "knows_nothing": 0.1}}}},
"promises": [{"claim": "k_anonymity(k=5)", "model": "k_anonymity", "parameters": {"k": "5"},
  "sentence": "k_anonymity(k=5) holds: the smallest of 4 classes has 5 people",
  "plainly": "Anyone who knows age of a person finds at least 5 people who look alike.",
  "holds": true, "checked": "now", "failing": 0, "worst": {"of": "class", "value": 5, "rows": 5},
  "figures": {"risk": 0.2}, "guarantees": "nobody stands out", "does_not": "values are shown"},
  {"claim": "l_diversity(l=2)", "model": "l_diversity", "holds": false, "checked": "when released",
  "sentence": "l_diversity(l=2) does not hold: the least diverse class has one value of illness",
  "worst": {"of": "class", "value": 1, "rows": "fewer than 10"}}],
"uniqueness": {"rows": 38, "one_in": 2, "all": {"columns": 3, "unique_rows": 12, "share": 0.3158,
  "low": 8, "high": 16}, "open": {"columns": 2, "unique_rows": 4, "share": 0.1053, "low": 2,
  "high": 8}, "sets": [{"columns": ["age", "town"], "unique_rows": 10, "share": 0.2632, "low": 6,
  "high": 14}], "sentence": "12 of 38 rows are unique"},
"class_sizes": {"smallest": 5, "median": 8.5, "largest": 16, "bins": [
  {"from": 5, "to": 9, "classes": 2, "rows": 12}, {"from": 10, "to": 19, "classes": 2,
  "rows": "fewer than 10"}]},
"loss": [{"attribute": "age", "ncp": 0.25}], "measures": {"ncp": 0.25, "discernibility": 418},
"sample": {"original_rows": 40, "released_rows": 38,
  "left_out": [{"attribute": "name", "why": "it is not released"}]},
"distributions": [{"attribute": "age", "kind": "number", "bins": [
  {"from": 20, "to": 29, "original": 10, "released": 8},
  {"from": "2001-01-01", "to": "2001-12-31", "original": 30, "released": 19}],
  "other": {"values": 0, "original": 0, "released": 0}, "missing": {"original": 1, "released": 1},
  "labels": [{"label": "[20, 39]", "released": 5}], "other_labels": {"labels": 2, "released": 3},
  "suppressed": 2, "distance": 0.08},
  {"attribute": "illness", "kind": "category", "bins": [
  {"label": "flu", "original": 30, "released": 28}],
  "other": {"values": 3, "original": 10, "released": 10}, "missing": {}, "labels": [],
  "other_labels": {"labels": 0, "released": 0}, "suppressed": 0, "distance": 0}],
"dependence": {"attributes": ["age", "illness"], "measure": "V", "original": [[1, 0.5], [0.5, 1]],
  "released": [[1, 0.25], [0.25, 1]]},
"learning": {"model": "naive Bayes", "targets": [{"target": "illness", "majority": 0.3,
  "original": 0.8, "released": 0.7, "rows_trained": 30, "rows_tested": 10}]},
"risk": {"before": {"rows": 40, "classes": 40, "highest": 1, "mean": 1, "unique_rows": 40,
  "above": [{"limit": 0.2, "share": 1}]}, "after": {"rows": 38, "classes": 4, "highest": 0.2,
  "mean": 0.105, "unique_rows": 0, "above": [{"limit": 0.2, "share": 0}]},
  "thresholds": [{"name": "cells of 5", "limit": 0.2, "cell": 5, "source": "somebody",
  "before_meets": false, "after_meets": true}]},
"record_risk": {"rows": 40, "distinct": 38, "alpha": 1, "highest": 0.5, "mean": 0.1, "floor": 0.01,
  "above": [{"delta": 0.1, "rows": 3, "share": 0.075}],
  "histogram": {"records_from.0": 2, "records_from.1e-2": 38},
  "top_sets": [{"columns": ["age", "town"], "rows": 7}],
  "what_if": [{"factor": 2, "above": [{"delta": 0.1, "rows": 9, "share": 0.225}]}],
  "suppress": [{"until": "single_pass", "cells": "any", "delta": 0.1, "above_before": 3,
  "above_after": 0, "cells_lost": 5, "loss": 0.02, "highest": 0.09, "histogram": {}}]},
"attacks": [{"attack": "linkage", "asks": "Looks for people.", "holds": true,
  "figures": {"found": 0.2, "by_column": {"age": {"deep": {"deeper": 1}}}}, "sentence": "Found."},
  {"attack": "sorting", "asks": "Sorts.", "not_tried": "there is nothing to sort"}],
"ledger": {"method": "m", "came": 40, "released": 38, "waiting": 2, "sealed": false, "releases": [
  {"release": 0, "batch": 30, "new": 28, "released": 28, "classes": 3, "waiting": 2},
  {"release": 1, "batch": 10, "new": 10, "released": 38, "classes": 4, "waiting": 2}]},
"not_protected": ["whether a person is in the table at all"], "warnings": ["look here"],
"parameters": [{"name": "k_anonymity.k", "value": "5", "default": false, "sentence": "rows"}],
"reproduce": {"versions": {"gauze": "0.1.0", "duckdb": "v1"}, "policy": "version: 1\n# end",
  "command": "gauze run policy.yaml --out DIRECTORY"}
})json";

}  // namespace gauze::page
