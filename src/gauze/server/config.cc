#include "gauze/server/config.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "gauze/base/file.h"
#include "gauze/base/read_number.h"
#include "gauze/base/text/suggest.h"

namespace gauze::server {
namespace {

// One mapping of the file. Every key that is read is remembered; Finish() finds those nobody asked
// for, which are spelled wrongly.
class Section {
 public:
  Section(const YAML::Node& node, std::string file, std::string name)
      : node_(node), file_(std::move(file)), name_(std::move(name)) {}

  std::string Where(const std::string& key) const {
    return fmt::format("{}: {}{}", file_, name_, key);
  }

  Result<std::string> Text(const std::string& key, const std::string& example) {
    names_.insert(key);
    if (!node_.IsMap() || !node_[key] || !node_[key].IsScalar() || node_[key].Scalar().empty()) {
      return InputError("this setting is missing", Where(key),
                        "for example " + key + ": " + example);
    }
    return node_[key].Scalar();
  }
  std::string TextOr(const std::string& key, std::string otherwise) {
    names_.insert(key);
    if (!node_.IsMap() || !node_[key] || !node_[key].IsScalar()) return otherwise;
    return node_[key].Scalar();
  }
  template <typename T>
  Status Number(const std::string& key, T least, T most, T& value) {
    names_.insert(key);
    if (!node_.IsMap() || !node_[key]) return {};
    const auto read = ReadAll<T>(node_[key].IsScalar() ? node_[key].Scalar() : "");
    if (!read || *read < least || *read > most) {
      return InputError(fmt::format("this must be a number from {} to {}", least, most),
                        Where(key));
    }
    value = *read;
    return {};
  }
  Result<Section> Inner(const std::string& key, bool required) {
    names_.insert(key);
    YAML::Node inner = node_.IsMap() ? node_[key] : YAML::Node();
    if (inner && !inner.IsMap()) return InputError("this must be a mapping", Where(key));
    if (!inner && required) return InputError("this section is missing", Where(key));
    return Section(inner ? inner : YAML::Node(YAML::NodeType::Map), file_, name_ + key + ".");
  }
  Status Finish() const {
    for (const auto& entry : node_) {
      const std::string key = entry.first.Scalar();
      if (names_.contains(key)) continue;
      return InputError("unknown setting", Where(key),
                        DidYouMean(key, {names_.begin(), names_.end()}));
    }
    return {};
  }

