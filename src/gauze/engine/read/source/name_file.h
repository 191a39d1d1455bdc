#pragma once

#include "gauze/base/error.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {

// An error that reading a source ended with, as the user needs it: with the file that it is about,
// which the engine leaves out; of several files, each is tried again by itself. Where the lines of
// that file end in different ways, that is the cause. Errors that are about no file stay as they
// are.
Error NameFile(Database& database, Error error, const SourceColumns& source);

}  // namespace gauze
