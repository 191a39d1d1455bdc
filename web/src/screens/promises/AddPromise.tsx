import { useSignal } from "@preact/signals";
import { Dialog } from "../../parts/Dialog";
import { capital, sentence, spoken } from "../../parts/format";
import { Icon } from "../../parts/Icon";
import { isComplete, ParameterForm } from "../../parts/ParameterForm";
import { Docs } from "../../parts/Says";
import { columnsWithRole } from "../../project/attributes";
import { catalog, edit, policyDocument } from "../../project/project";
import { parametersText, promisesOf, setPromises } from "../../project/promises";
import type { Descriptor, JsonObject } from "../../server/types";
import { ModelText } from "./PromiseCard";

/** What is sure anyway is filled in: the one sensitive column that there is. Numbers that protect are for people to decide. */
function startingValues(model: Descriptor): JsonObject {
  const sensitive = columnsWithRole(policyDocument.value, "sensitive");
  const values: JsonObject = {};
  for (const parameter of model.parameters ?? []) {
    if (parameter.type === "attribute" && sensitive.length === 1) values[parameter.name] = sensitive[0] ?? null;
  }
  return values;
}

function Draft({ model, onDone }: { model: Descriptor; onDone: () => void }) {
  const values = useSignal(startingValues(model));
  const parameters = model.parameters ?? [];
  const add = (): void => {
    const parametersGiven = values.value;
    void edit(`${model.name} added: ${parametersText(parametersGiven)}`, (document) =>
      setPromises(document, [...promisesOf(document), { model: model.name, parameters: parametersGiven }]),
    );
    onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <p>
        <strong>{sentence(model.summary)}</strong> <Docs page={model.docs ?? `models/${model.name}/`}>Manual</Docs>
      </p>
      <ModelText model={model} />
      <ParameterForm
        parameters={parameters}
        values={values.value}
        onInput={(next) => (values.value = next)}
        onCommit={(next) => (values.value = next)}
      />
      <div class="buttons">
        <button type="submit" class="primary" disabled={!isComplete(parameters, values.value)}>
          Add the promise
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** The list of models, and the form of the one that is chosen. Both come from descriptors. */
export function AddPromise() {
  const open = useSignal(false);
  const chosen = useSignal<Descriptor | null>(null);
  const close = (): void => {
    open.value = false;
    chosen.value = null;
  };
  return (
    <>
      <button type="button" id="add-promise" onClick={() => (open.value = true)}>
        <Icon name="plus" /> Add a promise
      </button>
      {open.value && (
        <Dialog title={chosen.value ? capital(spoken(chosen.value.name)) : "Add a promise"} onClose={close}>
          {chosen.value ? (
            <Draft key={chosen.value.name} model={chosen.value} onDone={close} />
          ) : (
            <ul class="plain choices">
              {catalog.value.models.map((model) => (
                <li key={model.name}>
                  <button type="button" onClick={() => (chosen.value = model)}>
                    <strong>{capital(spoken(model.name))}</strong>
                    <span>{sentence(model.summary)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Dialog>
      )}
    </>
  );
}
