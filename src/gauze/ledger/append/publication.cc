#include "gauze/ledger/append/publication.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/measure/measure.h"
#include "gauze/model/class_model.h"
#include "gauze/release/run/step_figures.h"
#include "gauze/transform/class_step.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;
using ledger::FileRecord;
using ledger::Store;

tl::unexpected<Error> CannotPublish(const std::string& path) {
  return ResourceError("the release cannot be written", path,
                       "check free disk space and permissions, and append again");
}

// A link is as durable as its file, which was synced, and its folder, which the caller syncs.
Status LinkFile(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  if (!error) return {};
  fs::copy_file(from, to, error);
  if (error) return CannotPublish(to);
  return SyncPath(to);
}

// The rows of a CSV after the header of `to`, or with their own if it is new.
Status AppendCsv(const std::string& from, std::ofstream& to, bool with_header) {
  std::ifstream file(from, std::ios::binary);
  std::string header;
  std::getline(file, header);
  if (with_header) to << header << '\n';
  if (file.peek() != std::ifstream::traits_type::eof()) to << file.rdbuf();
  if (!file || !to) return CannotPublish(from);
  return {};
}

// One file is written by its name, several as a list.
std::vector<std::string> DataOf(const Json& manifest) {
  const Json data = manifest.value("data", Json::array());
  if (data.is_string()) return {data.get<std::string>()};
  return data.get<std::vector<std::string>>();
}

// Classes of the former release are still there: the worst of all is theirs or among the new ones.
void TakeWorse(const Json& former, const std::vector<PolicyEntry>& protect,
               std::vector<Verdict>& verdicts) {
  const Json promises = former.value("promises", Json::array());
  for (std::size_t i = 0; i < promises.size(); ++i) {
    const double value = promises[i].at("worst_class").at("value");
    const std::uint64_t rows = promises[i].at("worst_class").at("rows");
    Verdict& verdict = verdicts[i];
    const bool largest =
        FindModel(protect[i].descriptor->name)->worst_is_largest(protect[i].parameters);
    const bool worse = largest ? value > verdict.worst_value : value < verdict.worst_value;
    if (!worse && (value != verdict.worst_value || rows >= verdict.worst_rows)) continue;
    verdict.worst_value = value;
    verdict.worst_rows = rows;
  }
}

// What steps have done to everything so far.
std::vector<std::vector<StepFigure>> StepsIn(const Json& figures) {
  std::vector<std::vector<StepFigure>> steps;
  for (const Json& step : figures.at("steps")) steps.push_back(FiguresFrom(step));
  return steps;
}

std::string PartName(std::size_t number) { return fmt::format("data/part-{:05}.parquet", number); }

}  // namespace

Result<FileRecord> RecordFile(const Store& store, const std::string& path) {
  GAUZE_ASSIGN(const std::string digest, DigestFile(store.Path(path)));
  std::error_code error;
  FileRecord file{.path = path, .digest = digest};
  file.bytes = fs::file_size(store.Path(path), error);
  if (path.starts_with("staged/")) file.path = "releases/" + path.substr(7);
  return file;
}

Publication::Publication(const Policy& policy, const Store& store,
                         const ledger::ReleaseRecord* last, std::uint32_t number)
    : policy_(policy),
      store_(store),
      last_(last),
      number_(number),
      method_(*ledger::FindMethod(policy.ledger->method.descriptor->name)),
      folder_(store.Path(fmt::format("staged/{:06}", number))) {
  if (last != nullptr) former_ = store.Path(Store::ReleaseFolder(last->number));
}

// What the new release is made from: files as they were recorded. Parts are taken over by name, or
// an append would cost what was released before; whether they are whole is for `gauze ledger
// verify`.
Status Publication::ReadFormer() {
  if (last_ == nullptr || !Continues()) return {};
  const std::string folder = Store::ReleaseFolder(last_->number) + "/";
  for (const FileRecord& file : last_->files) {
    const bool read = file.path == folder + "manifest.json" || file.path == folder + "data.csv";
    if (read) GAUZE_TRY(store_.CheckFile(file));
  }
  GAUZE_ASSIGN(const std::string text, ReadFile(store_.Path(folder + "manifest.json")));
  former_manifest_ = ParseJson(text);
  return {};
}

