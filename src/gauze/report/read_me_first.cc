#include "gauze/report/read_me_first.h"

#include <fmt/format.h>

#include <vector>

#include "gauze/base/counted.h"
#include "gauze/page/document.h"
#include "gauze/page/html.h"
#include "gauze/release/manifest/plain_words.h"
#include "gauze/table/attribute.h"

namespace gauze::report {
namespace read_me {
namespace {

using page::Html;
using page::Named;
using page::Tag;
using page::Words;

Html Paragraph(std::string_view words) { return Tag{"p"}(Words(words)); }

Html Part(const char* id, const char* title, const Html& inside) {
  return Tag{"section", {{"id", id}}}(Tag{"h2"}(Words(title)) + inside);
}

Html RowOf(const std::vector<Html>& cells) {
  Html row;
  for (const Html& cell : cells) row += Tag{"td"}(cell);
  return Tag{"tr"}(row);
}

Html TableOf(const std::vector<const char*>& heads, const Html& rows) {
  Html names;
  for (const char* head : heads) names += Tag{"th", {{"scope", "col"}}}(Words(head));
  return Tag{"div", {{"class", "wide"}}}(
      Tag{"table"}(Tag{"thead"}(Tag{"tr"}(names)) + Tag{"tbody"}(rows)));
}

// A column of words, and one of what they mean.
Html Meanings(const std::vector<const char*>& heads,
              const std::vector<std::pair<const char*, const char*>>& lines) {
  Html rows;
  for (const auto& [what, means] : lines) {
    rows += RowOf({Tag{"code"}(Words(what)), Words(means)});
  }
  return TableOf(heads, rows);
}

Html Code(const std::vector<const char*>& lines) {
  Html code;
  for (const char* line : lines) code += Tag{"code"}(Words(line));
  return Tag{"pre"}(code);
}

Html List(const std::vector<const char*>& lines) {
  Html list;
  for (const char* line : lines) list += Tag{"li"}(Words(line));
  return Tag{"ul"}(list);
}

Html WhatItIs(const Json& manifest, const std::set<std::string>& files) {
  const auto rows = manifest.at("rows").get<std::uint64_t>();
  const auto classes = manifest.at("classes").get<std::uint64_t>();
  Html shown = Paragraph(fmt::format(
      "It is a table of {} that was changed so that it can be shared. Some columns were made "
      "coarser, until several people look alike: the rows form {}. The others are as they were.",
      Counted(rows, "row", "rows"), Counted(classes, "group", "groups")));
  const auto left_out = manifest.at("suppressed_rows").get<std::uint64_t>();
  if (left_out > 0) {
    shown += Paragraph(fmt::format("{} left out.", Counted(left_out, "row was", "rows were")));
  }
  Html list;
  const auto file = [&](const std::string& name, const char* is) {
    if (files.contains(name)) list += Tag{"li"}(Tag{"code"}(Words(name)) + Words(is));
  };
  file("release/data.csv", " is the table, as CSV in UTF-8 with a header line");
  file("release/data.parquet", " is the table, as Parquet");
  file("release/data/part-00001.parquet",
       " and those beside it are the table, as Parquet in parts");
  file("release/report/report.html",
       " is the report for people, with charts: open it in a browser");
  file("report/report.html", " is a report that the sender added");
  file("release/manifest.json",
       " has the same for programs: what is promised, lost and not protected");
  file("policy/policy.yaml", " has the rules by which the table was made");
  file("SHA256SUMS", " has a digest of every file");
  shown += Tag{"ul"}(list);
  Html promises;
  for (const Json& promise : manifest.at("promises")) {
    const auto claim = promise.at("claim").get<std::string>();
    const Html told = Words(promise.value("sentence", claim + " holds"));
    const std::string plain = PlainWords(manifest, promise);
    promises +=
        Tag{"li"}(plain.empty() ? told : Words(plain) + Tag{"div", {{"class", "soft"}}}(told));
  }
  return shown + Paragraph("The sender promises, and the file was checked for it:") +
         Tag{"ul"}(promises);
}

const char* WhatBecameOf(const Json& column, bool disguised) {
  if (column.at("released_as").empty()) return "left out";
  const auto role = RoleFromName(column.at("role").get<std::string>());
  if (role == Role::kQuasiIdentifying) return "made coarser where that was needed";
  if (disguised)
    return "some cells are a group's name, an alias or a grade that stands for the value";
  if (role == Role::kQuasiSensitive) return "some terms may have been removed";
  return "as it was";
}

Html TreatedColumns(const Json& manifest) {
  std::set<std::string> disguised;
  if (manifest.contains("personal")) {
    for (const auto& [name, one] : manifest.at("personal").at("attributes").items()) {
      disguised.insert(name);
    }
  }
  Html rows;
  for (const Json& column : manifest.at("columns")) {
    const auto name = column.at("name").get<std::string>();
    rows += RowOf({Named(name), Words(WhatBecameOf(column, disguised.contains(name)))});
  }
  return TableOf({"column", "what became of it"}, rows);
}

Html Labels() {
  return Meanings(
             {"a cell", "the true value is"},
             {{"34", "34"},
              {"[20, 29]", "one of 20, 21, … 29: both ends belong to it"},
              {"[20, 30)", "at least 20, and less than 30"},
              {"[2025-07-16, 2025-09-21]", "one of these days"},
              {"801**", "a group of values under that name; a * inside a code is any character"},
              {"{Aachen|Caub}", "Aachen or Caub"},
              {"*", "hidden: it may be anything, and perhaps there is none"},
              {"~k3x9q2m7ta", "an alias: a trusted server knows what it stands for"}}) +
         Paragraph(
             "An empty cell says that there was no value. Do not read it, or a *, as zero, and do "
             "not let your program take words such as NA for missing.");
}

Html Programs() {
  return Paragraph(
             "Read every column as text, and take the two ends of a range apart. Put the name of "
             "the column in the place of COLUMN. What is * or empty stays so.") +
         Tag{"h3"}(Words("R")) +
         Code({"data <- read.csv(\"release/data.csv\", colClasses = \"character\", na.strings = "
               "character(0), check.names = FALSE)",
               "low <- sub(\"^\\\\[(.*), .*[])]$\", \"\\\\1\", data[[\"COLUMN\"]])",
               "high <- sub(\"^\\\\[.*, (.*)[])]$\", \"\\\\1\", data[[\"COLUMN\"]])"}) +
         Tag{"h3"}(Words("Python with pandas")) +
         Code({"import pandas",
               "data = pandas.read_csv(\"release/data.csv\", dtype=str, keep_default_na=False)",
               "ends = data[\"COLUMN\"].str.extract(r\"^\\[(.*), (.*)[\\])]$\")",
               "low, high = ends[0].fillna(data[\"COLUMN\"]), ends[1].fillna(data[\"COLUMN\"])"}) +
         Tag{"h3"}(Words("SPSS")) +
         Paragraph(
             "Import the file as delimited text, with \" as qualifier, and every variable as a "
             "string. For dates, write SDATE10 in the place of F20.2 and of F20.") +
         Code({"NUMERIC low high (F20.2).", "COMPUTE #comma = INDEX(COLUMN, \", \").",
               "DO IF SUBSTR(COLUMN, 1, 1) = \"[\".",
               "  COMPUTE low = NUMBER(SUBSTR(COLUMN, 2, #comma - 2), F20).",
               ("  COMPUTE high = NUMBER(SUBSTR(COLUMN, #comma + 2, LENGTH(RTRIM(COLUMN)) - #comma "
                "- 2), F20)."),
               "ELSE IF COLUMN <> \"*\" AND COLUMN <> \"\".",
               "  COMPUTE low = NUMBER(COLUMN, F20).", "  COMPUTE high = low.", "END IF."}) +
         Tag{"h3"}(Words("Excel")) +
         Paragraph(
             "Do not open the file with a double click: Excel would take labels for dates. Choose "
             "Data, From Text/CSV, and no detection of types. With a label in A2 its ends are:") +
         Code(
             {"=IF(LEFT(A2,1)=\"[\", VALUE(MID(A2, 2, FIND(\",\",A2)-2)), IF(OR(A2=\"\",A2=\"*\"), "
              "\"\", VALUE(A2)))",
              "=IF(LEFT(A2,1)=\"[\", VALUE(MID(A2, FIND(\",\",A2)+2, LEN(A2)-FIND(\",\",A2)-2)), "
              "IF(OR(A2=\"\",A2=\"*\"), \"\", VALUE(A2)))"}) +
         Paragraph(
             "A date comes out as a number: give its cell the format of a date. Where a comma "
             "separates decimals, Excel expects ; between arguments.") +
         Paragraph("Parquet files are opened by pandas.read_parquet and by R's package arrow.");
}

Html Conclusions(const Json& manifest) {
  std::vector<const char*> may = {
      "take every label for true: it covers the value of that person",
      "give bounds: a mean, a sum or a share lies between what the low and the high ends give",
      "take columns that are as they were, and their connection with each other, as they are"};
  if (manifest.at("suppressed_rows") == 0) {
    may.push_back("count rows exactly: none was left out");
  }
  return Tag{"h3"}(Words("You may")) + List(may) + Tag{"h3"}(Words("You may not")) +
         List({"take the middle of a range for the value: people are not spread evenly in it",
               "leave out rows with *, and treat the rest as a sample: they are unusual people",
               "read anything from the order of rows: they are sorted by what they show",
               "conclude that somebody was not in the original because no row fits",
               "compare two releases row by row, or add them up: the same people may be in both",
               "look for a person, or help somebody to"});
}

Html Check() {
  return Paragraph(
             "You need one program, gauze, no network and no account. Get the sender's public key "
             "by another way than this file. Then, with the file as it was sent:") +
         Code({"gauze bundle verify FILE.bundle.tar --key signing.pub"}) +
         Paragraph(
             "It says who signed, and for every promise whether the table keeps it. In the folder "
             "that was unpacked, gauze verify release checks the promises, and sha256sum --check "
             "SHA256SUMS finds a changed file without Gauze.") +
         Paragraph(
             "A check tells that a promise holds, not that it is enough. The report has a part on "
             "what is not protected.");
}

}  // namespace
}  // namespace read_me

std::string ReadMeFirst(const Json& manifest, const std::set<std::string>& files) {
  using namespace read_me;  // of this file
  const Html body = Tag{"body"}(
      Tag{"header"}(Tag{"h1"}(Words("Read me first")) +
                    Paragraph("Somebody gave you a table about people. This page says what you "
                              "have, how to read it and how to check it.")) +
      Tag{"main"}(Part("what", "What is this?", WhatItIs(manifest, files)) +
                  Part("columns", "What became of each column?", TreatedColumns(manifest)) +
                  Part("labels", "How does a cell read?", Labels()) +
                  Part("programs", "How do I open it?", Programs()) +
                  Part("conclusions", "What may I conclude?", Conclusions(manifest)) +
                  Part("check", "How do I check it?", Check())) +
      Tag{"footer"}(Paragraph("Made by Gauze " + manifest.at("gauze").get<std::string>() + ".")));
  return page::Document("Read me first", body);
}

}  // namespace gauze::report
