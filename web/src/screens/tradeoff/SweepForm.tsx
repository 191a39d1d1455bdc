import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { sentence } from "../../parts/format";
import { readValues, startingValues, type Sweep, type Sweepable } from "./sweeps";

const MOST = 60; // candidates: each is a whole run

interface Line {
  parameter: string;
  text: string;
}

function NumberLine({
  numbers,
  line,
  optional,
  onChange,
}: {
  numbers: Sweepable[];
  line: Line;
  optional: boolean;
  onChange: (line: Line) => void;
}) {
  const id = useId();
  const chosen = numbers.find((number) => number.parameter === line.parameter);
  const choose = (parameter: string): void => {
    const number = numbers.find((one) => one.parameter === parameter);
    onChange({ parameter, text: number ? startingValues(number).join(", ") : "" });
  };
  return (
    <div class="sweep-line">
      <div class="field">
        <label for={`${id}-parameter`}>{optional ? "Second number (optional)" : "Number to try"}</label>
        <select id={`${id}-parameter`} value={line.parameter} onChange={(event) => choose(event.currentTarget.value)}>
          {optional && <option value="">None</option>}
          {numbers.map((number) => (
            <option key={number.parameter} value={number.parameter}>
              {number.parameter}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`${id}-values`}>Values</label>
        <input
          id={`${id}-values`}
          type="text"
          inputMode="decimal"
          disabled={line.parameter === ""}
          value={line.text}
          onInput={(event) => onChange({ ...line, text: event.currentTarget.value })}
        />
      </div>
      {chosen?.descriptor.description && <p class="field-help">{sentence(chosen.descriptor.description)}</p>}
    </div>
  );
}

/** One or two numbers, and the values that each of them shall have. */
export function SweepForm({
  numbers,
  onStart,
  isRunning,
}: {
  numbers: Sweepable[];
  onStart: (sweeps: Sweep[]) => void;
  isRunning: boolean;
}) {
  const first = numbers[0];
  const lines = useSignal<[Line, Line]>([
    { parameter: first?.parameter ?? "", text: first ? startingValues(first).join(", ") : "" },
    { parameter: "", text: "" },
  ]);
  const sweeps = lines.value
    .filter((line) => line.parameter !== "")
    .map((line) => ({ parameter: line.parameter, values: readValues(line.text) }));
  const runs = sweeps.reduce((product, sweep) => product * sweep.values.length, sweeps.length === 0 ? 0 : 1);
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        // The button stays what it is meanwhile: one that is disabled loses the focus.
        if (!isRunning) onStart(sweeps);
      }}
    >
      <NumberLine
        numbers={numbers}
        line={lines.value[0]}
        optional={false}
        onChange={(line) => (lines.value = [line, lines.value[1]])}
      />
      {numbers.length > 1 && (
        <NumberLine
          numbers={numbers.filter((number) => number.parameter !== lines.value[0].parameter)}
          line={lines.value[1]}
          optional
          onChange={(line) => (lines.value = [lines.value[0], line])}
        />
      )}
      <div class="buttons">
        <button type="submit" class="primary" disabled={runs === 0 || runs > MOST}>
          {runs === 1 ? "Try it" : `Try all ${runs}`}
        </button>
        {runs > MOST && <span class="caution">At most {MOST} can be tried at once.</span>}
      </div>
    </form>
  );
}
