// What a person must have looked at before a release is signed. The studio keeps who has, beside the policy.
import { signal } from "@preact/signals";
import { ask, faultOf } from "../server/request";
import { notice, policy } from "./project";
import { evidence } from "./released";

export interface Approval {
  name: string;
  /** RFC 3339. */
  at: string;
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

/** What stands, by release and point; the studio keeps it beside the policy. */
const standing = signal<Record<string, Record<string, Approval>>>({});

export async function loadApprovals(): Promise<void> {
  standing.value = await ask<typeof standing.value>("GET", "/api/approvals");
}

/** Approvals are for one release: another has another digest. */
function release(): string {
  return evidence()?.about.release_digest ?? "";
}

export function approvals(): Record<string, Approval> {
  return standing.value[release()] ?? {};
}

async function note(point: string, approved: boolean, name: string, remark: string): Promise<void> {
  const line = { release: release(), point, approved, name, ...(remark === "" ? {} : { remark }) };
  try {
    standing.value = await ask<typeof standing.value>("POST", "/api/approvals", line);
  } catch (error) {
    notice.value = faultOf(error);
  }
}

export function approve(id: string, remark: string): Promise<void> {
  return note(id, true, signer.value.trim(), remark.trim());
}

export function takeBack(id: string): Promise<void> {
  return note(id, false, signer.value.trim() || (approvals()[id]?.name ?? ""), "");
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
