import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Command } from "../../parts/Command";
import { capital, count } from "../../parts/format";
import { JobView } from "../../parts/JobView";
import { Tree, type TreeNode } from "../../parts/Tree";
import type { Attribute } from "../../project/attributes";
import { flowYaml } from "../../project/flow_yaml";
import { latest, startJob } from "../../server/jobs";
import { takeHierarchy } from "./take_hierarchy";

interface SuggestedHierarchy {
  /** As a policy would write it; empty: it has to be written to a file first. */
  policy: string;
  reason: string;
  levels: { height: number; nodes: number; fewest_rows: number }[];
  tree?: TreeNode[];
}

interface Answer {
  values: number;
  notes: string[];
  suggestions: SuggestedHierarchy[];
}

function Levels({ suggestion }: { suggestion: SuggestedHierarchy }) {
  return (
    <span class="soft sub">
      Labels from the bottom up: {suggestion.levels.map((level) => count(level.nodes)).join(", ")}. The rarest label of each level has{" "}
      {suggestion.levels.map((level) => count(level.fewest_rows)).join(", ")} rows.
    </span>
  );
}

function One({ suggestion, at, column, command }: { suggestion: SuggestedHierarchy; at: number; column: string; command: string }) {
  const shown = useSignal(at === 0);
  const file = `hierarchies/${column}.csv`;
  return (
    <li class="card">
      <div class="card-head">
        <h4>{capital(suggestion.reason)}</h4>
        {suggestion.tree && (
          <button type="button" class="small" aria-expanded={shown.value} onClick={() => (shown.value = !shown.value)}>
            {shown.value ? "Hide the tree" : "Show the tree"}
          </button>
        )}
        {suggestion.policy !== "" && (
          <button type="button" class="small primary" onClick={() => takeHierarchy(column, flowYaml(suggestion.policy))}>
            Use it
          </button>
        )}
      </div>
      <Levels suggestion={suggestion} />
      {suggestion.policy === "" && (
        <>
          <p class="soft">It lists values of the table, so it has to be a file of its own. Write it, then choose it under File:</p>
          <Command text={`${command.replace(/ --show$/, "")} --take ${at + 1} --out ${file}`} />
        </>
      )}
      {shown.value && suggestion.tree && <Tree nodes={suggestion.tree} label={`Tree: ${suggestion.reason}`} />}
    </li>
  );
}

/** What fits the values of the column, each with its tree and the rows of every node. */
export function Suggested({ attribute }: { attribute: Attribute }) {
  const job = latest<Answer>("hierarchy_suggest", (one) => one.options["column"] === attribute.name);
  useEffect(() => {
    if (!job) void startJob("hierarchy_suggest", { column: attribute.name });
  }, [attribute.name]);
  return (
    <>
      {job?.result && (
        <ul class="plain">
          {job.result.suggestions.map((suggestion, at) => (
            <One key={suggestion.reason} suggestion={suggestion} at={at} column={attribute.name} command={job.command} />
          ))}
          {job.result.suggestions.length === 0 && <li>Nothing fits. A file that somebody writes who knows the subject is the best hierarchy there is.</li>}
        </ul>
      )}
      {job && <JobView job={job} what="Looking for hierarchies" always />}
    </>
  );
}
