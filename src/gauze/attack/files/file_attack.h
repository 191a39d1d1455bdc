#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gauze/attack/attack.h"
#include "gauze/attack/scene/any_release.h"
#include "gauze/base/descriptor.h"
#include "gauze/base/progress.h"

// An attack on files alone: releases by any tool, read by their labels (labels/), without a policy
// or anything else that only Gauze writes. Adding one is one file, one line in list.cc, one test
// and a section in docs/attacking-files.md.
//
// What is found is told by three figures, shares of what was tried: `success`; `control`, the same
// for people who are not in the table; and `guess`, for somebody who has only the published shares
// of values. Those that come from a sample have an interval of 95 %: `success.low`, `success.high`.

namespace gauze {

// What an attack needs besides the releases.
enum class Needs : std::uint8_t {
  kNothing,  // people make its figures better
  kPeople,   // a table of people who are in the releases
};

struct FileAttackInput {
  std::vector<std::string> releases;  // directories, or CSV or Parquet files
  labels::Description description;
  std::string people;         // who is in all of the releases; empty: not known
  std::string control;        // who is in none, or not in all; empty: not known
  std::uint64_t victims = 0;  // at most so many people, or claims, are tried; 0: all
  unsigned threads = 0;       // 0: all cores
};

// What an attack's time depends on, as far as it is counted before anything is tried.
struct AttackSize {
  double rows = 0;              // of its releases
  double different = 0;         // of these
  double people = 0;            // rows of the tables of people
  double different_people = 0;  // of these
  double victims = 0;           // of these that are tried where not everybody is
};

struct FileAttackEntry {
  Descriptor descriptor;  // no parameters
  Needs needs = Needs::kNothing;
  std::size_t fewest_releases = 1;
  std::size_t most_releases = 1;
  bool knows = false;  // goes by what an attacker knows of a person (labels/attackers.h)
  // About how long it takes on two cores; `attack all` plans with it.
  double (*seconds)(const AttackSize& size);
  Result<AttackReport> (*run)(const FileAttackInput& input, Progress& progress);
  // What its figures mean, as sentences for people; the first one stands alone.
  std::vector<std::string> (*reading)(const FiguresByName& figures);
};

const std::vector<FileAttackEntry>& FileAttacks();

// What it takes to group the rows of releases and tables, to read the labels of those that are
// different, and to find the classes of people.
inline double SecondsToRead(const AttackSize& size) {
  return 0.2 + 4e-7 * (size.rows + size.people) + 3e-6 * size.different + 4e-6 * size.victims;
}
// The same where everybody is looked at, each for about so many microseconds.
inline double SecondsForEverybody(const AttackSize& size, double microseconds) {
  return SecondsToRead(size) + 1e-6 * microseconds * size.different_people;
}

// What is known of people, where that is not every quasi-identifier: a figure `known.NAME` of 1 for
// each that is, and the sentence that tells it.
void AddKnown(const labels::Scene& scene, std::vector<Figure>& figures);
std::vector<std::string> ReadKnown(const FiguresByName& figures);

// How the labels of a release were read: one sentence for each column, without any label.
std::vector<std::string> DescribeReading(const labels::Scene& scene,
                                         const labels::AnyRelease& release);

}  // namespace gauze
