// What the studio's server answers. The server's table of requests is the manual.

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Something wrong with the policy or a request, in the words of the program. */
export interface Fault {
  message: string;
  place?: string | null;
  line?: number | null;
  hint?: string | null;
}

export interface PolicyState {
  path: string;
  text: string;
  /** null: the text cannot be read as a policy at all. */
  document: JsonObject | null;
  revision: number;
  problems: Fault[];
  /** What undo and redo would take back or do again, in words. */
  undo: string | null;
  redo: string | null;
  source: string[];
  release: string | null;
}

/** A table is one that is being read, before it has a policy. */
export type Kind = "policy" | "table" | "release" | "bundle" | "ledger" | "file";

export interface StudioState {
  version: string;
  folder: string;
  open: { kind: Kind; path: string } | null;
  policy: PolicyState | null;
  jobs: Job[];
}

export interface Progress {
  stage: string;
  done: number;
  total: number;
  unit: string;
  share: number | null;
}

export interface Job<Result = unknown> {
  id: string;
  action: string;
  options: JsonObject;
  /** What was open when it was started. */
  project: string;
  /** As a person would type it. */
  command: string;
  state: "running" | "done" | "failed" | "cancelled";
  began: string;
  seconds: number;
  progress: Progress | null;
  result: Result | null;
  error: (Fault & { code?: number }) | null;
}

export interface Parameter {
  name: string;
  type: string;
  description?: string;
  required?: boolean;
  default?: Json;
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

/** An entry of one of the program's lists: a model, transform, builder, preset, attack or role. */
export interface Descriptor {
  name: string;
  summary: string;
  parameters?: Parameter[];
  guarantees?: string;
  not_covered?: string;
  reference?: string;
  docs?: string;
  several?: boolean;
  /** Of presets: what each adds, and which fields of the policy's section about it asks for. */
  least?: { model: string; parameter: string; value: Json }[];
  stated?: string[];
}

/** Everything that has a descriptor. A list that this page does not know is no harm. */
export interface Catalog {
  models: Descriptor[];
  transforms: Descriptor[];
  presets: Descriptor[];
  builders: Descriptor[];
  attacks: Descriptor[];
  /** Of ledgers. */
  methods: Descriptor[];
  roles: string[];
  types: string[];
  /** The JSON Schema of a policy. */
  schema: JsonObject;
}

export interface FileEntry {
  name: string;
  path: string;
  kind: "folder" | "table" | "policy" | "release" | "bundle" | "ledger" | "other";
  bytes: number;
  modified: string;
}

export interface Rows {
  columns: string[];
  total: number;
  from: number;
  rows: (string | null)[][];
}

export interface HistoryEntry {
  revision: number;
  at: string;
  label: string;
  current: boolean;
}
