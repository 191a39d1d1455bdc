import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fromPolicyFolder } from "../../parts/FileField";
import { capital, count } from "../../parts/format";
import { JobView } from "../../parts/JobView";
import { Tree, type TreeNode } from "../../parts/Tree";
import type { Attribute } from "../../project/attributes";
import { flowYaml } from "../../project/flow_yaml";
import { ended, latest, startJob } from "../../server/jobs";
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
      Labels from the bottom up: {suggestion.levels.map((level) => count(level.nodes)).join(", ")}. The rarest label of
      each level has {suggestion.levels.map((level) => count(level.fewest_rows)).join(", ")} rows.
    </span>
  );
}

function One({ suggestion, at, column }: { suggestion: SuggestedHierarchy; at: number; column: string }) {
  const taken = latest(
    "hierarchy_suggest",
    (one) => one.options["column"] === column && one.options["take"] === at + 1,
  );
  const shown = useSignal(at === 0);
  const take = async (): Promise<void> => {
    if (suggestion.policy !== "") return takeHierarchy(column, flowYaml(suggestion.policy));
    // It lists values of the table, so it is a file of its own, beside the policy.
    const name = `${column.replace(/[^\w-]+/g, "_")}-hierarchy.csv`;
    const written = await ended(
      (await startJob("hierarchy_suggest", { column, take: at + 1, out: fromPolicyFolder(name) })).id,
    );
    if (written.state === "done") takeHierarchy(column, name);
  };
  return (
    <li class="card">
      <div class="card-head">
        <h3>{capital(suggestion.reason)}</h3>
        {suggestion.tree && (
          <button type="button" class="small" aria-expanded={shown.value} onClick={() => (shown.value = !shown.value)}>
            {shown.value ? "Hide the tree" : "Show the tree"}
          </button>
        )}
        <button
          type="button"
          class="small primary"
          aria-label={`Use it: ${suggestion.reason}`}
          onClick={() => void take()}
        >
          Use it
        </button>
      </div>
      <Levels suggestion={suggestion} />
      {suggestion.policy === "" && (
        <p class="soft">
          Its labels are made from values of the table, so it becomes a file of its own beside the policy.
        </p>
      )}
      {taken && <JobView job={taken} what="Writing it" />}
      {shown.value && suggestion.tree && <Tree nodes={suggestion.tree} label={`Tree: ${suggestion.reason}`} />}
    </li>
  );
}

/** What fits the values of the column, each with its tree and the rows of every node. */
export function Suggested({ attribute }: { attribute: Attribute }) {
  const job = latest<Answer>(
    "hierarchy_suggest",
    (one) => one.options["column"] === attribute.name && one.options["take"] === undefined,
  );
  useEffect(() => {
    if (!job) void startJob("hierarchy_suggest", { column: attribute.name });
  }, [attribute.name]);
  return (
    <>
      {job?.result && (
        <ul class="plain">
          {job.result.suggestions.map((suggestion, at) => (
            <One key={suggestion.reason} suggestion={suggestion} at={at} column={attribute.name} />
          ))}
          {job.result.suggestions.length === 0 && (
            <li>Nothing fits. A file that somebody writes who knows the subject is the best hierarchy there is.</li>
          )}
        </ul>
      )}
      {job && <JobView job={job} what="Looking for hierarchies" always />}
    </>
  );
}
