import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Command } from "../parts/Command";
import { FaultBox } from "../parts/FaultBox";
import { Icon } from "../parts/Icon";
import { editText, policy } from "../project/project";
import { faultOf, Refusal } from "../server/request";
import type { Fault } from "../server/types";
import { History } from "./History";
import { changedLines, coloured } from "./policy_text";

/** Beside the screen on wide windows; where there is no room, shown only when asked for. */
const room = matchMedia("(min-width: 75rem)");
export const policyShown = signal(room.matches);
room.addEventListener("change", () => (policyShown.value = room.matches));

function Lines({ text, changed, faults }: { text: string; changed: Set<number>; faults: Fault[] }) {
  const faulty = new Map(faults.flatMap((fault) => (fault.line ? [[fault.line, fault.message] as const] : [])));
  return (
    <pre class="lines" aria-hidden="true">
      {text.split("\n").map((line, at) => (
        <div
          key={at}
          class="line"
          data-changed={changed.has(at)}
          data-fault={faulty.has(at + 1)}
          title={faulty.get(at + 1) ?? ""}
        >
          <span class="number">{at + 1}</span>
          <span class="code">{coloured(line)}</span>
        </div>
      ))}
    </pre>
  );
}

/** The policy as text: what the forms have written, to be read, and to be edited by those who like to. */
export function PolicyPanel() {
  const current = policy.value;
  const draft = useSignal<string | null>(null);
  const refused = useSignal<Fault[]>([]);
  const before = useRef(current?.text ?? "");
  const shown = useRef(current?.text ?? "");
  const text = draft.value ?? current?.text ?? "";
  if (current && current.text !== shown.current) {
    before.current = shown.current;
    shown.current = current.text;
  }
  useEffect(() => {
    // Somebody undoes, or another window edits: what is being written here stays, and is saved over it or discarded.
    if (draft.value === current?.text) draft.value = null;
  }, [current?.text]);
  if (!current) return null;

  const save = async (): Promise<void> => {
    if (draft.value === null) return;
    try {
      await editText(draft.value, "edited as text");
      draft.value = null;
      refused.value = [];
    } catch (error) {
      refused.value = error instanceof Refusal && error.problems.length > 0 ? error.problems : [faultOf(error)];
    }
  };
  const discard = (): void => {
    draft.value = null;
    refused.value = [];
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      void save();
    }
  };
  const faults = refused.value.length > 0 ? refused.value : current.problems;
  const changed = draft.value === null ? changedLines(before.current, current.text) : changedLines(current.text, text);
  return (
    <aside class="policy" id="policy" aria-label="Policy">
      <header>
        <h2>{current.path}</h2>
        <button type="button" class="quiet" aria-label="Hide the policy" onClick={() => (policyShown.value = false)}>
          <Icon name="close" />
        </button>
      </header>
      <div class="editor">
        <div class="sheet">
          <Lines text={text} changed={changed} faults={faults} />
          <textarea
            aria-label="The policy as text"
            value={text}
            spellcheck={false}
            autocomplete="off"
            wrap="off"
            onInput={(event) => (draft.value = event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
      {draft.value !== null && (
        <div class="draft">
          <button type="button" class="primary" onClick={() => void save()}>
            Save the text
          </button>
          <button type="button" onClick={discard}>
            Discard
          </button>
        </div>
      )}
      <div class="policy-foot">
        {faults.map((fault) => (
          <FaultBox key={fault.message} fault={fault} role="note" />
        ))}
        {faults.length === 0 && draft.value === null && <p class="good">✓ No problem was found in the policy.</p>}
        {/^\s*#/m.test(current.text) && (
          <p class="says">
            A change made by a form writes the file again, without its comments. Undo brings them back.
          </p>
        )}
        <Command text={`gauze check ${current.path}`} />
        <History />
      </div>
    </aside>
  );
}
