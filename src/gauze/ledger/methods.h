#pragma once

#include "gauze/ledger/method.h"

namespace gauze::ledger {

MethodEntry PoolEntry();
MethodEntry AtomsEntry();
MethodEntry PaperEntry();
MethodEntry AnewEntry();
MethodEntry ApartEntry();

}  // namespace gauze::ledger
