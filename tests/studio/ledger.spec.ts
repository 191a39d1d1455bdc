// Records that keep arriving: a ledger is begun here, and one that was begun on the command line gets its next batch.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, gauze, test } from "./studio";

const POLICY = `version: 1
attributes:
  key: {role: identifying}
  age: {role: quasi_identifying, type: integer}
  illness: {role: sensitive}
protect:
  - k_anonymity: {k: 3}
  - l_diversity: {attribute: illness, kind: distinct, l: 2}
ledger: {method: {pool: {most_waiting: 5}}, key: key}
release: {format: csv}
`;

function writeBatch(folder: string, week: number): void {
  const rows = Array.from(
    { length: 40 },
    (_, row) => `p${week}-${row},${20 + ((row * 7 + week) % 60)},i${(row + week) % 5}`,
  );
  writeFileSync(join(folder, `week-${week}.csv`), ["key,age,illness", ...rows].join("\n"));
}

test("the next batch of a ledger", async ({ page, studio }) => {
  writeFileSync(join(studio.folder, "weekly.yaml"), POLICY);
  for (const week of [0, 1, 2]) writeBatch(studio.folder, week);
  gauze(studio.folder, "ledger", "init", "weekly.yaml", "hospital");
  gauze(studio.folder, "append", "hospital", "week-0.csv", "--quiet");
  gauze(studio.folder, "append", "hospital", "week-1.csv", "--quiet");
  await page.goto(await studio.restart("hospital"));
  await expect(page.getByRole("heading", { name: "Ledger", level: 1 })).toBeVisible();
  await expect(page.getByText(/^2 releases, /)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Who waits" })).toBeVisible();

  await page.getByRole("button", { name: "Choose" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^week-2.csv/ })
    .click();
  await page.getByRole("button", { name: "Append", exact: true }).click();
  await expect(page.getByText(/^3 releases, /)).toBeVisible();
  await expect(page.getByRole("row", { name: /^2 40/ })).toBeVisible();

  // The same batch again is refused, in the program's words.
  await page.getByRole("button", { name: "Append", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  gauze(studio.folder, "ledger", "verify", "hospital");
});

test("a ledger is begun with a policy of single releases", async ({ page, studio }) => {
  for (const week of [0, 1]) writeBatch(studio.folder, week);
  const single = POLICY.replace(/ledger: .*\n/, "").replace("attributes:", "source: week-0.csv\nattributes:");
  writeFileSync(join(studio.folder, "weekly.yaml"), single);
  await page.goto(await studio.restart("weekly.yaml"));
  await page.getByRole("link", { name: "Ledger" }).click();
  await expect(page.getByLabel("Method")).toHaveValue("pool");
  await page.getByText(/^Settings of the ledger/).click();
  await page.getByLabel(/^Key/).selectOption("key");
  await page.getByLabel("Folder of the ledger").fill("hospital");
  await page.getByRole("button", { name: "Begin the ledger" }).click();
  await expect(page.getByText(/^0 releases, /)).toBeVisible();
  await page.getByRole("button", { name: "Choose" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^week-0.csv/ })
    .click();
  await page.getByRole("button", { name: "Append", exact: true }).click();
  await expect(page.getByText(/^1 release, /)).toBeVisible();
  gauze(studio.folder, "ledger", "verify", "hospital");
});
