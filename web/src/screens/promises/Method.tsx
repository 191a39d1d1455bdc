import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { sentence } from "../../parts/format";
import { ParameterForm } from "../../parts/ParameterForm";
import { Docs, Says } from "../../parts/Says";
import { isObject } from "../../project/attributes";
import { catalog, edit, policyDocument } from "../../project/project";
import { changeLabel } from "../../project/promises";
import type { JsonObject } from "../../server/types";

const DEFAULT = "mondrian";

function current(document: JsonObject): { name: string; values: JsonObject } {
  const section = document["transform"];
  const [entry] = isObject(section) ? Object.entries(section) : [];
  return entry ? { name: entry[0], values: isObject(entry[1]) ? entry[1] : {} } : { name: DEFAULT, values: {} };
}

function setTransform(document: JsonObject, name: string, values: JsonObject): void {
  document["transform"] = { [name]: values };
}

/** How rows are put into classes. A policy with several steps is for the text beside. */
export function Method() {
  const { name, values } = current(policyDocument.value);
  const shown = useSignal(values);
  useEffect(() => {
    shown.value = values;
  }, [JSON.stringify(values)]);
  const transforms = catalog.value.transforms;
  const transform = transforms.find((one) => one.name === name);
  if (Array.isArray(policyDocument.value["transform"])) return null;
  return (
    <section aria-labelledby="method-heading">
      <h2 id="method-heading">Method</h2>
      <div class="field">
        <label for="method">How rows are generalised</label>
        <select
          id="method"
          value={name}
          onChange={(event) => void edit(`method: ${event.currentTarget.value}`, setMethod(event.currentTarget.value))}
        >
          {transforms.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </select>
        {transform && (
          <p class="field-help">
            {sentence(transform.summary)} <Docs page={transform.docs ?? `transforms/${name}/`}>Manual</Docs>
          </p>
        )}
      </div>
      <ParameterForm
        key={name}
        parameters={transform?.parameters ?? []}
        values={shown.value}
        onInput={(next) => (shown.value = next)}
        onCommit={(next) =>
          void edit(changeLabel(name, values, next), (document) => setTransform(document, name, next))
        }
      />
      <Says page="choosing/">
        The promises say what must hold; the method decides how much detail is left when they do. Mondrian is the usual
        choice.
      </Says>
    </section>
  );
}

function setMethod(name: string): (document: JsonObject) => void {
  return (document) => setTransform(document, name, {});
}
