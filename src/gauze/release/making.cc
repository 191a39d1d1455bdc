#include "gauze/release/making.h"

#include <optional>

#include "gauze/measure/measure.h"
#include "gauze/release/personal.h"
#include "gauze/release/production.h"
#include "gauze/release/singling_out.h"
#include "gauze/release/writing.h"

namespace gauze {

Result<MadeRelease> MakeRelease(const Policy& policy, Input& input, const Workshop& workshop,
                                Progress& progress) {
  const Budget& budget = workshop.budget;
  MadeRelease made;
  std::optional<PersonalRun> personal;
  if (policy.personal) {
    GAUZE_ASSIGN(PersonalRun started, PersonalRun::Start(workshop.database, policy, input));
    personal.emplace(std::move(started));
  }
  GAUZE_TRY(workshop.database.LimitMemory(budget.write_engine));
  GAUZE_ASSIGN(Production production,
               Production::Start(policy, input,
                                 {.workers = workshop.workers,
                                  .memory_bytes = budget.piles,
                                  .folder = workshop.scratch,
                                  .batch_bytes = budget.batch,
                                  .skip_rows = workshop.journal.durable().rows}));
  ReleaseWriting release(policy, input.schema, workshop.release, workshop.scratch,
                         workshop.database, progress);
  if (personal) release.SetPersonal(&*personal);
  if (workshop.keeps_sample) release.KeepSample();
  GAUZE_TRY(release.Write(production, workshop.journal, input.rows));
  workshop.watch.Lap("release");
  made.write_seconds = release.write_seconds();
  made.sample = release.sample();
  GAUZE_TRY(workshop.database.LimitMemory(budget.verify_engine));
  GAUZE_ASSIGN(const Judged judged, release.Verify(budget.verify_ids));
  GAUZE_TRY(CheckVerdicts(judged.verification));
  workshop.watch.Lap("verify");

  const Uniqueness& uniqueness = *release.uniqueness();
  ReleaseShape shape =
      ShapeOf(policy, input.schema, input.rows, judged.verification, release.loss().Sums());
  shape.singled_out = SingledOutOf(uniqueness);
  const auto measures = ComputeMeasures(shape);
  PersonalRun::Sealed sealed;
  if (personal) {
    GAUZE_ASSIGN(sealed, personal->Seal(release.paths()));
  }
  made.manifest = MakeManifest({policy, input, judged.verification, measures, judged.columns,
                                judged.settings, release.files(), release.transform_figures(),
                                release.figures(), std::move(sealed.section), &uniqueness});
  made.vault = std::move(sealed.vault);
  made.found = judged.file;
  return made;
}

}  // namespace gauze
