// A large table is opened while somebody looks on; the manual is at hand.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./studio";

test("a large table is read with progress, stopped, and read again", async ({ page, studio }) => {
  test.setTimeout(120_000);
  // So many that somebody comes to Cancel by Tab before they are read.
  const lines = ["age,zip,city,illness"];
  for (let row = 0; row < 3_000_000; ++row)
    lines.push(`${row % 90},${10_000 + ((row * 7919) % 20_000)},c${row % 500},i${row % 40}`);
  writeFileSync(join(studio.folder, "large.csv"), lines.join("\n"));
  await page.getByRole("banner").getByRole("link", { name: "Open another file" }).click();
  await page.getByRole("button", { name: /^large.csv/ }).click();
  await expect(page.getByRole("progressbar", { name: "Reading the table" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText(/^Cancelled after/)).toBeVisible();
  expect(existsSync(join(studio.folder, "large.yaml"))).toBe(false);
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.getByText("3,000,000 rows and 4 columns")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("heading", { name: "Columns that tell most rows apart" })).toBeVisible();
});

test("the manual is in the program", async ({ page, studio, context }) => {
  await expect(page.getByText("200 rows and 7 columns")).toBeVisible();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "More in the manual" }).first().click();
  const manual = await opened;
  await expect(manual.getByRole("heading", { level: 1 })).toBeVisible();
  expect(new URL(manual.url()).origin).toBe(new URL(studio.address).origin);
  await manual.getByRole("link", { name: "Gauze manual" }).click();
  await manual.getByRole("link", { name: "Choose roles" }).click();
  await expect(manual.getByRole("heading", { level: 1 })).toHaveText(/role/i);
});
