#include "gauze/verify/both_readers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "gauze/engine/arrow/arrow_table.h"

namespace gauze {
namespace {

const char* LogOfReaders() { return std::getenv("GAUZE_BOTH_READERS"); }

bool IsNear(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-8 * std::max(std::abs(a), std::abs(b));
}

bool IsSameVerdict(const Verdict& a, const Verdict& b) {
  return a.claim == b.claim && a.holds == b.holds && a.failing_classes == b.failing_classes &&
         IsNear(a.worst_value, b.worst_value) && a.worst_rows == b.worst_rows &&
         a.worst_first_row == b.worst_first_row && a.of == b.of && a.judged == b.judged &&
         std::ranges::equal(a.figures, b.figures, [](const auto& x, const auto& y) {
           return x.first == y.first && IsNear(x.second, y.second);
         });
}

tl::unexpected<Error> Disagreement(const std::string& what, const FileUnderTest& file) {
  return tl::unexpected(Error{ErrorCode::kPromise, "the two readers disagree on " + what,
                              file.paths.front(), "this is a bug in Gauze: please report it"});
}

// One write: other processes append to the same file.
Status Note(const Verification& verification) {
  const std::string line = fmt::format("{} {} {}\n", verification.rows, verification.classes,
                                       verification.verdicts.size());
  const int file = open(LogOfReaders(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  const bool written =
      file >= 0 && write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (file >= 0) close(file);
  if (written) return {};
  return ResourceError("the list of compared files cannot be written", LogOfReaders(),
                       "GAUZE_BOTH_READERS names a file, for tests only");
}

}  // namespace

bool NeedsBothReaders(Database& database, const FileUnderTest& file) {
  if (LogOfReaders() == nullptr || file.reader != Reader::kFast) return false;
  if (FindArrowTable(file.paths.front()) != nullptr) return false;
  // What can't be opened is explained by the usual way alone.
  const auto columns = OpenSource(database, file.paths, file.dialect, "file");
  return columns && !columns->counted;
}

std::string DifferenceOf(const Verification& a, const Verification& b) {
  if (a.rows != b.rows) return "the rows";
  if (a.classes != b.classes || a.class_sizes != b.class_sizes) return "the classes";
  if (a.verdicts.size() != b.verdicts.size()) return "how many claims there are";
  for (std::size_t i = 0; i < a.verdicts.size(); ++i) {
    if (!IsSameVerdict(a.verdicts[i], b.verdicts[i])) return "the claim " + a.verdicts[i].claim;
  }
  return "";
}

Result<Verification> JudgeByBoth(
    const FileUnderTest& file,
    const std::function<Result<Verification>(const FileUnderTest&)>& judge) {
  FileUnderTest by_sql = file;
  by_sql.reader = Reader::kSql;
  const auto slow = judge(by_sql);
  // Somebody wants it to stop, or it takes too much: neither says anything about the file.
  if (!slow && slow.error().code == ErrorCode::kResource) return slow;
  auto fast = judge(file);
  if (!fast && (!slow || fast.error().code == ErrorCode::kResource)) return fast;
  if (!fast || !slow) return Disagreement("whether the file can be checked", file);
  if (const std::string what = DifferenceOf(*slow, *fast); !what.empty()) {
    return Disagreement(what, file);
  }
  GAUZE_TRY(Note(*fast));
  return fast;
}

}  // namespace gauze
