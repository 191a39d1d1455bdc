import { redo, undo } from "../project/project";
import { keysShown } from "./KeysDialog";
import { policyShown } from "./PolicyPanel";
import { go } from "./route";
import { STEPS } from "./steps";

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("textarea, input:not([type=checkbox], [type=radio])");
}

/** Keys that work on every screen, by their place on the keyboard where Alt would change the letter. While somebody writes, undo belongs to the field that they write in. */
export function listenForShortcuts(): void {
  addEventListener("keydown", (event) => {
    const writing = isWriting(event.target);
    const modifier = event.ctrlKey || event.metaKey;
    if (modifier && event.key.toLowerCase() === "z" && !writing) {
      event.preventDefault();
      void (event.shiftKey ? redo() : undo());
    } else if (event.altKey && !modifier && /^Digit[1-8]$/.test(event.code)) {
      event.preventDefault();
      go(STEPS[Number(event.code.slice(-1)) - 1]?.path ?? "/data");
    } else if (event.altKey && !modifier && event.code === "KeyP") {
      event.preventDefault();
      policyShown.value = !policyShown.value;
    } else if (event.key === "?" && !writing && !modifier) {
      event.preventDefault();
      keysShown.value = true;
    }
  });
}
