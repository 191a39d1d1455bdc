import { signal } from "@preact/signals";
import { Dialog } from "../parts/Dialog";
import { ROLE_KEYS } from "../screens/columns/role_keys";
import { capital, spoken } from "../parts/format";

export const keysShown = signal(false);

const EVERYWHERE: [string, string][] = [
  ["Ctrl Z", "Undo the last change of the policy"],
  ["Ctrl Shift Z", "Redo it"],
  ["Alt 1…8", "Go to a step"],
  ["Alt P", "Show or hide the policy"],
  ["Ctrl S", "Save the policy's text, where it was edited"],
  ["?", "This list"],
];

const LISTS: [string, string][] = [
  ["↑ ↓", "The row above or below"],
  ["Home End", "The first or the last row"],
  ["Enter", "Open the hierarchy of the column"],
  ["a", "Accept the suggested role"],
];

const TREES: [string, string][] = [
  ["↑ ↓ Home End", "Another node"],
  ["→ ←", "Open the node, or go into it; close it, or go out of it"],
  ["Enter", "Open or close the node"],
];

function Keys({ title, keys }: { title: string; keys: [string, string][] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl class="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              {key.split(" ").map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every key that does something. */
export function KeysDialog() {
  if (!keysShown.value) return null;
  const roles = Object.entries(ROLE_KEYS).map(([key, role]): [string, string] => [key, capital(spoken(role))]);
  return (
    <Dialog title="Keys" onClose={() => (keysShown.value = false)}>
      <div class="key-lists">
        <Keys title="Everywhere" keys={EVERYWHERE} />
        <Keys title="In the list of columns" keys={LISTS} />
        <Keys title="In the tree of a hierarchy" keys={TREES} />
        <Keys title="The role of the focused column" keys={roles} />
      </div>
    </Dialog>
  );
}
