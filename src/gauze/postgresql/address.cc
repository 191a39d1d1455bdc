#include "gauze/postgresql/address.h"

#include <algorithm>
#include <vector>

#include "gauze/base/text/ascii.h"
#include "gauze/base/text/percent.h"
#include "gauze/base/text/sql_text.h"

namespace gauze {
namespace {

constexpr std::string_view kSchemes[] = {"postgresql://", "postgres://"};

constexpr const char* kWritten =
    "inside an address % is written %25, & is %26, and @ in a name is %40";

// "user:secret@host", also where characters of the secret end the part that they should be in.
bool HasPassword(std::string_view before_parameters) {
  const std::size_t at = before_parameters.rfind('@');
  return at != std::string_view::npos && before_parameters.substr(0, at).find(':') < at;
}

// Of "user@host:5432,other:5433"; [::1] has colons of its own.
bool HasWrongPort(std::string_view authority) {
  authority.remove_prefix(std::min(authority.size(), authority.rfind('@') + 1));
  while (!authority.empty()) {
    const std::size_t end = std::min(authority.find(','), authority.size());
    std::string_view host = authority.substr(0, end);
    if (host.starts_with('[')) host.remove_prefix(std::min(host.size(), host.find(']') + 1));
    if (const std::size_t colon = host.rfind(':'); colon != std::string_view::npos) {
      const std::string_view port = host.substr(colon + 1);
      if (!std::ranges::all_of(port, [](char c) { return c >= '0' && c <= '9'; })) return true;
    }
    authority.remove_prefix(std::min(authority.size(), end + 1));
  }
  return false;
}

tl::unexpected<Error> PasswordError(const std::string& where) {
  return InputError(
      "the address holds a password, or what looks like one", where,
      "leave it out: PGPASSWORD, ~/.pgpass or a service file (service=NAME) gives it to the "
      "server; an @ in the name of a database is written %40");
}

std::vector<std::string_view> Parts(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Status SetTable(const std::string& written, const std::string& where, DatabaseAddress& address) {
  const auto parts = Parts(written, '.');
  if (parts.size() > 2 || std::ranges::any_of(parts, &std::string_view::empty)) {
    return InputError("the table's name is not one of PostgreSQL", where,
                      "write table=name or table=schema.name; a name that has dots in it can be "
                      "read by query=");
  }
  if (parts.size() == 2) address.schema = parts.front();
  address.table = parts.back();
  address.query = "SELECT * FROM " +
                  (address.schema.empty() ? "" : QuoteName(address.schema) + ".") +
                  QuoteName(address.table);
  return {};
}

}  // namespace

bool IsDatabaseAddress(std::string_view text) {
  return std::ranges::any_of(kSchemes, [&](auto scheme) { return text.starts_with(scheme); });
}

Result<DatabaseAddress> ParseDatabaseAddress(const std::string& text, const std::string& where) {
  DatabaseAddress address{.text = text};
  const std::size_t question = text.find('?');
  address.connection = text.substr(0, question);
  const std::string_view after = std::string_view(address.connection).substr(text.find("://") + 3);
  if (HasPassword(after)) return PasswordError(where);
  if (HasWrongPort(after.substr(0, after.find('/')))) {
    return InputError("the port of the address is not a number", where,
                      "write postgresql://user@host:5432/database?table=name; a password does not "
                      "belong into it");
  }
  char separator = '?';
  bool given = false;
  for (const std::string_view part : Parts(
           question == text.npos ? std::string_view() : std::string_view(text).substr(question + 1),
           '&')) {
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      return InputError("a parameter of the address has no value", where, kWritten);
    }
    // libpq decodes it.
    const std::string key = LowerCase(DecodePercent(part.substr(0, equals)).value_or(""));
    if (key == "password" || key == "sslpassword") return PasswordError(where);
    const auto value = DecodePercent(part.substr(equals + 1));
    // libpq and statements end at a zero byte.
    if (!value || value->find('\0') != value->npos)
      return InputError("a % of the address is not followed by two digits of a character", where,
                        kWritten);
    if (key != "table" && key != "query") {
      address.connection += separator + std::string(part);
      separator = '&';
      continue;
    }
    if (given || value->empty()) {
      return InputError(given ? "the address names more than one table or query"
                              : "the address names a table or query without a name",
                        where, "write either table=NAME or query=SELECT …, once");
    }
    given = true;
    if (key == "query") {
      // As it stands inside another statement.
      address.query = value->substr(0, value->find_last_not_of(" \t\r\n;") + 1);
    } else {
      GAUZE_TRY(SetTable(*value, where, address));
    }
  }
  if (given) return address;
  return InputError("the address names no table and no query", where,
                    "add ?table=schema.name, or ?query=SELECT …");
}

}  // namespace gauze
