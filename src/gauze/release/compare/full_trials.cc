#include "gauze/release/compare/full_trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "gauze/base/stopwatch.h"
#include "gauze/base/threads.h"
#include "gauze/encode/encode.h"
#include "gauze/release/files/journal.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/files/private_folder.h"
#include "gauze/release/input/policy_files.h"
#include "gauze/release/run/build_release.h"
#include "gauze/release/run/load_policy.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

// Everything in a policy that decides what reading its source gives.
std::string ReadingOf(const Policy& policy) {
  std::string text = fmt::format("{}\n{}\n{}\n{}\n{}\n", policy.csv.delimiter, policy.csv.quote,
                                 policy.csv.encoding, policy.csv.header, Name(policy.missing));
  for (const auto& files : {policy.sources, FilesOf(policy)}) {
    for (const std::string& file : files) text += fs::path(file).lexically_normal().string() + '\n';
  }
  for (const std::string& marker : policy.missing_markers) text += marker + '\n';
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
    const auto group =
        static_cast<std::size_t>(std::ranges::find(readings, reading) - readings.begin());
    if (group == groups.size()) {
      readings.push_back(reading);
      groups.emplace_back();
    }
    groups[group].push_back(i);
  }
  return groups;
}

// An input that several can work on: each takes its rows, and these stay.
class SharedInput {
 public:
  SharedInput(Input input, std::string folder, const InputOptions& options)
      : input_(std::move(input)),
        folder_(std::move(folder)),
        workers_(options.workers),
        memory_bytes_(options.memory_bytes) {
    kept_.emplace(std::move(input_.spool));
  }

  const CodedTable& schema() const { return input_.schema; }

  // A spool is taken apart once, so it becomes two.
  Result<Input> Copy() {
    RecordSpool first(kept_->shape(), FileName(), memory_bytes_);
    RecordSpool second(kept_->shape(), FileName(), memory_bytes_);
    {
      std::vector<RecordSpool::Writer> to_first;
      std::vector<RecordSpool::Writer> to_second;
      for (std::size_t i = 0; i < workers_; ++i) {
        to_first.emplace_back(first);
        to_second.emplace_back(second);
      }
      GAUZE_TRY(kept_->TakeApart(
          workers_, [&](std::size_t worker, const std::uint64_t* record, std::size_t size) {
            to_first[worker].Append(record, size);
            to_second[worker].Append(record, size);
          }));
    }
    GAUZE_TRY(first.Finish());
    GAUZE_TRY(second.Finish());
    kept_.emplace(std::move(first));
    return Input{.schema = input_.schema,
                 .rows = input_.rows,
                 .distinct_rows = input_.distinct_rows,
                 .combinations = input_.combinations,
                 .plan = input_.plan,
                 .packing = input_.packing,
                 .carried = input_.carried,
                 .spool = std::move(second)};
  }

 private:
  std::string FileName() { return fmt::format("{}/rows-{}", folder_, ++files_); }

  Input input_;  // all but its rows
  std::string folder_;
  std::size_t workers_;
  std::uint64_t memory_bytes_;
  std::optional<RecordSpool> kept_;
  std::size_t files_ = 0;
};

class TrialRoom {
 public:
  TrialRoom(const RunOptions& options, std::string folder, const Budget& budget, Progress& progress)
      : options_(options), folder_(std::move(folder)), budget_(budget), progress_(progress) {
    budget_.spools /= 2;  // what was read, and the copy that is being worked on
  }

  Status TryGroup(const std::vector<Candidate>& candidates, const std::vector<std::size_t>& group,
                  Trials& trials) {
    GAUZE_ASSIGN(Database database, Database::Open({options_.threads, folder_}));
    GAUZE_TRY(database.LimitMemory(budget_.read_engine));
    const InputOptions reading{.workers = ThreadsOf(options_.threads),
                               .memory_bytes = budget_.spools,
                               .folder = folder_,
                               .sample_rows = options_.sample_rows};
    GAUZE_ASSIGN(Input input,
                 ReadInput(database, candidates[group.front()].policy, reading, progress_));
    ++trials.readings;
    SharedInput shared(std::move(input), folder_, reading);
    for (const std::size_t i : group) {
      trials.outcomes[i] = Try(database, candidates[i].policy, shared);
      const auto& outcome = trials.outcomes[i];
      if (outcome || outcome.error().code == ErrorCode::kInput) continue;
      return tl::unexpected(outcome.error());
    }
    return {};
  }

 private:
  Result<TriedOut> Try(Database& database, const Policy& policy, SharedInput& shared) {
    const std::string folder = folder_ + "/trial";
    std::error_code error;
    fs::remove_all(folder, error);
    // One by one: whoever was stopped has removed the folder above, and nothing may come back.
    for (const std::string& made : {folder, folder + "/release", folder + "/scratch"}) {
      if (!error) fs::create_directory(made, error);
    }
    if (error) return ResourceError("cannot create a folder for a trial", folder, "pass --temp");
    GAUZE_TRY(CheckReleasable(shared.schema(), policy));
    GAUZE_ASSIGN(Journal journal, Journal::Open(folder + "/journal"));
    Stopwatch watch;
    GAUZE_ASSIGN(Input input, shared.Copy());
    GAUZE_ASSIGN(BuiltRelease made,
                 BuildRelease(policy, input,
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
