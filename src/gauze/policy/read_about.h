#pragma once

#include "gauze/policy/about_section.h"
#include "gauze/policy/yaml_reader.h"

namespace gauze {

// The `about` section. Texts are joined to one line. A path of a machine is refused: the section is
// published, and what is written there is easily copied from a note.
Result<AboutSection> ReadAboutSection(const YamlReader& yaml, const YAML::Node& node);

}  // namespace gauze
