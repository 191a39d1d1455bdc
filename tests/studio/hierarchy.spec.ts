// Trees: looked at before they are taken, and changed node by node.
import { expectVisibleFocus, tabTo } from "./keys";
import { expect, test } from "./studio";

test("a tree is built, renamed, saved and taken back", async ({ page, studio }) => {
  void studio;
  await page.getByRole("link", { name: "Columns" }).first().click();
  await page.getByRole("button", { name: /^Accept all/ }).click();
  await page.getByRole("button", { name: /Hierarchy of zip/ }).click();
  await page.getByLabel("Type").selectOption("text");
  await page.getByRole("tab", { name: "Build" }).click();
  await page.getByLabel("Builder").selectOption("mask");
  await page.getByLabel("Side").selectOption("right");
  await page.getByRole("button", { name: "Show its tree" }).click();
  await expect(page.getByRole("treegrid", { name: /^Tree: mask/ })).toBeVisible();
  // A tree of another type is another tree.
  await page.getByLabel("Type").selectOption("date");
  await expect(page.getByRole("treegrid", { name: /^Tree: mask/ })).toHaveCount(0);
  await page.getByLabel("Type").selectOption("text");
  await expect(page.getByRole("treegrid", { name: /^Tree: mask/ })).toBeVisible();
  await expect(page.getByLabel("The policy as text")).not.toHaveValue(/mask/);
  await page.getByRole("button", { name: "Use it", exact: true }).click();
  await expect(page.getByLabel("The policy as text")).toHaveValue(/mask/);

  await page.getByRole("tab", { name: "Tree" }).click();
  const tree = page.getByRole("treegrid", { name: "Tree of zip" });
  await expect(tree).toBeVisible();
  await expect(tree.getByRole("row", { name: /200 100 %/ }).first()).toBeVisible();
  await tree.locator("tr[data-at='1']").click();
  await page.getByLabel("Label", { exact: true }).fill("The coast");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(tree.getByRole("row", { name: /The coast/ })).toBeVisible();
  const before = await tree.getByRole("row").count();
  await page.getByRole("button", { name: "Take back the last change" }).click();
  await expect(tree.getByRole("row", { name: /The coast/ })).toHaveCount(0);

  // A node that is moved goes with all that is below it, and is counted there.
  await tree.locator("tr[data-at='2']").click();
  await page.getByLabel("Move into").selectOption({ label: "82***" });
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(tree.getByRole("row", { name: /^82\*\*\* 133/ })).toBeVisible();
  await expect(tree.getByRole("row", { name: /^\* 200/ })).toBeVisible();
  await page.getByRole("button", { name: "Take back the last change" }).click();
  await expect(tree.getByRole("row", { name: /^82\*\*\* 67/ })).toBeVisible();

  await tree.locator("tr[data-at='1']").click();
  await page.getByLabel("Label", { exact: true }).fill("The coast");
  await page.getByRole("button", { name: "Put into a new group of this name" }).click();
  await expect(tree.getByRole("row", { name: /The coast/ })).toBeVisible();
  await page.getByRole("button", { name: "Save as a new file" }).click();
  await expect(page.getByLabel("The policy as text")).toHaveValue(/zip-hierarchy\.csv/);
  await expect(page.getByText("covers every value")).toBeVisible();
  await expect(tree.getByRole("row", { name: /The coast/ })).toBeVisible();
  expect(before).toBeGreaterThan(2);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByLabel("The policy as text")).toHaveValue(/mask/);
});

test("a tree is changed without a mouse", async ({ page, studio }) => {
  void studio;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const goTo = async (selector: string): Promise<void> => {
    await tabTo(page, selector);
    await expectVisibleFocus(page);
  };
  await expect(page.getByText("200 rows and 7 columns")).toBeVisible();
  await press("Alt+2");
  await expect(page.getByRole("heading", { name: "Columns", level: 1 })).toBeFocused();
  await goTo("tr[data-at]");
  await press("ArrowDown", "ArrowDown", "ArrowDown", "q", "Enter");
  await goTo("[aria-label^='Use it: ZIP']");
  await press("Enter");
  await expect(page.getByText("covers every value")).toBeVisible();
  await goTo("[role=tab]");
  await press("ArrowRight", "ArrowRight", "ArrowRight");
  const tree = page.getByRole("treegrid", { name: "Tree of zip" });
  await expect(tree).toBeVisible();

  await goTo("tr[data-at='0']");
  await press("End");
  await expect(tree.locator("tr[data-at='0']")).not.toBeFocused();
  await press("Home", "ArrowDown", "ArrowDown");
  await expect(tree.locator("tr[data-at='2']")).toBeFocused();
  // Letters decide roles in the table around it, and Enter opens another hierarchy there; not here.
  const policy = await page.getByLabel("The policy as text").inputValue();
  await press("s", "a", "Enter", "Enter");
  await expect(tree.locator("tr[data-at='2']")).toBeFocused();
  expect(await page.getByLabel("The policy as text").inputValue()).toBe(policy);
  const before = await tree.innerText();
  await goTo("select[id$='-home']");
  await press("ArrowDown");
  expect(await tree.innerText(), "going through the list moves nothing").toBe(before);
  await press("Tab");
  await expect(page.getByRole("button", { name: "Move", exact: true })).toBeFocused();
  await press("Enter");
  expect(await tree.innerText()).not.toBe(before);
  await goTo(".buttons .primary");
  await press("Enter");
  await expect(page.getByLabel("The policy as text")).toHaveValue(/zip-hierarchy\.csv/);
});
