#include "gauze/attack/files/try_all.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/attack/release_rows.h"
#include "gauze/base/stopwatch.h"

namespace gauze {
namespace {

struct FileSize {
  double rows = 0;
  double different = 0;
};

// How many rows a file has, and how many of them are different in what the attacks look at.
Result<FileSize> SizeOf(Database& database, const std::string& file, const CsvDialect& dialect,
                        const labels::Description& description) {
  FileSize size;
  if (file.empty()) return size;
  GAUZE_ASSIGN(const SourceColumns columns, OpenReleaseAs(database, file, dialect, "sized"));
  const auto looked_at = [&](const std::string& name) {
    const auto& known = description.quasi_identifiers;
    // A range may be in two columns.
    const auto shows = [&](const labels::ColumnDescription& one) {
      return name == one.name || name == one.name + "_from" || name == one.name + "_to";
    };
    return known.empty() || std::ranges::any_of(known, shows) ||
           std::ranges::find(description.sensitive, name) != description.sensitive.end();
  };
  std::vector<std::string> cells;
  for (const std::string& name : columns.names) {
    if (looked_at(name)) cells.push_back(QuoteName(name));
  }
  // The attacks will say what is missing.
  if (cells.empty()) cells.emplace_back("sized");
  GAUZE_ASSIGN(const auto counts,
               database.Rows(fmt::format("SELECT count(*), approx_count_distinct(hash({})) FROM "
                                         "sized",
                                         fmt::join(cells, ", "))));
  return FileSize{static_cast<double>(NumberIn(counts[0][0])),
                  static_cast<double>(NumberIn(counts[0][1]))};
}

std::string WhyNot(const FileAttackEntry& attack, const FileAttackInput& input) {
  if (input.releases.size() < attack.fewest_releases) {
    return fmt::format("takes at least {} releases of the same people", attack.fewest_releases);
  }
  if (attack.needs == Needs::kPeople && input.people.empty()) {
    return "needs a table of people who are in the release: --source";
  }
  return "";
}

class AllAttacks {
 public:
  AllAttacks(double most_seconds, Progress& progress) : left_(most_seconds), progress_(progress) {}

  Status Try(const FileAttackEntry& attack, const FileAttackInput& input, AttackSize size,
             const std::string& release) {
    TriedAttack tried{.attack = &attack, .release = release, .not_tried = WhyNot(attack, input)};
    if (tried.not_tried.empty()) {
      tried.planned_seconds = attack.seconds(size);
      if (tried.planned_seconds > left_) {
        tried.not_tried = fmt::format("would take about {:.1f} s, and {:.1f} s are left: --minutes",
                                      tried.planned_seconds, std::max(0.0, left_));
      }
    }
    if (tried.not_tried.empty()) GAUZE_TRY(Run(input, tried));
    all_.push_back(std::move(tried));
    return {};
  }

  std::vector<TriedAttack> Take() { return std::move(all_); }

 private:
  Status Run(const FileAttackInput& input, TriedAttack& tried) {
    Stopwatch watch;
    auto report = tried.attack->run(input, progress_);
    watch.Lap(tried.attack->descriptor.name);
    tried.seconds = watch.total();
    left_ -= tried.seconds;
    if (report) {
      tried.report = *std::move(report);
    } else if (report.error().code == ErrorCode::kInput && report.error().where.empty()) {
      tried.not_tried = report.error().message;
    } else {
      return tl::unexpected(report.error());
    }
    return {};
  }

  double left_;
  Progress& progress_;
  std::vector<TriedAttack> all_;
};

}  // namespace

Result<std::vector<TriedAttack>> TryAll(const FileAttackInput& input, double most_seconds,
                                        Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  AttackSize size;
  std::vector<FileSize> releases;
  progress.Stage("counting rows", 0);
  for (const std::string& release : input.releases) {
    GAUZE_ASSIGN(releases.emplace_back(),
                 SizeOf(database, release, input.description.csv, input.description));
  }
  for (const std::string& file : {input.people, input.control}) {
    GAUZE_ASSIGN(const FileSize people,
                 SizeOf(database, file, input.description.people_csv, input.description));
    size.people += people.rows;
    size.different_people += people.different;
  }
  size.victims = input.victims == 0
                     ? size.different_people
                     : std::min(static_cast<double>(input.victims), size.different_people);
  AllAttacks all(most_seconds, progress);
  for (const FileAttackEntry& attack : FileAttacks()) {
    if (attack.most_releases > 1) {
      size.rows = 0;
      size.different = 0;
      for (const FileSize& each : releases) {
        size.rows += each.rows;
        size.different += each.different;
      }
      GAUZE_TRY(all.Try(attack, input, size, ""));
      continue;
    }
    for (std::size_t i = 0; i < input.releases.size(); ++i) {
      FileAttackInput one = input;
      one.releases = {input.releases[i]};
      size.rows = releases[i].rows;
      size.different = releases[i].different;
      GAUZE_TRY(all.Try(attack, one, size, input.releases[i]));
    }
  }
  return all.Take();
}

}  // namespace gauze
