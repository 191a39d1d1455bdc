// Changes of a tree, which is a list of its nodes from the root down, each before its children. Every change gives a new list.
import type { TreeNode } from "../parts/Tree";

/** The place after the last node below this one. */
function endOf(nodes: TreeNode[], at: number): number {
  const depth = nodes[at]?.depth ?? 0;
  const end = nodes.findIndex((node, other) => other > at && node.depth <= depth);
  return end < 0 ? nodes.length : end;
}

export function isBranch(nodes: TreeNode[], at: number): boolean {
  return endOf(nodes, at) > at + 1;
}

function parentOf(nodes: TreeNode[], at: number): number {
  return nodes.findLastIndex((node, other) => other < at && node.depth < (nodes[at]?.depth ?? 0));
}

/** Rows of a node are those of the values below it. */
function recounted(nodes: TreeNode[]): TreeNode[] {
  const counted = nodes.map((node, at) => ({ ...node, rows: isBranch(nodes, at) ? 0 : node.rows }));
  for (let at = counted.length - 1; at > 0; --at) {
    const above = counted[parentOf(counted, at)];
    if (above) above.rows += counted[at]?.rows ?? 0;
  }
  return counted;
}

export function rename(nodes: TreeNode[], at: number, label: string): TreeNode[] {
  return nodes.map((node, other) => (other === at ? { ...node, label } : node));
}

/** Nodes that this one, with all that is below it, can be put into. */
export function homesOf(nodes: TreeNode[], at: number): number[] {
  const end = endOf(nodes, at);
  const home = parentOf(nodes, at);
  return nodes.flatMap((_, other) =>
    isBranch(nodes, other) && other !== home && (other < at || other >= end) ? [other] : [],
  );
}

/** Puts a node, with all that is below it, into another one. A node that has nothing left below it goes: it is no value. */
export function move(nodes: TreeNode[], at: number, to: number): TreeNode[] {
  const end = endOf(nodes, at);
  const deeper = (nodes[to]?.depth ?? 0) + 1 - (nodes[at]?.depth ?? 0);
  const moved = nodes.slice(at, end).map((node) => ({ ...node, depth: node.depth + deeper }));
  const emptied = new Set<TreeNode>();
  for (let above = parentOf(nodes, at), last = at; above > 0; last = above, above = parentOf(nodes, above)) {
    const isOnlyChild = above + 1 === last && endOf(nodes, above) === endOf(nodes, last);
    const node = nodes[above];
    if (!isOnlyChild || !node || above === to) break;
    emptied.add(node);
  }
  const place = endOf(nodes, to);
  const kept = (from: number, until: number): TreeNode[] =>
    nodes.slice(from, until).filter((node, other) => !emptied.has(node) && (from + other < at || from + other >= end));
  return recounted([...kept(0, place), ...moved, ...kept(place, nodes.length)]);
}

/** A new node in the place of this one, which becomes the only one below it. */
export function group(nodes: TreeNode[], at: number, label: string): TreeNode[] {
  const node = nodes[at];
  if (!node) return nodes;
  const end = endOf(nodes, at);
  const below = nodes.slice(at, end).map((one) => ({ ...one, depth: one.depth + 1 }));
  return recounted([...nodes.slice(0, at), { ...node, label }, ...below, ...nodes.slice(end)]);
}
