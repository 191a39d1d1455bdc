#include "gauze/page/document.h"

#include "gauze/page/style.h"

namespace gauze::page {

std::string Document(const std::string& title, const Html& body) {
  const Html head = Tag{"head"}(
      Tag{"meta", {{"charset", "utf-8"}}}.Empty() +
      Tag{"meta", {{"http-equiv", "Content-Security-Policy"}, {"content", ContentPolicy()}}}
          .Empty() +
      Tag{"meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}}
          .Empty() +
      Tag{"meta", {{"name", "referrer"}, {"content", "no-referrer"}}}.Empty() +
      Tag{"title"}(Words(title)) + Styled(PageStyle()));
  return "<!DOCTYPE html>\n" + Tag{"html", {{"lang", "en"}}}(head + body).markup();
}

}  // namespace gauze::page
