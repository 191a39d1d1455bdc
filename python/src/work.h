#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <string>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"

namespace gauze::python {

// An error of the library on its way to Python.
struct Raised {
  Error error;
};

// Runs `work` on a thread of its own, without the lock of the interpreter, and waits for it. Ten
// times a second `progress`, if it is not None, is called with stage, units done and units in all.
// Ctrl-C, or an exception of `progress`, stops the work: it has removed what it had staged when
// this comes back.
//
// Throws Raised, or what Python raised.
std::string RunInterruptible(const nanobind::object& progress,
                             const std::function<Result<std::string>(Progress& progress)>& work);

// Makes Raised an exception of the package.
void RegisterErrors();

}  // namespace gauze::python
