import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { capital, sentence, spoken } from "../../parts/format";
import { isComplete, ParameterForm } from "../../parts/ParameterForm";
import { Docs } from "../../parts/Says";
import { askForPrice } from "../../project/price";
import { catalog, edit, policyDocument } from "../../project/project";
import { changeLabel, changePromise, promisesOf, setPromises, type Promised } from "../../project/promises";
import type { Descriptor, JsonObject } from "../../server/types";

export function modelNamed(name: string): Descriptor | undefined {
  return catalog.value.models.find((model) => model.name === name);
}

/** What a model gives, what it does not, and where that is said at length: from its descriptor. */
export function ModelText({ model }: { model: Descriptor }) {
  return (
    <>
      {model.guarantees && <p>{sentence(model.guarantees)}</p>}
      {model.not_covered && (
        <details>
          <summary>What it does not protect</summary>
          <p>{sentence(model.not_covered)}</p>
          {model.reference && <p class="soft">{model.reference}</p>}
        </details>
      )}
    </>
  );
}

/** A promise of the policy, with the form that its descriptor makes. */
export function PromiseCard({ promise, at }: { promise: Promised; at: number }) {
  const values = useSignal(promise.parameters);
  const model = modelNamed(promise.model);
  useEffect(() => {
    values.value = promise.parameters;
  }, [JSON.stringify(promise.parameters)]);
  const parameters = model?.parameters ?? [];

  const input = (next: JsonObject): void => {
    values.value = next;
    if (!isComplete(parameters, next)) return;
    const document = structuredClone(policyDocument.value);
    changePromise(document, at, next);
    askForPrice(document);
  };
  const commit = (next: JsonObject): void => {
    values.value = next;
    if (isComplete(parameters, next))
      void edit(changeLabel(promise.model, promise.parameters, next), (document) => changePromise(document, at, next));
  };
  const remove = (): void => {
    document.getElementById("add-promise")?.focus();
    void edit(`${promise.model}: removed`, (document) =>
      setPromises(
        document,
        promisesOf(document).filter((_, other) => other !== at),
      ),
    );
  };
  return (
    <li class="card promise">
      <div class="card-head">
        <h3>{capital(spoken(promise.model))}</h3>
        <Docs page={model?.docs ?? `models/${promise.model}/`}>Manual</Docs>
        <button type="button" class="small" aria-label={`Remove ${spoken(promise.model)}`} onClick={remove}>
          Remove
        </button>
      </div>
      <p class="soft">{model ? sentence(model.summary) : "This program does not know the model."}</p>
      <ParameterForm parameters={parameters} values={values.value} onInput={input} onCommit={commit} />
      {model && <ModelText model={model} />}
    </li>
  );
}
