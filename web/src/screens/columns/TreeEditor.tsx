import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { FaultBox } from "../../parts/FaultBox";
import { relativeToPolicy } from "../../parts/FileField";
import { Tree, type TreeNode } from "../../parts/Tree";
import { group, homesOf, isBranch, move, rename } from "../../project/tree_edit";
import { ask, faultOf } from "../../server/request";
import type { Fault } from "../../server/types";
import { takeHierarchy } from "./take_hierarchy";

/**
 * A tree whose nodes can be renamed, grouped and moved. Saving writes a new file and gives the column that one, so that undo leads
 * back to what it had before.
 */
export function TreeEditor({ column, tree }: { column: string; tree: TreeNode[] }) {
  const versions = useSignal([tree]);
  const at = useSignal(0);
  const label = useSignal(tree[0]?.label ?? "");
  const home = useSignal("");
  const fault = useSignal<Fault | null>(null);
  const id = useId();
  const nodes = versions.value.at(-1) ?? tree;
  const node = nodes[at.value];
  const branch = isBranch(nodes, at.value);
  const isChanged = versions.value.length > 1;

  const choose = (to: number): void => {
    at.value = to;
    label.value = nodes[to]?.label ?? "";
    home.value = "";
  };
  const change = (next: TreeNode[]): void => {
    versions.value = [...versions.value, next];
    at.value = Math.min(at.value, next.length - 1);
    label.value = next[at.value]?.label ?? "";
    home.value = "";
  };
  /** With the name that was written, if it is another one. */
  const changeByName = (how: (nodes: TreeNode[], at: number, name: string) => TreeNode[]): void => {
    const name = label.value.trim();
    if (name !== "" && name !== node?.label) change(how(nodes, at.value, name));
  };
  const takeBack = (): void => {
    versions.value = versions.value.slice(0, -1);
    choose(Math.min(at.value, (versions.value.at(-1)?.length ?? 1) - 1));
  };
  const save = async (): Promise<void> => {
    try {
      const list = nodes.map((one) => ({ depth: one.depth, label: one.label }));
      const { path } = await ask<{ path: string }>("POST", "/api/hierarchy", { column, tree: list });
      takeHierarchy(column, relativeToPolicy(path));
    } catch (error) {
      fault.value = faultOf(error);
    }
  };
  return (
    <>
      <Tree
        key={versions.value.length}
        nodes={nodes}
        label={`Tree of ${column}`}
        first={at.value}
        onFocus={choose}
      />
      <form class="tree-edit" onSubmit={(event) => event.preventDefault()}>
        {at.value === 0 || !node ? (
          <p class="soft">Choose a node to rename it, to move it, or to put it into a new group.</p>
        ) : (
          <>
            <div class="field">
              <label for={`${id}-label`}>{branch ? "Label" : "Value"}</label>
              <span class="buttons">
                <input
                  id={`${id}-label`}
                  type="text"
                  value={label.value}
                  onInput={(event) => (label.value = event.currentTarget.value)}
                />
                {branch && (
                  <button type="submit" onClick={() => changeByName(rename)}>
                    Rename
                  </button>
                )}
                <button type="button" onClick={() => changeByName(group)}>
                  Put into a new group of this name
                </button>
              </span>
              {!branch && <p class="field-help">A value of the table keeps its spelling; write the name of a group.</p>}
            </div>
            <div class="field">
              <label for={`${id}-home`}>Move into</label>
              <span class="buttons">
                {/* A key that goes through the list must not move anything yet. */}
                <select
                  id={`${id}-home`}
                  value={home.value}
                  onChange={(event) => (home.value = event.currentTarget.value)}
                >
                  <option value="">Choose</option>
                  {homesOf(nodes, at.value).map((to) => (
                    <option key={to} value={to}>
                      {nodes[to]?.label}
                    </option>
                  ))}
                </select>
                <button
                  type="button"
                  onClick={() => home.value !== "" && change(move(nodes, at.value, Number(home.value)))}
                >
                  Move
                </button>
              </span>
            </div>
          </>
        )}
      </form>
      {fault.value && <FaultBox fault={fault.value} />}
      {isChanged && (
        <div class="buttons">
          <button type="button" class="primary" onClick={() => void save()}>
            Save as a new file
          </button>
          <button type="button" onClick={takeBack}>
            Take back the last change
          </button>
          <span class="soft">The file that the column has now stays, and undo leads back to it.</span>
        </div>
      )}
    </>
  );
}
