#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"

namespace gauze {

// A second way to the rows of a source: on all threads, several times as fast, and in no particular
// order. Its query may fail where the usual one does not, which then explains what is wrong.
class QuickRows {
 public:
  // Texts that have been numbered already: a column of the quick view with ids from 1 on, 0 for
  // NULL, and the spellings in the order of the ids, to be taken when a query is done.
  struct Numbered {
    std::string column;
    std::function<std::vector<std::string>()> take;
  };

  virtual ~QuickRows() = default;
  // For a column of the source; null if there is none.
  virtual const Numbered* FindNumbered(const std::string& /*column*/) const { return nullptr; }
  // From now on about this share of the rows, from all over the source. False if it cannot.
  virtual bool Sample(double /*share*/) { return false; }
  // Whom to tell the percentage that is read; nullptr for nobody.
  virtual void ReportTo(Progress* progress) = 0;
};

// Whether the usual way may do where the quick one failed: if it was over what is in the files. A
// full disk or a lack of memory is not fixed by reading all of it again.
inline bool MayReadAgain(const Error& error) { return error.code == ErrorCode::kInput; }

// The view with the quick rows of the source whose usual rows are in `view`.
inline std::string PlainView(const std::string& view) { return "plain_" + view; }

}  // namespace gauze
