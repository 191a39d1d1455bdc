import { useSignal } from "@preact/signals";
import { FileField } from "../../parts/FileField";
import { JobView } from "../../parts/JobView";
import { sinceRun } from "../../project/released";
import { ended, startJob } from "../../server/jobs";
import { KeyPair } from "./KeyPair";

/** The key to sign with, and the signed file. */
export function BundleForm({ open }: { open: boolean }) {
  const key = useSignal("");
  const job = sinceRun<{ file?: string; bundle?: string }>("bundle");
  const makeKeys = async (name: string): Promise<void> => {
    const made = await ended((await startJob("keys", { name })).id);
    if (made.state === "done") key.value = `${name}.key`;
  };
  return (
    <section aria-labelledby="bundle-heading">
      <h2 id="bundle-heading">The signed bundle</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void startJob("bundle", { key: key.value });
        }}
      >
        <div class="field">
          <label for="key">Secret signing key</label>
          <FileField id="key" value={key.value} name={(path) => path} onChange={(path) => (key.value = path ?? "")} />
          <p class="field-help">
            The file that ends in .key. Recipients get the one that ends in .pub, once, by a way that they trust.
          </p>
        </div>
        <KeyPair onMake={(name) => void makeKeys(name)} />
        <div class="buttons">
          <button type="submit" class="primary" disabled={open || key.value === "" || job?.state === "running"}>
            Sign the release
          </button>
          {open && <span class="soft">Approve every point first.</span>}
        </div>
      </form>
      {job && <JobView job={job} what="Packing and signing" always />}
      {job?.state === "done" && (
        <p class="good" role="status">
          <strong>✓ Signed{bundleName(job.result)}</strong>
        </p>
      )}
    </section>
  );
}

function bundleName(result: { file?: string; bundle?: string } | null): string {
  const name = result?.bundle ?? result?.file;
  return name ? `: ${name}` : "; the bundle lies beside the release";
}
