import { useSignal } from "@preact/signals";
import { columnsWithRole, attributesOf } from "../project/attributes";
import { policyDocument } from "../project/project";
import type { Json, Parameter } from "../server/types";
import { FileField } from "./FileField";

interface Props {
  id: string;
  parameter: Parameter;
  value: Json | undefined;
  onInput: (value: Json | undefined) => void;
  onCommit: (value: Json | undefined) => void;
}

/** One value of a form, by the type that its descriptor names. A type that is not known is written as JSON. */
export function ParameterInput(props: Props) {
  switch (props.parameter.type) {
    case "integer":
    case "number":
      return <NumberInput {...props} />;
    case "boolean":
      return <Flag {...props} />;
    case "choice":
      return <Choice {...props} options={(props.parameter.enum ?? []).map((name) => ({ name }))} />;
    case "attribute":
      return <Choice {...props} options={columnOptions()} />;
    case "file":
      return (
        <FileField id={props.id} value={typeof props.value === "string" ? props.value : ""} onChange={props.onCommit} />
      );
    case "text":
      return <Text {...props} read={(text) => text} write={(value) => (typeof value === "string" ? value : "")} />;
    case "names":
      return <Text {...props} read={readNames} write={(value) => (Array.isArray(value) ? value.join(", ") : "")} />;
    default:
      return (
        <Text {...props} read={(text) => JSON.parse(text) as Json} write={(value) => JSON.stringify(value ?? {})} />
      );
  }
}

function readNames(text: string): Json {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function readNumber(text: string): number | undefined {
  return text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text);
}

function NumberInput({ id, parameter, value, onInput, onCommit }: Props) {
  // What was typed stays as it was typed: 0.0 on the way to 0.05 is not 0.
  const typed = useSignal("");
  const given = typeof value === "number" || typeof value === "string" ? String(value) : "";
  const text = readNumber(typed.value) === readNumber(given) && given !== "" ? typed.value : given;
  const { minimum, maximum } = parameter;
  return (
    <input
      id={id}
      type="number"
      aria-describedby={`${id}-help`}
      required={parameter.required ?? false}
      step={parameter.type === "integer" ? 1 : "any"}
      {...(minimum === undefined ? {} : { min: minimum })}
      {...(maximum === undefined ? {} : { max: maximum })}
      placeholder={parameter.default === undefined ? "" : String(parameter.default)}
      value={text}
      onInput={(event) => {
        typed.value = event.currentTarget.value;
        onInput(readNumber(typed.value));
      }}
      onChange={(event) => onCommit(readNumber(event.currentTarget.value))}
    />
  );
}

function Flag({ id, parameter, value, onCommit }: Props) {
  return (
    <input
      id={id}
      type="checkbox"
      aria-describedby={`${id}-help`}
      checked={(value ?? parameter.default) === true}
      onChange={(event) => onCommit(event.currentTarget.checked)}
    />
  );
}

interface Option {
  name: string;
  group?: string;
}

function columnOptions(): Option[] {
  const document = policyDocument.value;
  const sensitive = columnsWithRole(document, "sensitive");
  const others = attributesOf(document)
    .map((attribute) => attribute.name)
    .filter((name) => !sensitive.includes(name));
  return [
    ...sensitive.map((name) => ({ name, group: "Sensitive columns" })),
    ...others.map((name) => ({ name, group: "Other columns" })),
  ];
}

function Choice({ id, parameter, value, onCommit, options }: Props & { options: Option[] }) {
  const groups = [...new Set(options.map((option) => option.group))];
  const none = parameter.default === undefined ? "Choose" : `${String(parameter.default)} (default)`;
  const items = (group: string | undefined) =>
    options
      .filter((option) => option.group === group)
      .map((option) => (
        <option key={option.name} value={option.name}>
          {option.name}
        </option>
      ));
  return (
    <select
      id={id}
      aria-describedby={`${id}-help`}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onCommit(event.currentTarget.value || undefined)}
    >
      <option value="">{none}</option>
      {groups.map((group) =>
        group ? (
          <optgroup key={group} label={group}>
            {items(group)}
          </optgroup>
        ) : (
          items(group)
        ),
      )}
    </select>
  );
}

function Text({
  id,
  value,
  onCommit,
  read,
  write,
}: Props & { read: (text: string) => Json; write: (value: Json | undefined) => string }) {
  const wrong = useSignal(false);
  const commit = (text: string): void => {
    try {
      onCommit(text.trim() === "" ? undefined : read(text));
      wrong.value = false;
    } catch {
      wrong.value = true;
    }
  };
  return (
    <>
      <input
        id={id}
        type="text"
        aria-describedby={`${id}-help`}
        aria-invalid={wrong.value}
        value={value === undefined ? "" : write(value)}
        onChange={(event) => commit(event.currentTarget.value)}
      />
      {wrong.value && <p class="bad">This is not JSON: check brackets and quotes.</p>}
    </>
  );
}
