import { computed, signal } from "@preact/signals";
import { adopt } from "../server/jobs";
import { ask, faultOf, Refusal } from "../server/request";
import type { Catalog, Fault, JsonObject, StudioState } from "../server/types";

/** What is open. The server's word is final: every answer replaces it. */
export const studio = signal<StudioState | null>(null);
export const catalog = signal<Catalog>({
  models: [],
  transforms: [],
  presets: [],
  builders: [],
  attacks: [],
  methods: [],
  roles: [],
  types: [],
  schema: {},
});

export const policy = computed(() => studio.value?.policy ?? null);
/** The policy as a document; empty while its text cannot be read. */
export const policyDocument = computed<JsonObject>(() => policy.value?.document ?? {});

/** One thing to tell: shown at the foot of the page until the next, or until it is closed. */
export const notice = signal<(Fault & { good?: boolean }) | null>(null);

function take(state: StudioState): void {
  studio.value = state;
  adopt(state.jobs, state.open?.path ?? "");
}

export async function load(): Promise<void> {
  const [state, entries] = await Promise.all([
    ask<StudioState>("GET", "/api/state"),
    ask<Catalog>("GET", "/api/catalog"),
  ]);
  catalog.value = entries;
  take(state);
}

export async function reload(): Promise<void> {
  take(await ask<StudioState>("GET", "/api/state"));
}

const MINUTE = 60_000;

/** Tells the studio now and then that somebody is here, because it ends when nobody is; and shows what was changed elsewhere. */
export function stayInTouch(): void {
  setInterval(() => {
    queue = queue.then(reload).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 0) notice.value = error.fault;
    });
  }, MINUTE);
}

// Edits are sent one after the other, each made on what the one before has left.
let queue: Promise<unknown> = Promise.resolve();

function enqueue(work: () => Promise<void>): Promise<void> {
  const next = queue.then(work).catch(async (error: unknown) => {
    notice.value =
      error instanceof Refusal && error.status === 409
        ? {
            message:
              "The policy was changed in another window. This one shows that now; your last change was not made.",
            hint: "Make it again if it is still right.",
          }
        : faultOf(error);
    // What was shown before the answer came is not what the server has.
    await reload().catch(() => undefined);
  });
  queue = next;
  return next;
}

async function post(path: string, body: JsonObject): Promise<void> {
  const current = policy.value;
  if (!current) return;
  take(await ask<StudioState>("POST", path, { revision: current.revision, ...body }));
}

/**
 * Changes the policy by a form. `change` gets a copy to work on; `label` says what was done, for undo. The page shows the change
 * before the server has answered.
 */
export function edit(label: string, change: (document: JsonObject) => void): Promise<void> {
  return enqueue(async () => {
    const current = studio.value;
    if (!current?.policy?.document) return;
    const document = structuredClone(current.policy.document);
    change(document);
    if (JSON.stringify(document) === JSON.stringify(current.policy.document)) return;
    studio.value = { ...current, policy: { ...current.policy, document } };
    await post("/api/policy", { label, document });
  });
}

/** Replaces the text. Throws what the server has against it, for the editor to show. */
export async function editText(text: string, label: string): Promise<void> {
  await queue.catch(() => undefined);
  await post("/api/policy", { label, text });
}

export const undo = (): Promise<void> =>
  enqueue(() => (policy.value?.undo ? post("/api/undo", {}) : Promise.resolve()));
export const redo = (): Promise<void> =>
  enqueue(() => (policy.value?.redo ? post("/api/redo", {}) : Promise.resolve()));

/** Opens something else. `as: "file"`: a table that is to be verified as it is, and gets no policy. */
export async function openPath(path: string, as?: "file"): Promise<void> {
  take(await ask<StudioState>("POST", "/api/open", as ? { path, as } : { path }));
}
