import { useSignal } from "@preact/signals";
import { Says } from "../../parts/Says";
import { startJob } from "../../server/jobs";

/** A file of another tool has no manifest: what it should keep has to be said. */
export function VerifyFile({ target }: { target: string }) {
  const columns = useSignal("");
  const claim = useSignal("k_anonymity(k=5)");
  const submit = (event: Event): void => {
    event.preventDefault();
    void startJob("verify", { target, qi: columns.value.split(",").map((name) => name.trim()), claims: [claim.value] });
  };
  return (
    <form class="card" onSubmit={submit}>
      <div class="field">
        <label for="verify-qi">Quasi-identifying columns, separated by commas</label>
        <input
          id="verify-qi"
          type="text"
          required
          value={columns.value}
          onInput={(event) => (columns.value = event.currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for="verify-claim">Promise to check</label>
        <input
          id="verify-claim"
          type="text"
          required
          value={claim.value}
          onInput={(event) => (claim.value = event.currentTarget.value)}
        />
      </div>
      <button type="submit" class="primary">
        Verify it
      </button>
      <Says page="verify/">Rows that agree in all of these columns are a class; the promise must hold in each.</Says>
    </form>
  );
}
