import { useSignal } from "@preact/signals";
import { FileField } from "../../parts/FileField";
import { Says } from "../../parts/Says";
import { startJob } from "../../server/jobs";

/** A bundle is judged by the key of those who sent it. */
export function VerifyBundle({ target }: { target: string }) {
  const key = useSignal("");
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void startJob("bundle_verify", { target, key: key.value });
      }}
    >
      <div class="field">
        <label for="public-key">Public key of the sender</label>
        <FileField
          id="public-key"
          value={key.value}
          name={(path) => path}
          onChange={(path) => (key.value = path ?? "")}
        />
      </div>
      <button type="submit" class="primary" disabled={key.value === ""}>
        Verify it
      </button>
      <Says page="bundle/">
        The key says who signed. Get it from the sender, and not from where the bundle came from.
      </Says>
    </form>
  );
}
