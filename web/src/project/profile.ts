// What `gauze profile` says of a table, and the job that asks for it.
import { latest, latestDone, startJob } from "../server/jobs";
import type { Job } from "../server/types";
import { studio } from "./project";

export interface Suggestion {
  role: string;
  confidence: number;
  reason: string;
}

export interface ProfileColumn {
  name: string;
  type: string;
  distinct: number;
  exact: boolean;
  missing: number;
  missing_share: number;
  alone: number;
  by_rows?: { from: number; to: number; values: number }[];
  text?: { shapes?: { shape: string; share: number }[] };
  looks_missing?: { spelling: string; cells: number; share: number }[];
  suggested?: Suggestion;
}

export interface ColumnSet {
  columns: string[];
  unique_rows: number;
  share: number;
  exact: boolean;
  small_groups: { fewer_than: number; rows: number; share: number }[];
}

export interface Profile {
  rows: number;
  columns: ProfileColumn[];
  safe_harbor?: { number: number; identifier: string; columns: string[] }[];
  sets?: {
    alone: string[];
    columns: number;
    best: ColumnSet[];
    all_unique_rows?: number;
    all_share?: number;
    complete?: boolean;
  };
}

/** The profile, once it is there; reading it in a component waits for it. */
export function profile(): Profile | null {
  return latestDone<Profile>("profile")?.result ?? null;
}

export function profileJob(): Job<Profile> | null {
  return latest<Profile>("profile");
}

/** The job that reads a table which has no policy yet, and writes the first one. */
export function openingJob(): Job<Profile> | null {
  return studio.value?.open?.kind === "table" ? latest<Profile>("open") : null;
}

export function suggestions(): Map<string, Suggestion> {
  const found = new Map<string, Suggestion>();
  for (const column of profile()?.columns ?? []) {
    if (column.suggested) found.set(column.name, column.suggested);
  }
  return found;
}

export async function askForProfile(): Promise<void> {
  if (profileJob() === null) await startJob("profile");
}
