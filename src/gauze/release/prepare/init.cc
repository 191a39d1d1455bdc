#include "gauze/release/prepare/init.h"

namespace gauze {

static std::string WriteInitial(FirstLook look) {
  look.policy.promises = {{.text = "k_anonymity: {k: 5}", .comment = ""}};
  return WriteFirstPolicy(look.policy);
}

Result<std::string> InitialPolicy(const InitOptions& options, Progress& progress) {
  GAUZE_ASSIGN(FirstLook look, LookAtTable(options, progress));
  return WriteInitial(std::move(look));
}

std::string InitialPolicyOf(const InitOptions& options, Profile profile) {
  return WriteInitial(LookAtProfile(options, std::move(profile)));
}

}  // namespace gauze
