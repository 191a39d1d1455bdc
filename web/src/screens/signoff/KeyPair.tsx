import { useSignal } from "@preact/signals";
import { JobView } from "../../parts/JobView";
import { latest } from "../../server/jobs";

/** For those who sign their first release. */
export function KeyPair({ onMake }: { onMake: (name: string) => void }) {
  const name = useSignal("signing");
  const job = latest("keys");
  return (
    <details>
      <summary>I have no key yet</summary>
      <div class="buttons">
        <label for="key-name">Name of the pair</label>
        <input
          id="key-name"
          type="text"
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
        <button type="button" disabled={name.value.trim() === ""} onClick={() => onMake(name.value.trim())}>
          Make a pair
        </button>
      </div>
      {job && <JobView job={job} what="Making keys" always />}
      <p class="field-help">
        One pair for the person who signs. Keep the secret one with your other secrets, and keep a copy of it.
      </p>
    </details>
  );
}
