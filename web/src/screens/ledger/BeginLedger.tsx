import { useSignal } from "@preact/signals";
import { sentence } from "../../parts/format";
import { JobView } from "../../parts/JobView";
import { isComplete, ParameterForm } from "../../parts/ParameterForm";
import { Docs, Says } from "../../parts/Says";
import { ledgerParameters, ledgerSection, setLedgerSection } from "../../project/ledger_section";
import { catalog, edit, notice, openPath, policy, policyDocument } from "../../project/project";
import { ended, latest, startJob } from "../../server/jobs";
import { faultOf } from "../../server/request";
import { NoPolicy } from "../open/NoPolicy";

function folderBeside(path: string): string {
  const folder = path.split("/").slice(0, -1).join("/");
  return folder === "" ? "ledger" : `${folder}/ledger`;
}

/** A policy of single releases becomes one whose releases follow each other: its section ledger, and the ledger's folder. */
export function BeginLedger() {
  const section = useSignal(ledgerSection(policyDocument.value));
  const folder = useSignal(folderBeside(policy.value?.path ?? ""));
  if (!policy.value) return <NoPolicy />;
  const methods = catalog.value.methods;
  const method = methods.find((one) => one.name === section.value.method);
  const parameters = method?.parameters ?? [];
  const job = latest("ledger_init");
  const begin = async (event: Event): Promise<void> => {
    event.preventDefault();
    await edit(`ledger: ${section.value.method}`, (document) => setLedgerSection(document, section.value));
    const done = await ended((await startJob("ledger_init", { folder: folder.value })).id);
    if (done.state === "done") await openPath(folder.value).catch((error) => (notice.value = faultOf(error)));
  };
  return (
    <>
      <h1 tabIndex={-1}>Ledger</h1>
      <p class="lead">
        For records that keep arriving: a release follows every batch, and all releases together tell no more than the
        last one does. A policy for a single release needs nothing here.
      </p>
      <form class="card" onSubmit={(event) => void begin(event)}>
        <h2>Begin a ledger with this policy</h2>
        <div class="field">
          <label for="ledger-method">Method</label>
          <select
            id="ledger-method"
            value={section.value.method}
            onChange={(event) =>
              (section.value = { ...section.value, method: event.currentTarget.value, parameters: {} })
            }
          >
            {methods.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </select>
          {method && (
            <p class="field-help">
              {sentence(method.summary)} <Docs page="ledger/#methods">Manual</Docs>
            </p>
          )}
        </div>
        <ParameterForm
          key={section.value.method}
          parameters={parameters}
          more="Settings of the method"
          values={section.value.parameters}
          onInput={(next) => (section.value = { ...section.value, parameters: next })}
          onCommit={(next) => (section.value = { ...section.value, parameters: next })}
        />
        <ParameterForm
          parameters={ledgerParameters()}
          more="Settings of the ledger, such as the column that tells records apart"
          values={section.value.others}
          onInput={(next) => (section.value = { ...section.value, others: next })}
          onCommit={(next) => (section.value = { ...section.value, others: next })}
        />
        <div class="field">
          <label for="ledger-folder">Folder of the ledger</label>
          <input
            id="ledger-folder"
            type="text"
            value={folder.value}
            onInput={(event) => (folder.value = event.currentTarget.value.trim())}
          />
          <p class="field-help">
            A new one, below the studio's folder. Only you can read it: it will hold original records that wait.
          </p>
        </div>
        <button
          type="submit"
          class="primary"
          disabled={folder.value === "" || !isComplete(parameters, section.value.parameters)}
        >
          Begin the ledger
        </button>
        <Says page="ledger/">
          The section is written into the policy, the folder is made, and this screen then shows the ledger. What is
          promised cannot be changed for a ledger that has begun.
        </Says>
      </form>
      {job && <JobView job={job} what="Making the ledger" />}
    </>
  );
}
