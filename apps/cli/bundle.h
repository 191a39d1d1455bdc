#pragma once

namespace gauze::cli {

class Commands;
void AddBundle(Commands& commands);

}  // namespace gauze::cli
