// Journeys by keyboard alone: what a test clicks, fills and chooses is reached and done by keys, as somebody without a mouse would.
import type { Locator, Page } from "@playwright/test";
import { expectVisibleFocus } from "./keys";

const MOST = 400; // places that somebody goes through with Tab

/** What of an element takes the focus: itself, what it lies in, or what it is the label of. */
function focusable(element: Element): Element {
  const label = element.closest("label");
  const inside = element.closest("a[href], button, input, select, textarea, summary, [tabindex]:not(h1)");
  return inside ?? label?.control ?? element;
}

/** Where the focus is, seen from an element: there, among its likes (which arrow keys go through), or elsewhere. */
function focusFrom(element: Element): "there" | "before" | "after" | "elsewhere" {
  const active = document.activeElement;
  if (!active || active === element) return active ? "there" : "elsewhere";
  const group = "[role=tablist], [role=treegrid], [role=grid], svg";
  const likes = element.closest(group);
  const alike = ["tr", "[role=tab]", "g.point"].some((one) => active.matches(one) && element.matches(one));
  if (!likes || !alike || active.closest(group) !== likes) return "elsewhere";
  return active.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING ? "before" : "after";
}

/** Presses Tab, and arrow keys where one place of several takes the focus, until the element has it. */
async function reach(locator: Locator): Promise<void> {
  const page = locator.page();
  await locator.waitFor();
  await locator.and(page.locator(":not(:disabled)")).waitFor();
  for (let pressed = 0; pressed < MOST; ++pressed) {
    // A page that is drawn anew has another element of the same kind.
    const handle = await locator.elementHandle();
    const target = (await handle?.evaluateHandle(focusable))?.asElement();
    if (!target) throw new Error(`${String(locator)} is not there any more`);
    const focus = await target.evaluate(focusFrom);
    if (focus === "there") return expectVisibleFocus(page);
    const sideways = await target.evaluate((element) => element.matches("[role=tab], g.point"));
    const key = { before: sideways ? "ArrowRight" : "ArrowDown", after: sideways ? "ArrowLeft" : "ArrowUp", elsewhere: "Tab" }[focus];
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST} keys never came to ${String(locator)}`);
}

async function click(this: Locator): Promise<void> {
  await reach(this);
  await this.page().keyboard.press("Enter");
}

async function fill(this: Locator, text: string): Promise<void> {
  await reach(this);
  const keyboard = this.page().keyboard;
  await keyboard.press("Control+a");
  if (text === "") await keyboard.press("Delete");
  else await keyboard.insertText(text);
}

async function check(this: Locator): Promise<void> {
  await reach(this);
  if (!(await this.isChecked())) await this.page().keyboard.press("Space");
}

async function press(this: Locator, key: string): Promise<void> {
  await reach(this);
  await this.page().keyboard.press(key);
}

/** Opens the list, goes down to the choice and takes it. */
async function selectOption(this: Locator, wanted: string | { label: string }): Promise<void> {
  await reach(this);
  const down = await this.evaluate((element, choice) => {
    const options = [...(element as HTMLSelectElement).options].filter((option) => !option.disabled);
    return options.findIndex((option) => (typeof choice === "string" ? option.value === choice : option.label === choice.label));
  }, wanted);
  if (down < 0) throw new Error(`${String(this)} has no such choice`);
  const keyboard = this.page().keyboard;
  await keyboard.press("Alt+ArrowDown");
  await keyboard.press("Home");
  for (let pressed = 0; pressed < down; ++pressed) await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
}

/** From here on, locators of every page work with keys; whatever else needs a mouse throws. Returns what undoes that. */
export function putAwayMouse(page: Page): () => void {
  const locators = Object.getPrototypeOf(page.locator("html")) as Record<string, unknown>;
  const none = (): never => {
    throw new Error("there is no mouse");
  };
  const keys: Record<string, unknown> = { click, fill, check, press, selectOption, dblclick: none, hover: none, dragTo: none, tap: none, focus: none };
  const before = Object.fromEntries(Object.keys(keys).map((name) => [name, locators[name]]));
  Object.assign(locators, keys);
  return () => Object.assign(locators, before);
}
