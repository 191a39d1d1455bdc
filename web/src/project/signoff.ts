// What a person must have looked at before a release is signed. Kept in this browser while the studio runs.
import { signal } from "@preact/signals";
import { policy } from "./project";
import { evidence } from "./released";

export interface Approval {
  name: string;
  date: string;
  remark: string;
}

export interface Item {
  id: string;
  title: string;
  question: string;
  /** The step where it can be looked at. */
  at: string;
  where: string;
}

export const ITEMS: Item[] = [
  {
    id: "roles",
    title: "Roles",
    question: "Is the role of every column right, above all of those that are called insensitive?",
    at: "/columns",
    where: "Columns",
  },
  {
    id: "promises",
    title: "Promises",
    question: "Are these the promises that the recipients' agreement or the law asks for, with these numbers?",
    at: "/promises",
    where: "Promises",
  },
  {
    id: "uniqueness",
    title: "Rows that can be singled out",
    question: "Is it acceptable how many rows are unique by all released columns together?",
    at: "/result",
    where: "Result",
  },
  {
    id: "attacks",
    title: "Attacks",
    question: "Have the attacks been read, and is what they achieved acceptable?",
    at: "/result",
    where: "Result",
  },
  {
    id: "loss",
    title: "Usefulness",
    question: "Is what was lost acceptable for the purpose?",
    at: "/result",
    where: "Result",
  },
  {
    id: "not_protected",
    title: "What is not protected",
    question: "Has the list of what is not protected been read, and do the recipients know it?",
    at: "/result",
    where: "Result",
  },
];

/** Who approves. Whoever takes over writes another name. */
export const signer = signal("");

/** Approvals are for one release: another has another digest. */
function key(): string {
  return `gauze sign-off ${evidence()?.about.release_digest ?? ""}`;
}

const stored = signal(0);

export function approvals(): Record<string, Approval> {
  void stored.value;
  try {
    return JSON.parse(localStorage.getItem(key()) ?? "{}") as Record<string, Approval>;
  } catch {
    return {};
  }
}

function today(): string {
  return new Date().toLocaleDateString("en-CA"); // as 2026-01-31
}

export function approve(id: string, remark: string): void {
  store({ ...approvals(), [id]: { name: signer.value.trim(), date: today(), remark: remark.trim() } });
}

export function takeBack(id: string): void {
  const { [id]: _, ...others } = approvals();
  store(others);
}

function store(all: Record<string, Approval>): void {
  localStorage.setItem(key(), JSON.stringify(all));
  ++stored.value;
}

/** Who has approved what, for a file that is kept with the release. */
export function recordText(): string {
  const all = approvals();
  const points = ITEMS.map((item) => ({
    point: item.title,
    question: item.question,
    ...(all[item.id] ?? { open: true }),
  }));
  const digest = evidence()?.about.release_digest;
  return JSON.stringify({ policy: policy.value?.path, release: policy.value?.release, digest, points }, null, 2);
}

export function openItems(): number {
  const all = approvals();
  return ITEMS.filter((item) => !all[item.id]).length;
}
