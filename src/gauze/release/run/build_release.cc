#include "gauze/release/run/build_release.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "gauze/base/parallel.h"
#include "gauze/measure/measure.h"
#include "gauze/release/files/data_digest.h"
#include "gauze/release/personal/personal.h"
#include "gauze/release/rows/singling_out.h"
#include "gauze/release/run/pace_watch.h"
#include "gauze/release/run/region_pipeline.h"
#include "gauze/release/run/write_release.h"
#include "gauze/transform/transform.h"

namespace gauze {

namespace {

// What a table of this size takes with k-anonymity alone, roughly, on a machine of today.
double UsualSeconds(const Input& input, double reading) {
  constexpr double kOfACell = 2e-6;
  const std::size_t cells = input.schema.table.WithRole(Role::kQuasiIdentifying).size();
  return 1 + 2 * reading +
         kOfACell * static_cast<double>(input.distinct_rows.count()) * static_cast<double>(cells);
}

// A watch over the making of classes, if anybody wants to hear of it.
std::unique_ptr<PaceWatch> WatchPace(const Policy& policy, const Input& input,
                                     const ReleaseContext& context, const Progress& progress) {
  constexpr std::chrono::seconds kPatience(10);
  if (!context.warn) return nullptr;
  const double usual = UsualSeconds(input, context.watch.total());
  // Transforms that need the whole table tell of stages of their own.
  const bool foreseen = FindTransform(policy.transform.descriptor->name)->keeps.empty();
  return std::make_unique<PaceWatch>(
      progress, PaceWatch::Expected{usual, foreseen ? input.rows * (1 + policy.steps.size()) : 0},
      kPatience, [&policy, usual, warn = context.warn](double seconds) {
        warn(
            fmt::format("this will take {:.0f} s or more, where {:.0f} s are usual for so many "
                        "rows: {} takes the time; `gauze plan` tells such things before",
                        seconds, usual, RegionPipeline::WhatMakesClasses(policy)));
      });
}

}  // namespace

Result<BuiltRelease> BuildRelease(const Policy& policy, Input& input, const ReleaseContext& context,
                                  Progress& progress) {
  const Budget& budget = context.budget;
  BuiltRelease made;
  std::optional<PersonalRun> personal;
  if (policy.personal) {
    GAUZE_ASSIGN(PersonalRun started, PersonalRun::Start(context.database, policy, input));
    personal.emplace(std::move(started));
  }
  GAUZE_TRY(context.database.LimitMemory(budget.write_engine));
  GAUZE_ASSIGN(RegionPipeline pipeline,
               RegionPipeline::Start(policy, input,
                                     {.workers = context.workers,
                                      .memory_bytes = budget.spools,
                                      .folder = context.scratch,
                                      .budget = budget,
                                      .skip_rows = context.journal.durable().rows}));
  ReleaseWriting release(policy, input.schema, context.release, context.scratch, context.database,
                         progress);
  if (personal) release.SetPersonal(&*personal);
  if (context.keeps_sample) release.KeepSample();
  {
    const auto pace = WatchPace(policy, input, context, progress);
    GAUZE_TRY(release.Write(pipeline, context.journal, input.rows));
  }
  context.watch.Lap("release");
  made.write_seconds = release.write_seconds();
  made.sample = release.sample();
  GAUZE_TRY(context.database.LimitMemory(budget.verify_engine));
  // Both read the files from start to end; one after the other they take a tenth of a run.
  Result<std::string> digest;
  Beside digesting;
  if (context.digests_data) {
    digesting.Start([&] { digest = DigestData(context.release, release.files()); });
  }
  GAUZE_ASSIGN(const VerifiedRelease verified, release.Verify(budget.verify_ids));
  digesting.Wait();
  GAUZE_ASSIGN(made.data_digest, std::move(digest));
  GAUZE_TRY(CheckVerdicts(verified.verification));
  context.watch.Lap("verify");

  const Uniqueness& uniqueness = *release.uniqueness();
  ReleaseShape shape =
      ShapeOf(policy, input.schema, input.rows, verified.verification, release.loss().Sums());
  shape.singled_out = SingledOutOf(uniqueness);
  const auto measures = ComputeMeasures(shape);
  PersonalRun::Sealed sealed;
  if (personal) {
    GAUZE_ASSIGN(sealed, personal->Seal(release.paths()));
  }
  made.manifest = MakeManifest({policy, input, verified.verification, measures, verified.columns,
                                verified.settings, release.files(), release.transform_figures(),
                                release.figures(), std::move(sealed.section), &uniqueness});
  made.vault = std::move(sealed.vault);
  made.found = verified.file;
  return made;
}

}  // namespace gauze
