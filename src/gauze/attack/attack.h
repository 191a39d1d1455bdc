#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/base/progress.h"
#include "gauze/measure/measure.h"
#include "gauze/policy/policy.h"

// An attack is an adversary who has the release, as files, and some knowledge from elsewhere. It
// counts what the adversary gains, so that a promise can be tried and not only proved. Adding one
// is one file, one line in list.cc, one test and a section in docs/attacks.md.
//
// An attack never sees how the release was made: neither classes nor codes of a run, only cells.

namespace gauze {

struct AttackInput {
  // Directories, or CSV or Parquet files, in the order in which they were published. One, unless
  // the attack takes several.
  std::vector<std::string> releases;
  Policy policy;  // types and hierarchies, which are public; its sources are the original
  std::uint64_t victims = 0;  // different victims that are tried; 0: all
  unsigned threads = 0;       // 0: all cores
  // Of an attack on several releases: who each of them shows first, one file per release. Empty:
  // not known.
  std::vector<std::string> newcomers;
  // A table of other people from which the adversary knows how values are distributed. Empty: they
  // know it of the original, which is the worst case.
  std::vector<std::string> known;

  const std::string& release() const { return releases.front(); }
};

struct AttackReport {
  std::string promise;  // what was tried, in words; empty: the policy promises nothing of the kind
  bool holds = true;
  std::vector<Figure> figures;  // counts and shares, never a value
  // The worst of what was found, a sentence each: columns, rows and numbers, never a value.
  std::vector<std::string> findings;
};

struct AttackEntry {
  Descriptor descriptor;  // no parameters
  Result<AttackReport> (*run)(const AttackInput& input, Progress& progress);
  // What its figures mean, as sentences for people: counts and columns, never a value.
  std::vector<std::string> (*reading)(const FiguresByName& figures);
  bool several = false;  // takes any number of releases of a growing table, and tries everybody
  bool knows = false;    // goes by how values are distributed, and takes a table to know it from
};

const std::vector<AttackEntry>& Attacks();

}  // namespace gauze
