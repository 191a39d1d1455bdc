#include "gauze/release/policy_files.h"

#include <glob.h>

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

void MoveFiles(const std::map<std::string, std::string>& moved, Policy& policy) {
  VisitFiles(policy, [&](const std::string& file) {
    const auto found = moved.find(file);
    return found == moved.end() ? file : found->second;
  });
}

}  // namespace gauze
