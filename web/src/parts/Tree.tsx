import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { count, share } from "./format";
import { Icon } from "./Icon";
import { Meter } from "./Meter";

export interface TreeNode {
  depth: number;
  label: string;
  rows: number;
}

const MOST = 200; // rows of the tree that are drawn

function hasChildren(nodes: TreeNode[], at: number): boolean {
  return (nodes[at + 1]?.depth ?? 0) > (nodes[at]?.depth ?? 0);
}

/** Nodes above this one, the nearest first. */
function ancestors(nodes: TreeNode[], at: number): number[] {
  const above = nodes.findLastIndex((node, other) => other < at && node.depth < (nodes[at]?.depth ?? 0));
  return above < 0 ? [] : [above, ...ancestors(nodes, above)];
}

/** Places of the nodes that are in view: no one above them is closed. */
function visible(nodes: TreeNode[], open: Set<number>): number[] {
  const shown: number[] = [];
  let hiddenBelow = Infinity;
  nodes.forEach((node, at) => {
    if (node.depth > hiddenBelow) return;
    hiddenBelow = open.has(at) ? Infinity : node.depth;
    shown.push(at);
  });
  return shown;
}

interface Props {
  nodes: TreeNode[];
  label: string;
  /** Called when a node is gone to, by keys or by mouse. */
  onFocus?: (at: number) => void;
  /** The node that Tab comes to. */
  first?: number;
}

/** A hierarchy, node by node with its rows, from top to bottom as its nodes are listed. Arrow keys, Home and End move; left and right, or Enter, close and open. */
export function Tree({ nodes, label, onFocus, first = 0 }: Props) {
  const open = useSignal(
    new Set([
      ...nodes.flatMap((node, at) => (node.depth < 2 && hasChildren(nodes, at) ? [at] : [])),
      ...ancestors(nodes, first),
    ]),
  );
  const focused = useSignal(first);
  const table = useRef<HTMLTableElement>(null);
  const shown = visible(nodes, open.value);
  const total = nodes[0]?.rows ?? 0;

  const set = (at: number, isOpen: boolean): void => {
    const next = new Set(open.value);
    if (isOpen) next.add(at);
    else next.delete(at);
    open.value = next;
  };
  const toggle = (at: number): void => {
    if (hasChildren(nodes, at)) set(at, !open.value.has(at));
  };
  const focus = (at: number | undefined): void => {
    if (at === undefined) return;
    focused.value = at;
    table.current?.querySelector<HTMLElement>(`tr[data-at="${at}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = focused.value;
    const place = shown.indexOf(at);
    switch (event.key) {
      case "ArrowDown":
        focus(shown[place + 1]);
        break;
      case "ArrowUp":
        focus(shown[place - 1]);
        break;
      case "ArrowRight":
        if (!open.value.has(at) && hasChildren(nodes, at)) set(at, true);
        else focus(shown[place + 1]);
        break;
      case "ArrowLeft":
        if (open.value.has(at)) set(at, false);
        else focus(ancestors(nodes, at)[0] ?? 0);
        break;
      case "Home":
        focus(shown[0]);
        break;
      case "End":
        focus(shown[Math.min(shown.length, MOST) - 1]);
        break;
      case "Enter":
      case " ":
        toggle(at);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="tree">
      <table ref={table} role="treegrid" aria-label={label} onKeyDown={onKeyDown}>
        <thead class="aloud">
          <tr>
            <th scope="col">Label</th>
            <th scope="col">Rows</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, MOST).map((at) => {
            const node = nodes[at] as TreeNode;
            const branch = hasChildren(nodes, at);
            return (
              <tr
                key={at}
                data-at={at}
                data-chosen={onFocus !== undefined && at === focused.value}
                aria-level={node.depth + 1}
                {...(branch ? { "aria-expanded": open.value.has(at) } : {})}
                tabIndex={at === focused.value ? 0 : -1}
                onFocus={() => {
                  focused.value = at;
                  onFocus?.(at);
                }}
                onClick={() => toggle(at)}
              >
                <td style={{ paddingLeft: `${0.3 + node.depth * 1.2}rem` }}>
                  <span class="twist">{branch && <Icon name={open.value.has(at) ? "down" : "right"} />}</span>
                  {node.label}
                </td>
                <td class="number">{count(node.rows)}</td>
                <td class="bar">
                  <span class="aloud">{share(total > 0 ? node.rows / total : 0)}</span>
                  <Meter share={total > 0 ? node.rows / total : 0} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown.length > MOST && (
        <p class="soft">{count(shown.length - MOST)} more are not drawn; close some nodes to see them.</p>
      )}
    </div>
  );
}