 private:
  YAML::Node node_;
  std::string file_;
  std::string name_;
  std::set<std::string> names_;
};

Result<std::string> Located(const std::string& text, const std::filesystem::path& folder) {
  constexpr std::string_view kCredential = "credential:";
  if (!text.starts_with(kCredential)) return (folder / text).string();
  const char* directory = std::getenv("CREDENTIALS_DIRECTORY");
  if (directory == nullptr) {
    return InputError("there is no $CREDENTIALS_DIRECTORY for " + text, "",
                      "start gauzed by systemd with LoadCredential=, or name a file");
  }
  return (std::filesystem::path(directory) / text.substr(kCredential.size())).string();
}

Status ReadListen(const std::string& text, const std::string& where,
                  const std::filesystem::path& folder, Config& config) {
  constexpr std::string_view kUnix = "unix:";
  if (text.starts_with(kUnix)) {
    config.socket_path = (folder / text.substr(kUnix.size())).string();
    return {};
  }
  const std::size_t colon = text.rfind(':');
  boost::system::error_code fault;
  config.address = text.substr(0, colon);
  const auto address = boost::asio::ip::make_address(config.address, fault);
  const char* end = text.data() + text.size();
  if (colon == std::string::npos || fault ||
      std::from_chars(text.data() + colon + 1, end, config.port).ptr != end) {
    return InputError("this is neither a Unix socket nor an address with a port", where,
                      "unix:/run/gauzed/gauzed.sock or 127.0.0.1:8470");
  }
  if (!address.is_loopback()) {
    return InputError(
        "only loopback addresses are allowed: tokens would be sent unencrypted", where,
        "let nginx terminate TLS and forward requests; deploy/nginx has its configuration");
  }
  return {};
}

Status ReadIdentity(Section section, const std::filesystem::path& folder, Config& config) {
  GAUZE_ASSIGN(config.token.issuer, section.Text("issuer", "https://id.example.org"));
  GAUZE_ASSIGN(config.token.audience, section.Text("audience", "gauzed"));
  GAUZE_ASSIGN(config.token.roles_claim, section.Text("roles_claim", "gauze_roles"));
  GAUZE_ASSIGN(config.jwks, section.Text("jwks", "/etc/gauzed/jwks.json"));
  if (!config.jwks.starts_with("http://") && !config.jwks.starts_with("https://")) {
    config.jwks = (folder / config.jwks).string();
  }
  config.jwks_authority = section.TextOr("jwks_authority", "");
  if (!config.jwks_authority.empty()) {
    config.jwks_authority = (folder / config.jwks_authority).string();
  }
  GAUZE_TRY(section.Number("jwks_refresh_seconds", 1U, 86400U, config.jwks_refresh_seconds));
  GAUZE_TRY(section.Number("jwks_longest_seconds", 1U, 86400U, config.jwks_longest_seconds));
  if (config.jwks_longest_seconds < config.jwks_refresh_seconds) {
    return InputError("keys would be too old before they are read again",
                      section.Where("jwks_longest_seconds"),
                      "make it several times jwks_refresh_seconds");
  }
  GAUZE_TRY(section.Text("skew_seconds", "30"));
  GAUZE_TRY(section.Number<std::int64_t>("skew_seconds", 0, 300, config.token.skew_seconds));
  return section.Finish();
}

Status ReadLimits(Section section, Limits& limits) {
  GAUZE_TRY(section.Number<std::uint64_t>("request_bytes", 1024, 64U << 20U, limits.request_bytes));
  GAUZE_TRY(section.Number<std::uint64_t>("vault_bytes", 1024, 16ULL << 30U, limits.vault_bytes));
  GAUZE_TRY(section.Number("request_seconds", 1U, 300U, limits.request_seconds));
  GAUZE_TRY(section.Number("idle_seconds", 1U, 3600U, limits.idle_seconds));
  GAUZE_TRY(section.Number("connections", 1U, 65536U, limits.connections));
  GAUZE_TRY(section.Number("waiting", 1U, 1U << 20U, limits.waiting));
  GAUZE_TRY(section.Number("requests_per_second", 0.01, 1e6, limits.requests_per_second));
  GAUZE_TRY(section.Number("burst", 1.0, 1e6, limits.burst));
  return section.Finish();
}

}  // namespace

Result<Config> ReadConfig(const std::string& path) {
  GAUZE_ASSIGN(const std::string text, ReadFile(path));
  YAML::Node document;
  try {
    document = YAML::Load(text);
  } catch (const YAML::Exception& fault) {
    return InputError("this is not YAML: " + fault.msg,
                      fmt::format("{}:{}", path, fault.mark.line + 1));
  }
  if (!document.IsMap()) return InputError("this must be a mapping", path);
  const std::filesystem::path folder =
      std::filesystem::absolute(std::filesystem::path(path)).parent_path();
  Config config;
  Section top(document, path, "");
  GAUZE_ASSIGN(const std::string listen, top.Text("listen", "unix:/run/gauzed/gauzed.sock"));
  GAUZE_TRY(ReadListen(listen, top.Where("listen"), folder, config));
  GAUZE_ASSIGN(config.database, top.Text("database", "host=/run/postgresql dbname=gauzed"));
  GAUZE_ASSIGN(const std::string master, top.Text("master_key", "credential:master.key"));
  GAUZE_ASSIGN(config.master_key, Located(master, folder));
  GAUZE_ASSIGN(const std::string vault, top.Text("vault_key", "credential:vault.key"));
  GAUZE_ASSIGN(config.vault_key, Located(vault, folder));
  GAUZE_ASSIGN(const std::string state, top.Text("state", "/var/lib/gauzed"));
  config.state = (folder / state).string();
  GAUZE_TRY(top.Number("threads", 1U, 256U, config.threads));
  GAUZE_ASSIGN(Section identity, top.Inner("identity", true));
  GAUZE_TRY(ReadIdentity(std::move(identity), folder, config));
  GAUZE_ASSIGN(Section limits, top.Inner("limits", false));
  GAUZE_TRY(ReadLimits(std::move(limits), config.limits));
  GAUZE_TRY(top.Finish());
  return config;
}

}  // namespace gauze::server
