// Any bytes as a cell of any type: no crash, and a canonical spelling parses back to itself.
#include "gauze/table/value.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  gauze::Attribute attribute;
  attribute.type = static_cast<gauze::ValueType>(data[0] % 7);
  attribute.separator = data[0] & 0x80U ? "|" : ";";
  if (data[0] & 0x40U) attribute.format = "%d/%m/%Y";
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto value = gauze::ParseValue(attribute, text);
  if (!value) return 0;
  attribute.format.clear();
  const auto again = gauze::ParseValue(attribute, value->text);
  if (!again || again->text != value->text || again->whole != value->whole) __builtin_trap();
  return 0;
}
