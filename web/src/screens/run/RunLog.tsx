import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Job } from "../../server/types";

interface Line {
  seconds: number;
  text: string;
}

/** The stages of a run as they were begun. Counts and names of stages only: no value of the table is in it. */
export function RunLog({ job }: { job: Job }) {
  const lines = useSignal<Line[]>([]);
  const stage = job.progress?.stage ?? "";
  useEffect(() => {
    lines.value = [];
  }, [job.id]);
  useEffect(() => {
    if (job.state === "running" && stage !== "" && lines.value.at(-1)?.text !== stage)
      lines.value = [...lines.value, { seconds: job.seconds, text: stage }];
  }, [job.id, stage]);
  if (lines.value.length === 0) return null;
  return (
    <details>
      <summary>Log ({lines.value.length})</summary>
      <ol class="log">
        {lines.value.map((line) => (
          <li key={`${line.seconds} ${line.text}`}>
            <span class="number">{line.seconds.toFixed(1)} s</span> {line.text}
          </li>
        ))}
      </ol>
    </details>
  );
}
