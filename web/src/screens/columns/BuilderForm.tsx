import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { capital } from "../../parts/format";
import { JobView } from "../../parts/JobView";
import { isComplete, ParameterForm } from "../../parts/ParameterForm";
import { Tree, type TreeNode } from "../../parts/Tree";
import { hierarchyText, isObject, type Attribute } from "../../project/attributes";
import { catalog } from "../../project/project";
import { latest, startJob } from "../../server/jobs";
import type { Descriptor, JsonObject } from "../../server/types";
import { takeHierarchy } from "./take_hierarchy";

/** The builder that the policy has for the column, with its parameters; `mask: right` is short for its first one. */
function current(attribute: Attribute, builders: Descriptor[]): { name: string; values: JsonObject } {
  const [entry] = isObject(attribute.hierarchy) ? Object.entries(attribute.hierarchy) : [];
  if (!entry) return { name: builders[0]?.name ?? "", values: {} };
  const [name, parameters] = entry;
  if (isObject(parameters)) return { name, values: parameters };
  const first = builders.find((builder) => builder.name === name)?.parameters?.[0]?.name;
  return { name, values: first && parameters !== null ? { [first]: parameters } : {} };
}

/** A hierarchy that is made from the values: which builder, and its parameters, from its descriptor. */
export function BuilderForm({ attribute }: { attribute: Attribute }) {
  const builders = catalog.value.builders;
  const start = current(attribute, builders);
  const name = useSignal(start.name);
  const values = useSignal(start.values);
  const id = useId();
  const builder = builders.find((one) => one.name === name.value);
  const parameters = builder?.parameters ?? [];
  const hierarchy = { [name.value]: values.value };
  const options = { column: attribute.name, type: attribute.type, hierarchy };
  const wanted = JSON.stringify(options);
  const job = latest<{ tree: TreeNode[] }>("hierarchy_build", (one) => JSON.stringify(one.options) === wanted);
  const choose = (chosen: string): void => {
    name.value = chosen;
    values.value = chosen === start.name ? start.values : {};
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        takeHierarchy(attribute.name, hierarchy);
      }}
    >
      <div class="field">
        <label for={id}>Builder</label>
        <select id={id} value={name.value} onChange={(event) => choose(event.currentTarget.value)}>
          {builders.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </select>
        <p class="field-help">{builder && `${capital(builder.summary)}.`}</p>
      </div>
      <ParameterForm
        key={name.value}
        parameters={parameters}
        values={values.value}
        onInput={(next) => (values.value = next)}
        onCommit={(next) => (values.value = next)}
      />
      <div class="buttons">
        <button type="submit" class="primary" disabled={!isComplete(parameters, values.value)}>
          Use it
        </button>
        <button
          type="button"
          disabled={!isComplete(parameters, values.value)}
          onClick={() => void startJob("hierarchy_build", options)}
        >
          Show its tree
        </button>
      </div>
      {job?.result && <Tree key={job.id} nodes={job.result.tree} label={`Tree: ${hierarchyText(hierarchy)}`} />}
      {job && <JobView job={job} what="Building the tree" always />}
    </form>
  );
}