bool Publication::Continues() const {
  return method_.appends_only && policy_.ledger->publish == Publish::kFull;
}

Status Publication::JoinCsv(bool any) {
  std::error_code error;
  const std::string whole = folder_ + "/data.csv";
  const std::string earlier = former_ + "/data.csv";
  const bool before = !former_.empty() && fs::exists(earlier, error);
  if (!any) {
    if (!before) return {};
    data_ = {"data.csv"};
    return LinkFile(earlier, whole);
  }
  data_ = {"data.csv"};
  delta_ = {"delta.csv"};
  fs::rename(whole, folder_ + "/delta.csv", error);
  if (error) return CannotPublish(whole);
  if (!before) return LinkFile(folder_ + "/delta.csv", whole);
  {
    std::ofstream out(whole, std::ios::binary);
    GAUZE_TRY(AppendCsv(earlier, out, true));
    GAUZE_TRY(AppendCsv(folder_ + "/delta.csv", out, false));
    out.flush();
    if (!out) return CannotPublish(whole);
  }
  return SyncPath(whole);
}

Status Publication::JoinParquet(const std::vector<std::string>& fresh) {
  std::error_code error;
  const auto earlier = DataOf(former_manifest_);
  // Aside, so that parts can be numbered after the earlier ones.
  std::vector<std::string> moved;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    moved.push_back(fmt::format("{}/fresh-{:05}", folder_, i));
    fs::rename(folder_ + "/" + fresh[i], moved.back(), error);
    if (error) return CannotPublish(moved.back());
  }
  fs::remove_all(folder_ + "/data", error);
  if (earlier.empty() && fresh.empty()) return {};
  fs::create_directory(folder_ + "/data", error);
  for (const std::string& name : earlier) {
    GAUZE_TRY(LinkFile(former_ + "/" + name, folder_ + "/" + name));
    data_.push_back(name);
    ++linked_;
  }
  for (const std::string& path : moved) {
    const std::string name = PartName(data_.size());
    fs::rename(path, folder_ + "/" + name, error);
    if (error) return CannotPublish(name);
    data_.push_back(name);
    delta_.push_back(name);
  }
  return SyncPath(folder_ + "/data");
}

ReleasedLoss LossIn(const Json& figures, const Policy& policy) {
  const auto columns = std::ranges::count_if(policy.attributes, [](const PolicyAttribute& listed) {
    return listed.attribute.role == Role::kQuasiIdentifying;
  });
  return ReleasedLoss::From(figures.value("loss", std::vector<double>()),
                            static_cast<std::size_t>(columns));
}

Result<Json> Publication::ManifestOf(const Parts& parts, const Json& figures) {
  Json manifest;
  const bool any = parts.writing.rows() > 0;
  if (any) {
    Verification verification = parts.verified.verification;
    ReleasedLoss loss = parts.writing.loss();
    if (Continues()) {
      verification.rows = figures["released"].get<std::uint64_t>();
      verification.class_sizes.clear();
      verification.classes = 0;
      for (const Json& size : figures["class_sizes"]) {
        verification.class_sizes[size.at(0)] = size.at(1);
        verification.classes += size.at(1).get<std::uint64_t>();
      }
      TakeWorse(former_manifest_, policy_.protect, verification.verdicts);
      loss = LossIn(figures, policy_);
      parts.input.rows = figures["came"].get<std::uint64_t>();
    }
    const auto steps = Continues() ? StepsIn(figures) : parts.writing.figures();
    const auto measures = ComputeMeasures(
        ShapeOf(policy_, parts.input.schema, parts.input.rows, verification, loss.Sums()));
    manifest = MakeManifest({policy_, parts.input, verification, measures, parts.verified.columns,
                             parts.verified.settings, data_, parts.writing.transform_figures(),
                             steps, nullptr, nullptr, !method_.known_holes});
  } else if (last_ != nullptr && Continues() && last_->figures["released"] > 0) {
    manifest = former_manifest_;
  } else {
    manifest = {{"manifest_version", kManifestVersion}, {"rows", 0}};
  }
  manifest["ledger"] = {
      {"release", number_},
      {"method", policy_.ledger->method.Text()},
      {"publishes", policy_.ledger->publish == Publish::kFull ? "full" : "delta"},
      {"delta", method_.appends_only ? Json(delta_) : Json(data_)},
      {"delta_rows", parts.writing.rows()},
      {"waiting", parts.waiting},
      {"sealed", parts.sealed},
      {"note",
       "which records wait also depends on sensitive values; no record is ever forced out"}};
  return manifest;
}

