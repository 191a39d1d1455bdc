import { useId, useRef } from "preact/hooks";
import type { Json, JsonObject, Parameter } from "../server/types";
import { capital, sentence, spoken } from "./format";
import { ParameterInput } from "./ParameterInput";

interface Props {
  parameters: Parameter[];
  values: JsonObject;
  /** Every keystroke, so that a price can be shown. */
  onInput: (values: JsonObject) => void;
  /** A value that was finished: left, chosen, or confirmed with Enter. */
  onCommit: (values: JsonObject) => void;
  /** What stands above what is folded. */
  more?: string;
}

function withValue(values: JsonObject, name: string, value: Json | undefined): JsonObject {
  const next = { ...values };
  if (value === undefined) delete next[name];
  else next[name] = value;
  return next;
}

function Field({ parameter, values, onInput, onCommit }: { parameter: Parameter } & Omit<Props, "parameters" | "more">) {
  const id = useId();
  const change = (tell: (values: JsonObject) => void) => (value: Json | undefined) =>
    tell(withValue(values, parameter.name, value));
  return (
    <div class="field">
      <label for={id}>
        {capital(spoken(parameter.name))}
        {!parameter.required && <span class="soft"> (optional)</span>}
      </label>
      <ParameterInput
        id={id}
        parameter={parameter}
        value={values[parameter.name]}
        onInput={change(onInput)}
        onCommit={change(onCommit)}
      />
      {parameter.description && (
        <p class="field-help" id={`${id}-help`}>
          {sentence(parameter.description)}
        </p>
      )}
    </div>
  );
}

/**
 * A form made from a descriptor. What is optional and was not set when the form was opened stands folded below; it stays there while
 * it is being written, because a field that moves loses the focus.
 */
export function ParameterForm({ parameters, more = "More settings", ...rest }: Props) {
  const above = useRef(
    parameters.filter((parameter) => parameter.required || rest.values[parameter.name] !== undefined),
  ).current;
  const needed = parameters.filter((parameter) => above.some((one) => one.name === parameter.name));
  const others = parameters.filter((parameter) => !needed.includes(parameter));
  return (
    <div class="form">
      {needed.map((parameter) => (
        <Field key={parameter.name} parameter={parameter} {...rest} />
      ))}
      {others.length > 0 && (
        <details>
          <summary>
            {more} ({others.length})
          </summary>
          {others.map((parameter) => (
            <Field key={parameter.name} parameter={parameter} {...rest} />
          ))}
        </details>
      )}
    </div>
  );
}

/** Is everything set that has no default? */
export function isComplete(parameters: Parameter[], values: JsonObject): boolean {
  return parameters.every((parameter) => !parameter.required || values[parameter.name] !== undefined);
}
