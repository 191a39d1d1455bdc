#include "gauze/release/run/build_release.h"

#include <optional>

#include "gauze/base/parallel.h"
#include "gauze/measure/measure.h"
#include "gauze/release/files/data_digest.h"
#include "gauze/release/personal/personal.h"
#include "gauze/release/rows/singling_out.h"
#include "gauze/release/run/region_pipeline.h"
#include "gauze/release/run/write_release.h"

namespace gauze {

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
                                      .batch_bytes = budget.batch,
                                      .skip_rows = context.journal.durable().rows}));
  ReleaseWriting release(policy, input.schema, context.release, context.scratch, context.database,
                         progress);
  if (personal) release.SetPersonal(&*personal);
  if (context.keeps_sample) release.KeepSample();
  GAUZE_TRY(release.Write(pipeline, context.journal, input.rows));
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