// Of a release that continues, classes as they were made are handed on, as in its manifest, and no
// verdicts: to look at the whole file again would cost what was released before.
Result<std::vector<std::string>> Publication::Complete(const Parts& parts, const Json& manifest,
                                                       const Json& figures) {
  std::vector<std::string> names;
  if (!parts.complete || manifest.at("rows") == 0) return names;
  FinishedRelease release{folder_, parts.verified.verification};
  if (Continues()) {
    release.found = {.rows = manifest.at("rows"), .classes = manifest.at("classes")};
    for (const Json& size : figures["class_sizes"]) {
      release.found.class_sizes[size.at(0)] = size.at(1);
    }
  }
  GAUZE_TRY(parts.complete(release));
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_ + "/report", error)) {
    names.push_back("report/" + entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

Result<Publication::Published> Publication::Make(const Parts& parts) {
  const Json before = last_ == nullptr || !method_.appends_only ? Json::object() : last_->figures;
  const Json earlier = last_ == nullptr ? Json::object() : last_->figures;
  Published published;
  Json& figures = published.figures;
  const auto sum = [](const Json& from, const char* name, std::uint64_t more) {
    return from.value(name, std::uint64_t{0}) + more;
  };
  figures["batch"] = parts.came;
  figures["came"] = sum(earlier, "came", parts.came);
  figures["new"] = parts.writing.rows();
  figures["released"] = sum(before, "released", parts.writing.rows());
  figures["waiting"] = parts.waiting;
  figures["sealed"] = parts.sealed;
  std::map<std::uint64_t, std::uint64_t> sizes = parts.verified.verification.class_sizes;
  for (const Json& size : before.value("class_sizes", Json::array())) {
    sizes[size.at(0)] += size.at(1).get<std::uint64_t>();
  }
  figures["classes"] = sum(before, "classes", parts.verified.verification.classes);
  figures["class_sizes"] = Json::array();
  for (const auto& [rows, classes] : sizes) figures["class_sizes"].push_back({rows, classes});
  ReleasedLoss loss = LossIn(before, policy_);
  loss.Add(parts.writing.loss());
  figures["loss"] = loss.Numbers();
  figures["steps"] = Json::array();
  const Json steps = before.value("steps", Json::array());
  for (std::size_t step = 0; step < policy_.steps.size(); ++step) {
    auto all = step < steps.size() ? FiguresFrom(steps[step]) : std::vector<StepFigure>();
    const auto& added = parts.writing.figures()[step];
    if (!added.empty()) AddFigures(added, all);
    figures["steps"].push_back(FiguresJson(all));
  }

  GAUZE_TRY(ReadFormer());
  const bool csv = policy_.format == ReleaseFormat::kCsv;
  const bool any = parts.writing.rows() > 0;
  // Of a release without new rows, writing leaves a file without rows.
  std::error_code error;
  if (!any) fs::remove(folder_ + "/data.csv", error);
  if (!Continues()) {
    data_ = parts.writing.files();
    delta_ = data_;
  } else if (csv) {
    GAUZE_TRY(JoinCsv(any));
  } else {
    GAUZE_TRY(JoinParquet(parts.writing.files()));
  }
  GAUZE_ASSIGN(const Json manifest, ManifestOf(parts, figures));
  GAUZE_TRY(WriteFile(folder_ + "/manifest.json", manifest.dump(2) + "\n"));
  GAUZE_ASSIGN(std::vector<std::string> names, Complete(parts, manifest, figures));
  GAUZE_TRY(SyncPath(folder_));
  GAUZE_TRY(SyncPath(store_.Path("staged")));
  names.emplace_back("manifest.json");
  names.insert(names.end(), data_.begin() + static_cast<std::ptrdiff_t>(linked_), data_.end());
  if (csv && Continues()) names.insert(names.end(), delta_.begin(), delta_.end());
  for (const std::string& name : names) {
    GAUZE_ASSIGN(FileRecord file,
                 RecordFile(store_, fmt::format("staged/{:06}/{}", number_, name)));
    published.files.push_back(std::move(file));
  }
  return published;
}

}  // namespace gauze
