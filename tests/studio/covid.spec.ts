// A million patients, compressed: read with progress, scrolled anywhere, a sweep, a release. Needs the real table, which GAUZE_DATA names. In the
// long form only (GAUZE_SOAK=1), which is not part of CI.
import { copyFileSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, expectSameByCommand, test } from "./studio";

const TABLE = resolve(process.env.GAUZE_DATA ?? "../../../shared/data", "covid/covid.csv.gz");

test("covid with a sweep", async ({ page, studio }) => {
  test.skip(process.env.GAUZE_SOAK !== "1", "GAUZE_SOAK=1 for this one");
  test.skip(!existsSync(TABLE), `there is no ${TABLE}`);
  test.setTimeout(900_000);
  const soon = { timeout: 300_000 };
  copyFileSync(TABLE, join(studio.folder, "covid.csv.gz"));
  await page.goto(await studio.restart("covid.csv.gz"));
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(page.getByText("1,048,575 rows and 21 columns")).toBeVisible(soon);
  await expect(page.getByText(/^Rows 1 to 16 of 1,048,575/)).toBeVisible(soon);
  await page.getByLabel("Go to row").fill("1048000");
  await page.getByLabel("Go to row").press("Enter");
  await expect(page.getByText(/^Rows 1,048,000 to /)).toBeVisible();
  await expect(page.locator("table.rows td").first()).not.toHaveText("…");

  await page.getByRole("link", { name: "Next: Columns" }).click();
  await page.getByRole("button", { name: "Accept all 21 suggestions" }).click();
  await page.getByRole("link", { name: "Next: Promises" }).click();
  await expect(page.locator(".price .value").first()).toHaveText(/%/, soon);
  await page.getByRole("link", { name: "Trade-off" }).click();
  await page.getByRole("button", { name: /^Try all/ }).click();
  await page.locator("g.point[aria-label*='k=10:'] .dot").click(soon);
  await expect(page.getByLabel("The policy as text")).toHaveValue(/k: 10/);

  await page.getByRole("link", { name: "Run" }).first().click();
  await page.getByRole("button", { name: "Make the release" }).click();
  await expect(page.getByText("verified in the written file")).toBeVisible(soon);
  expectSameByCommand(studio.folder, "covid.yaml");
});
