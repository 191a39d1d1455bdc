#include "gauze/engine/arrow/keep_arrow.h"

#include <set>
#include <utility>

#include "gauze/base/stop.h"
#include "gauze/engine/arrow/arrow_cells.h"
#include "gauze/engine/arrow/arrow_view.h"

namespace gauze {

Result<ArrowSource> KeepArrow(ArrowStream stream, const ArrowPlace& place, Progress& progress) {
  progress.Stage("taking over the table", 0);
  ArrowTable::Batches batches;
  std::set<const void*> counted;  // dictionaries are shared by batches
  ArrowSource source;
  while (source.bytes <= place.memory_bytes) {
    StopIfAsked();
    GAUZE_ASSIGN(auto batch, stream.Next());
    if (batch == nullptr) {
      source.table = MakeArrowTable(stream.shared_schema(), std::move(batches));
      source.path = source.table->name();
      return source;
    }
    source.bytes += BytesOfArray(stream.schema(), batch->array(), counted);
    batches.push_back(std::move(batch));
  }
  source.bytes = 0;
  GAUZE_ASSIGN(const std::string folder, place.folder());
  source.path = folder + "/table.parquet";
  GAUZE_TRY(WriteArrow(std::move(batches), std::move(stream), {folder, place.memory_bytes},
                       source.path, progress));
  return source;
}

}  // namespace gauze
