import { useSignal } from "@preact/signals";
import { FaultBox } from "../../parts/FaultBox";
import { FileField } from "../../parts/FileField";
import { JobView } from "../../parts/JobView";
import { approvals, ITEMS } from "../../project/signoff";
import { latest, startJob } from "../../server/jobs";
import { faultOf } from "../../server/request";
import type { Fault, JsonObject } from "../../server/types";

function about(): JsonObject {
  const all = approvals();
  return Object.fromEntries(ITEMS.flatMap((item) => (all[item.id] ? [[item.title, { ...all[item.id] } as JsonObject]] : [])));
}

/** The key to sign with, and the signed file. */
export function BundleForm({ open }: { open: boolean }) {
  const key = useSignal("");
  const fault = useSignal<Fault | null>(null);
  const job = latest<{ file?: string; bundle?: string }>("bundle");
  const sign = (event: Event): void => {
    event.preventDefault();
    fault.value = null;
    startJob("bundle", { key: key.value, about: about() }).catch((error: unknown) => (fault.value = faultOf(error)));
  };
  return (
    <section aria-labelledby="bundle-heading">
      <h2 id="bundle-heading">The signed bundle</h2>
      <form onSubmit={sign}>
        <div class="field">
          <label for="key">Secret signing key</label>
          <FileField id="key" value={key.value} onChange={(path) => (key.value = path ?? "")} />
          <p class="field-help">
            The file that ends in .key. <code>gauze bundle keys signing</code> makes a pair: signing.key for you, signing.pub for recipients.
          </p>
        </div>
        <button type="submit" class="primary" disabled={open || key.value === "" || job?.state === "running"}>
          Sign the release
        </button>
        {open && <span class="soft"> Approve every point first.</span>}
      </form>
      {fault.value && <FaultBox fault={fault.value} />}
      {job && <JobView job={job} what="Packing and signing" always />}
      {job?.state === "done" && (
        <p class="good" role="status">
          <strong>✓ Signed: {job.result?.bundle ?? job.result?.file ?? "the bundle lies beside the release"}</strong>
        </p>
      )}
    </section>
  );
}
