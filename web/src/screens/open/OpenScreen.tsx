import { useSignal } from "@preact/signals";
import { FaultBox } from "../../parts/FaultBox";
import { FileList } from "../../parts/FileList";
import { Says } from "../../parts/Says";
import { openPath, studio } from "../../project/project";
import { faultOf } from "../../server/request";
import type { Fault, FileEntry } from "../../server/types";
import { go } from "../../shell/route";

const FIRST: Partial<Record<FileEntry["kind"], string>> = { table: "/data", policy: "/data", ledger: "/ledger" };

/** What to work on. */
export function OpenScreen() {
  const fault = useSignal<Fault | null>(null);
  const busy = useSignal(false);
  const choose = async (entry: FileEntry, as?: "file"): Promise<void> => {
    busy.value = true;
    fault.value = null;
    try {
      await openPath(entry.path, as);
      go(as ? "/result" : (FIRST[entry.kind] ?? "/result"));
    } catch (error) {
      fault.value = faultOf(error);
    }
    busy.value = false;
  };
  return (
    <>
      <h1 tabIndex={-1}>Open</h1>
      <p class="lead">
        Choose a table to make a release of, a policy to go on with, or a release, a bundle or a ledger to look at.
        These are the files in <code>{studio.value?.folder}</code>.
      </p>
      {fault.value && <FaultBox fault={fault.value} />}
      <div aria-busy={busy.value}>
        <FileList
          wanted={["table", "policy", "release", "bundle", "ledger"]}
          onChoose={(entry) => void choose(entry)}
          other={{ name: "Verify", for: "table", onChoose: (entry) => void choose(entry, "file") }}
        />
      </div>
      <Says page="studio/">
        A table gets a policy beside it, in which nothing is decided yet. The table itself is never changed. Verify is
        for a table that another tool has anonymised.
      </Says>
    </>
  );
}
