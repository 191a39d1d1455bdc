import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { setRole, type Attribute } from "../../project/attributes";
import type { Suggestion } from "../../project/profile";
import { edit } from "../../project/project";
import { capital, spoken } from "../../parts/format";
import { ColumnRow, needsTree } from "./ColumnRow";
import { HierarchyPanel } from "./HierarchyPanel";
import { ROLE_KEYS } from "./role_keys";

export function decide(column: string, role: string): void {
  void edit(`${column}: ${spoken(role)}`, (document) => setRole(document, column, role));
}

/** One row for each column. One row has the focus; letters decide its role, arrows move on. */
export function ColumnsTable({
  attributes,
  suggestions,
}: {
  attributes: Attribute[];
  suggestions: Map<string, Suggestion>;
}) {
  const focused = useSignal(0);
  const opened = useSignal<string | null>(null);
  const body = useRef<HTMLTableElement>(null);

  const focus = (to: number): void => {
    focused.value = Math.max(0, Math.min(attributes.length - 1, to));
    body.current?.querySelector<HTMLElement>(`tr[data-at="${focused.value}"]`)?.focus();
  };
  const toggle = (column: string): void => {
    opened.value = opened.value === column ? null : column;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = event.target as HTMLElement;
    const column = attributes[focused.value];
    // The tree of a hierarchy lies inside, and has rows and keys of its own.
    const own = row.matches("tr[data-at]") && row.closest("table") === body.current;
    if (!own || !column || event.ctrlKey || event.metaKey || event.altKey) return;
    const suggested = suggestions.get(column.name);
    const role = ROLE_KEYS[event.key];
    const steps: Record<string, number> = {
      ArrowDown: focused.value + 1,
      ArrowUp: focused.value - 1,
      Home: 0,
      End: attributes.length - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) focus(to);
    else if (role !== undefined) decide(column.name, role);
    else if (event.key === "a" && suggested) decide(column.name, suggested.role);
    else if (event.key === "Enter" && needsTree(column)) toggle(column.name);
    else return;
    event.preventDefault();
  };

  return (
    <div class="wide">
      <table ref={body} class="columns" role="grid" aria-label="Columns and their roles" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col" class="name">
              Column
            </th>
            <th scope="col" class="role-column">
              Role
            </th>
            <th scope="col">What it looks like</th>
            <th scope="col" class="hierarchy-column">
              Hierarchy
            </th>
          </tr>
        </thead>
        <tbody>
          {attributes.map((attribute, at) => (
            <>
              <ColumnRow
                key={attribute.name}
                attribute={attribute}
                at={at}
                suggestion={suggestions.get(attribute.name) ?? null}
                focusable={at === focused.value}
                isOpen={opened.value === attribute.name}
                onFocus={() => (focused.value = at)}
                onToggle={() => toggle(attribute.name)}
              />
              {opened.value === attribute.name && needsTree(attribute) && (
                <tr key={`${attribute.name} hierarchy`} class="opened">
                  <td colSpan={4}>
                    <HierarchyPanel attribute={attribute} onClose={() => (toggle(attribute.name), focus(at))} />
                  </td>
                </tr>
              )}
            </>
          ))}
        </tbody>
      </table>
      <p class="aloud" aria-live="polite">
        {attributes[focused.value] &&
          `${attributes[focused.value]?.name}: ${capital(spoken(attributes[focused.value]?.role ?? ""))}`}
      </p>
    </div>
  );
}
