// A point on the earth in one cell: latitude and longitude as decimals, or degrees and minutes.
// Where each has a column of its own, its name says so.

#include <algorithm>

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

// A decimal with three places or more (a hundred metres), not beyond so many degrees.
bool IsAngle(std::string_view text, int most) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  if (point == 0 || point > 3 || !AllDigits(text.substr(0, point))) return false;
  const std::string_view places = text.substr(point + 1);
  return places.size() >= 3 && AllDigits(places) && NumberOf(text.substr(0, point)) <= most;
}

bool IsDecimalPair(std::string_view value) {
  if (value.starts_with('(') && value.ends_with(')')) value = value.substr(1, value.size() - 2);
  std::size_t end = value.find_first_of(",; ");
  if (end == std::string_view::npos) return false;
  const std::string_view latitude = value.substr(0, end);
  while (end < value.size() && std::string_view(",; ").find(value[end]) != std::string_view::npos) {
    ++end;
  }
  return IsAngle(latitude, 90) && IsAngle(value.substr(end), 180);
}

// "52°31'12"N": begins with a number and the sign of degrees, ends with a direction.
bool IsInDegrees(std::string_view value) {
  const std::size_t degree = value.find("\xC2\xB0");
  return degree != std::string_view::npos && degree <= 3 && AllDigits(value.substr(0, degree)) &&
         NumberOf(value.substr(0, degree)) <= 180 &&
         std::string_view("NSEWO").find(ToUpper(value.back())) != std::string_view::npos;
}

bool IsCoordinates(std::string_view value) {
  return value.size() <= 64 && (IsDecimalPair(value) || IsInDegrees(value));
}

}  // namespace

Recogniser CoordinatesRecogniser() {
  return {.name = "coordinates",
          .finds = "coordinates",
          .form = "latitude and longitude with three decimals or more, or degrees and a direction",
          .kind = "coordinates",
          .weight = Weight::kCertain,
          .fits = IsCoordinates};
}

}  // namespace gauze
