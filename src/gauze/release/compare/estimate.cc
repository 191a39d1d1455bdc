#include "gauze/release/compare/estimate.h"

#include <algorithm>
#include <cmath>

#include "gauze/release/compare/growth.h"
#include "gauze/release/files/memory_model.h"
#include "gauze/release/run/region_pipeline.h"
#include "gauze/transform/transform.h"

namespace gauze {
namespace {

constexpr double kRegionRows = 1'048'576;

// Regions are cut in halves down to 2^20 rows, so they are two thirds of that on average.
double Regions(const Policy& policy, double rows) {
  if (rows <= kRegionRows || RegionPipeline::MayNeedWhole(policy)) return 1;
  return std::ceil(1.5 * rows / kRegionRows);
}

std::vector<GrowthPoint> Points(const std::vector<Trial>& trials, double Trial::* size,
                                double Trial::* seconds) {
  std::vector<GrowthPoint> points;
  for (const Trial& trial : trials) points.push_back({trial.*size, trial.*seconds});
  return points;
}

}  // namespace

Space EstimateSpace(const Policy& policy, const Survey& survey, const Trial& largest,
                    const Budget& budget, std::size_t workers, bool plain) {
  constexpr double kMiB = 1024.0 * 1024;
  constexpr double kBase = 62 * kMiB;
  constexpr double kRecord = 24;     // bytes of an encoded row
  constexpr double kCounted = 70;    // of a tuple in the engine's hash table
  constexpr double kClass = 100;     // of a class that is verified
  constexpr double kCompared = 600;  // of a row that is compared with a private copy
  const TransformEntry& transform = *FindTransform(policy.transform.descriptor->name);
  // A reader of text has a block for each thread, if there is so much; each column has its buffers.
  const double block = std::max(plain ? std::min(32.0, 15 + survey.rows / 60'000) : 18,
                                1.9 * static_cast<double>(survey.columns));
  const double readers = static_cast<double>(workers) * block * kMiB;
  Space space;
  const double spool = survey.records() * kRecord;
  space.sharded = spool > static_cast<double>(budget.spools);
  const double kept = std::min(spool, static_cast<double>(budget.spools));
  const double counting = std::min(survey.plan.grouped ? survey.tuples * kCounted : 0.0,
                                   static_cast<double>(budget.read_engine));
  const double regions = Regions(policy, survey.rows);
  const RowWidth width{.columns = survey.columns,
                       .quasi_identifiers = survey.quasi_identifiers,
                       .carried = survey.carried,
                       .cell_bytes = transform.cell_bytes,
                       .unit_bytes = transform.unit_bytes};
  const auto bytes_of = [&](double share) {
    return RegionBytes({.records = survey.records() * share,
                        .record_bytes = kRecord,
                        .tuples = survey.tuples * share,
                        .units = survey.units * share},
                       width);
  };
  const double region = bytes_of(1 / regions);
  const double most = regions == 1 ? region : bytes_of(std::min(1.0, kRegionRows / survey.rows));
  const double at_a_time =
      std::min({regions, 2.0 * static_cast<double>(workers),
                std::max(2.0, static_cast<double>(budget.batch) / std::max(region, 1.0))});
  const double making = regions == 1 ? region : std::max(region * at_a_time, 2 * most);
  const double classes = largest.classes * survey.tuples / std::max(largest.tuples, 1.0);
  // Persons are verified in a private copy, which is compared with the release row by row.
  const bool persons = std::ranges::any_of(policy.attributes, [](const PolicyAttribute& listed) {
    return listed.attribute.role == Role::kEntity;
  });
  const double verifying = std::min(classes * kClass + (persons ? survey.rows * kCompared : 0.0),
                                    static_cast<double>(budget.verify_engine));
  space.missing = MissingBytes(most, budget, regions == 1);
  space.memory = kBase + std::max({readers + counting + kept, kept + making, readers + verifying});
  // Encoded rows, what is released of them while regions wait for each other, and the files.
  space.disk = (space.sharded ? 3 : 1) * spool + largest.bytes * survey.rows / largest.rows;
  return space;
}

Times EstimateTimes(const Policy& policy, const Survey& survey, const std::vector<Trial>& trials,
                    std::size_t workers) {
  const Trial& last = trials.back();
  if (last.rows >= survey.rows) return {last.read, last.make, last.write, last.verify};
  // A trial is one region and one block of rows: it runs mostly on one thread.
  const double regions = Regions(policy, survey.rows);
  const double threads = std::min(static_cast<double>(workers), regions);
  const auto grown = [&](double Trial::* size, double Trial::* seconds, double to, double most) {
    return GrownTime(Points(trials, size, seconds), to, most);
  };
  Times times;
  // Rows are read as fast as they were looked at, with some work on top.
  constexpr double kMoreThanALook = 1.5;
  double fixed = last.read;
  for (const Trial& trial : trials) fixed = std::min(fixed, trial.read);
  times.read = fixed + kMoreThanALook * survey.seconds * survey.rows;
  times.write = grown(&Trial::rows, &Trial::write, survey.rows, 1);
  times.verify = grown(&Trial::rows, &Trial::verify, survey.rows, 1.2);
  // Regions come one after the other, or side by side.
  const double in_region = std::max(last.tuples, survey.tuples / regions);
  times.make = grown(&Trial::tuples, &Trial::make, in_region, 2) *
               std::max(1.0, survey.tuples / in_region) / threads;
  return times;
}

std::string DrivesTheTime(const Policy& policy, const Times& times) {
  const double most = std::max({times.read, times.make, times.write, times.verify});
  if (most == times.read) return "reading and counting the source";
  if (most == times.write) return "writing the release";
  if (most == times.verify) return "verifying what was written";
  return RegionPipeline::WhatMakesClasses(policy);
}

}  // namespace gauze
