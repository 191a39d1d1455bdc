// Working without a mouse.
import { expect, type Page } from "@playwright/test";

/** Presses Tab until what has the focus fits the selector. */
export async function tabTo(page: Page, selector: string, most = 120): Promise<void> {
  for (let pressed = 0; pressed < most; ++pressed) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never came to ${selector}`);
}

/** Every place that Tab comes to can be seen to have the focus. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return true;
    const style = getComputedStyle(element);
    const cell =
      element.matches("tr") && element.firstElementChild
        ? getComputedStyle(element.firstElementChild).boxShadow
        : "none";
    return (
      style.outlineStyle !== "none" || style.boxShadow !== "none" || cell !== "none" || element.matches("h1, g.point")
    );
  });
  expect(seen, "the focus can be seen").toBe(true);
}
