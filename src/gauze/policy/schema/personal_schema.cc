#include "gauze/policy/schema/personal_schema.h"

#include "gauze/base/json.h"
#include "gauze/policy/keys.h"

namespace gauze {

Json PersonalSchema() {
  const Json text = {{"type", "string"}, {"minLength", 1}};
  const Json aliased = {{"description", "a category, shown by the person's choice"},
                        {"type", "object"},
                        {"properties", {{"aliases", {{"enum", keys::kAliases}}}, {"choice", text}}},
                        {"required", {"aliases", "choice"}},
                        {"additionalProperties", false}};
  const Json graded = {
      {"description", "a number, shown as category + position in it"},
      {"type", "object"},
      {"properties",
       {{"grades", {{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 2}}}}},
      {"required", {"grades"}},
      {"additionalProperties", false}};
  return {{"description", "sensitive columns that show aliases or grades in place of values"},
          {"type", "object"},
          {"properties",
           {{"recipient", text},
            {"vault",
             {{"type", "object"},
              {"properties", {{"file", text}, {"server", text}}},
              {"required", {"file", "server"}},
              {"additionalProperties", false}}},
            {"missing_choice", {{"enum", {1, 2, 3}}}},
            {"attributes",
             {{"type", "object"},
              {"minProperties", 1},
              {"additionalProperties", {{"anyOf", Json::array({aliased, graded})}}}}}}},
          {"required", {"recipient", "vault", "attributes"}},
          {"additionalProperties", false}};
}

}  // namespace gauze
