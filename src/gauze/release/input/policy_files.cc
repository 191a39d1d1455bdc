#include "gauze/release/input/policy_files.h"

#include <fmt/format.h>
#include <glob.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>

namespace gauze {
namespace {

void VisitParameters(const std::vector<Parameter>& named, Parameters& parameters,
                     const std::function<std::string(const std::string&)>& visit) {
  for (const Parameter& parameter : named) {
    if (parameter.type != ParameterType::kFile || !parameters.Has(parameter.name)) continue;
    parameters.MoveFile(parameter.name, visit(parameters.Text(parameter.name)));
  }
}

// `visit` tells where a file is from now on.
void VisitFiles(Policy& policy, const std::function<std::string(const std::string&)>& visit) {
  for (PolicyAttribute& attribute : policy.attributes) {
    std::string& file = attribute.hierarchy.file;
    if (!file.empty()) file = visit(file);
  }
  for (PolicyEntry& promise : policy.protect) {
    VisitParameters(promise.descriptor->parameters, promise.parameters, visit);
    for (const Parameter& parameter : promise.descriptor->parameters) {
      for (PolicyEntry::Column& column : promise.columns) {
        VisitParameters(parameter.fields, column.parameters, visit);
      }
    }
  }
}

}  // namespace

std::vector<std::string> FilesOf(const Policy& policy) {
  std::vector<std::string> files;
  Policy copy = policy;
  VisitFiles(copy, [&](const std::string& file) {
    files.push_back(file);
    return file;
  });
  return files;
}

std::vector<std::string> FilesOfSource(const std::string& source) {
  glob_t found{};
  glob(source.c_str(), 0, nullptr, &found);
  std::vector<std::string> files(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  return files;
}

StatesOfFiles FileStates(const Policy& policy) {
  std::vector<std::string> files = FilesOf(policy);
  for (const std::string& source : policy.sources) {
    for (std::string& file : FilesOfSource(source)) files.push_back(std::move(file));
  }
  StatesOfFiles states;
  for (const std::string& file : files) {
    struct stat found{};
    if (stat(file.c_str(), &found) != 0) continue;  // who reads it says so
    // A time that was set by hand does not change when the change was made.
    states[file] = fmt::format("{} {} {} {}.{:09} {}.{:09}", found.st_dev, found.st_ino,
                               found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec,
                               found.st_ctim.tv_sec, found.st_ctim.tv_nsec);
  }
  return states;
}

Status CheckUnchanged(const Policy& policy, const StatesOfFiles& before) {
  const StatesOfFiles now = FileStates(policy);
  if (now == before) return {};
  const auto differing = [](const StatesOfFiles& these, const StatesOfFiles& those) {
    const auto found = std::ranges::find_if(these, [&](const auto& file) {
      const auto there = those.find(file.first);
      return there == those.end() || there->second != file.second;
    });
    return found == these.end() ? std::string() : found->first;
  };
  std::string changed = differing(before, now);
  if (changed.empty()) changed = differing(now, before);
  return ResourceError("the file was changed while it was read", changed,
                       "try again when no other program writes to it");
}

void MoveFiles(const std::map<std::string, std::string>& moved, Policy& policy) {
  VisitFiles(policy, [&](const std::string& file) {
    const auto found = moved.find(file);
    return found == moved.end() ? file : found->second;
  });
}

}  // namespace gauze
