#pragma once

#include <string_view>

namespace gauze {

// A number that a program wrote, ours or the engine: "0.25", "1e-3", "-7", or the hexadecimal
// "0x1.8p+1", which comes back to the last bit. With a point whatever the locale of the process is:
// a program that we are part of may have set one with a comma. 0 where it is no number.
double ReadNumber(std::string_view text);

}  // namespace gauze
