// Any bytes as a policy: an error or a policy, never a crash. A small catalog stands for the real
// one, which lives in rooms above.
#include <cstdint>

#include "gauze/policy/policy.h"

namespace {

const gauze::Descriptor kModel = {
    .name = "l_diversity",
    .parameters = {{.name = "attribute", .type = gauze::ParameterType::kAttribute},
                   {.name = "kind",
                    .type = gauze::ParameterType::kChoice,
                    .choices = {"distinct", "recursive"}},
                   {.name = "l", .type = gauze::ParameterType::kNumber, .minimum = "1"},
                   {.name = "c",
                    .type = gauze::ParameterType::kNumber,
                    .only_with = "kind",
                    .only_with_value = "recursive"},
                   {.name = "flag", .type = gauze::ParameterType::kBoolean, .fallback = "false"}}};
const gauze::Descriptor kTransform = {
    .name = "mondrian",
    .parameters = {{.name = "rows", .type = gauze::ParameterType::kInteger, .fallback = "1"}}};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const gauze::Catalog catalog{{&kModel}, {&kTransform}};
  const auto policy = gauze::ParsePolicy(text, "policy.yaml", catalog);
  if (policy) {
    (void)gauze::CheckDecided(*policy);
    (void)gauze::CheckColumns(*policy, {"age", "sex"});
  } else if (policy.error().message.empty()) {
    __builtin_trap();
  }
  const auto claim = gauze::ParseClaim(text, catalog);
  if (claim && claim->Text().empty()) __builtin_trap();
  return 0;
}
