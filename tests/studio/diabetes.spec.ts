// Fifty columns with suggestions, spellings of "no value", a classification of diseases, and files for several columns at once.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLES, expect, expectSameByCommand, test } from "./studio";

test("diabetes with suggestions and hierarchies", async ({ page, studio }) => {
  test.setTimeout(120_000);
  cpSync(join(EXAMPLES, "diabetes/stays.csv"), join(studio.folder, "stays.csv"));
  cpSync(join(EXAMPLES, "diabetes/hierarchies"), join(studio.folder, "hierarchies"), { recursive: true });
  await page.getByRole("banner").getByRole("link", { name: "Open another file" }).click();
  await page.getByRole("button", { name: /^stays.csv/ }).click();
  await expect(page.getByText("2,000 rows and 50 columns")).toBeVisible();
  await page.getByRole("checkbox", { name: "? is missing", exact: true }).check();
  await expect(page.getByLabel("The policy as text")).toHaveValue(/missing_markers: \[['"]?\?/);

  await page.getByRole("link", { name: "Next: Columns" }).click();
  await page.getByRole("button", { name: /^Accept all/ }).click();
  // Few columns make a release that is of use: the rest is dropped here.
  const kept = ["patient_nbr", "race", "gender", "age", "admission_type_id", "diag_1"];
  await page.getByLabel("The policy as text").evaluate((area: HTMLTextAreaElement, names) => {
    const lines = area.value.split("\n").map((line) => {
      const column = /^ {2}([\w-]+): \{role: /.exec(line)?.[1];
      return column && !names.includes(column) ? `  ${column}: {role: identifying}` : line;
    });
    area.value = lines.join("\n");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }, kept);
  await page.getByRole("button", { name: "Save the text" }).click();
  await expect(page.getByLabel("Role of weight")).toHaveValue("identifying");

  await page.getByRole("button", { name: "Import hierarchies" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^hierarchies/ }).click();
  await dialog.getByRole("button", { name: /^age.csv/ }).click();
  await expect(dialog.getByLabel("Column for age.csv")).toHaveValue("age");
  await dialog.getByLabel("Column for admission_type.json").selectOption("admission_type_id");
  for (const other of ["admission_source.json", "discharge.json", "icd9.json"]) {
    await dialog.getByLabel(`Column for ${other}`).selectOption("");
  }
  await dialog.getByRole("button", { name: "Use 2 of 5 files" }).click();
  await expect(page.getByText("covers every value")).toHaveCount(2);

  await page.getByRole("button", { name: /Hierarchy of diag_1/ }).click();
  await page.getByRole("tab", { name: "Build" }).click();
  await page.getByLabel("Builder").selectOption("library");
  await page.getByLabel("Name", { exact: true }).selectOption("icd9cm");
  await page.getByRole("button", { name: "Use it", exact: true }).click();
  await expect(page.getByLabel("The policy as text")).toHaveValue(/icd9cm/);

  await page.getByRole("link", { name: "Run" }).first().click();
  await page.getByRole("button", { name: "Make the release" }).click();
  await expect(page.getByText("verified in the written file")).toBeVisible();
  expectSameByCommand(studio.folder, "stays.yaml");
});
