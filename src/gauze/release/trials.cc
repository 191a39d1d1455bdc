#include "gauze/release/trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gauze/base/stopwatch.h"
#include "gauze/policy/encode.h"
#include "gauze/release/budget.h"
#include "gauze/release/journal.h"
#include "gauze/release/load.h"
#include "gauze/release/making.h"
#include "gauze/release/policy_files.h"
#include "gauze/release/staging.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

// Everything in a policy that decides what reading its source gives.
std::string ReadingOf(const Policy& policy) {
  std::string text = fmt::format("{}\n{}\n{}\n{}\n", policy.csv.delimiter, policy.csv.quote,
                                 policy.csv.encoding, Name(policy.missing));
  for (const std::string& source : policy.sources) text += source + '\n';
  for (const std::string& marker : policy.missing_markers) text += marker + '\n';
  for (const std::string& file : FilesOf(policy)) text += file + '\n';
  for (const PolicyAttribute& listed : policy.attributes) {
    const Attribute& attribute = listed.attribute;
    const HierarchySource& hierarchy = listed.hierarchy;
    text += fmt::format("{}\n{} {} {} {} {} {}\n", attribute.name, Name(attribute.role),
                        Name(attribute.type), attribute.format, attribute.separator,
                        IsRead(policy, attribute), policy.Guards(attribute.name));
    if (hierarchy.builder == nullptr) continue;
    text += hierarchy.builder->descriptor.name + hierarchy.parameters->Written() + '\n';
  }
  return text;
}

// Candidates by what they read, in the order of the first of each.
std::vector<std::vector<std::size_t>> ByReading(const std::vector<Candidate>& candidates) {
  std::vector<std::string> readings;
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::string reading = ReadingOf(candidates[i].policy);
    const auto found = std::ranges::find(readings, reading);
    if (found == readings.end()) {
      readings.push_back(reading);
      groups.emplace_back();
    }
    groups[static_cast<std::size_t>(found - readings.begin())].push_back(i);
  }
  return groups;
}

class TrialRoom {
 public:
  TrialRoom(const RunOptions& options, std::string folder, const Budget& budget, Progress& progress)
      : options_(options), folder_(std::move(folder)), budget_(budget), progress_(progress) {
    budget_.piles /= 2;  // what was read, and the copy that is being worked on
  }

  Status TryGroup(const std::vector<Candidate>& candidates, const std::vector<std::size_t>& group,
                  Trials& trials) {
    GAUZE_ASSIGN(Database database, Database::Open({options_.threads, folder_}));
    GAUZE_TRY(database.LimitMemory(budget_.read_engine));
    const InputOptions reading{ThreadsOf(options_.threads), budget_.piles, folder_,
                               options_.sample_rows};
    GAUZE_ASSIGN(const Input input,
                 ReadInput(database, candidates[group.front()].policy, reading, progress_));
    ++trials.readings;
    for (const std::size_t i : group) {
      trials.outcomes[i] = Try(database, candidates[i].policy, input);
      const auto& outcome = trials.outcomes[i];
      if (outcome || outcome.error().code == ErrorCode::kInput) continue;
      return tl::unexpected(outcome.error());
    }
    return {};
  }

 private:
  Result<TriedOut> Try(Database& database, const Policy& policy, const Input& input) {
    const std::string folder = folder_ + "/trial";
    std::error_code error;
    fs::remove_all(folder, error);
    fs::create_directories(folder + "/release", error);
    fs::create_directories(folder + "/scratch", error);
    if (error) return ResourceError("cannot make a folder for a trial", folder, "pass --temp");
    GAUZE_TRY(CheckReleasable(input.schema, policy));
    GAUZE_ASSIGN(Journal journal, Journal::Open(folder + "/journal"));
    Stopwatch watch;
    GAUZE_ASSIGN(Input own, CopyInput(input, folder + "/scratch"));
    GAUZE_ASSIGN(MadeRelease made,
                 MakeRelease(policy, own,
                             {database, budget_, ThreadsOf(options_.threads), folder + "/release",
                              folder + "/scratch", journal, watch},
                             progress_));
    return TriedOut{std::move(made.manifest), watch.total()};
  }

  const RunOptions& options_;
  std::string folder_;
  Budget budget_;
  Progress& progress_;
};

}  // namespace

Result<Trials> TryCandidates(const std::vector<Candidate>& candidates, const RunOptions& options,
                             Progress& progress) {
  GAUZE_ASSIGN(const Budget budget, MakeBudget(options.memory));
  const auto limit = LimitThreads(options.threads);
  GAUZE_ASSIGN(
      const Scratch scratch,
      Scratch::Open(options.temp.empty() ? fs::temp_directory_path().string() : options.temp));
  TrialRoom room(options, scratch.folder(), budget, progress);
  Trials trials;
  trials.outcomes.resize(candidates.size());
  const auto groups = ByReading(candidates);
  for (const auto& group : groups) GAUZE_TRY(room.TryGroup(candidates, group, trials));
  return trials;
}

}  // namespace gauze
