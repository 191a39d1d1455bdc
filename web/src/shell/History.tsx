import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { policy } from "../project/project";
import { ask } from "../server/request";
import type { HistoryEntry } from "../server/types";

function when(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** What was done to the policy, the last first. */
export function History() {
  const open = useSignal(false);
  const entries = useSignal<HistoryEntry[]>([]);
  useEffect(() => {
    if (!open.value) return;
    ask<HistoryEntry[]>("GET", "/api/history").then(
      (answer) => (entries.value = answer.toReversed()),
      () => undefined,
    );
  }, [open.value, policy.value?.revision]);
  return (
    <details onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>History</summary>
      <ol class="history">
        {entries.value.map((entry) => (
          <li key={entry.revision} {...(entry.current ? { "aria-current": "step" as const } : {})}>
            {entry.label} <span class="soft">{when(entry.at)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
