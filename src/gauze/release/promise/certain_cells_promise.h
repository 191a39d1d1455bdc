#pragma once

#include "gauze/release/promise/table_promise.h"

namespace gauze {

// no_certain_cells: labels give hardly any value away that they hide.
TablePromiseEntry CertainCellsPromise();

}  // namespace gauze
