// One minute through the steps, by keyboard.
import { expect, test } from "./studio";

test("the tour goes through the steps and ends", async ({ page, studio }) => {
  void studio;
  await page.getByRole("button", { name: "Tour" }).focus();
  await page.keyboard.press("Enter");
  for (const screen of ["Data", "Columns", "Promises", "Trade-off", "Run", "Result", "Sign off"]) {
    await expect(page.getByRole("heading", { name: screen, level: 1 })).toBeVisible();
    await expect(page.locator("#tour-heading")).toBeFocused();
    await page.locator(".tour .primary").focus();
    await page.keyboard.press("Enter");
  }
  await expect(page.locator(".tour")).toHaveCount(0);
});
