#include "gauze/release/prepare/keep_table.h"

#include <utility>

#include "gauze/base/testing/test_size.h"
#include "gauze/release/files/memory_budget.h"

namespace gauze {

Result<KeptTable> KeptTable::Keep(ArrowArrayStream& stream, const Options& options,
                                  Progress& progress) {
  GAUZE_ASSIGN(ArrowStream opened, ArrowStream::Open(stream));
  GAUZE_ASSIGN(const Budget budget, MakeBudget(options.memory));
  KeptTable kept;
  kept.types_ = TypesOf(opened.schema());
  const ArrowPlace place{.memory_bytes = TestSize("GAUZE_TABLE_BYTES", budget.total / 4),
                         .folder = [&]() -> Result<std::string> {
                           GAUZE_ASSIGN(Scratch scratch, Scratch::Open(options.temp));
                           kept.scratch_.emplace(std::move(scratch));
                           return kept.scratch_->folder();
                         }};
  GAUZE_ASSIGN(kept.source_, KeepArrow(std::move(opened), place, progress));
  kept.memory_ = options.memory == 0 ? 0 : options.memory - kept.source_.bytes;
  return kept;
}

}  // namespace gauze
