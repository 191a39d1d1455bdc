import { useEffect } from "preact/hooks";
import { count, sentence } from "../../parts/format";
import { JobView } from "../../parts/JobView";
import { RowTable } from "../../parts/RowTable";
import { Says } from "../../parts/Says";
import type { Verification } from "../../project/evidence";
import { latest, startJob } from "../../server/jobs";
import type { Kind } from "../../server/types";
import { VerifyBundle } from "./VerifyBundle";
import { VerifyFile } from "./VerifyFile";
import { PromiseList } from "./Verdict";

/** A release, a bundle or a file that was made elsewhere: does it keep what it promises? */
export function ForeignResult({ target, kind }: { target: string; kind: Kind }) {
  const job = latest<Verification>(
    kind === "bundle" ? "bundle_verify" : "verify",
    (one) => one.options["target"] === target,
  );
  useEffect(() => {
    if (kind === "release" && !job) void startJob("verify", { target });
  }, [target]);
  const found = job?.result;
  return (
    <>
      <h1 tabIndex={-1}>Result</h1>
      <p class="lead">
        <code>{target}</code> was made elsewhere. It is read here and judged by what it holds; nobody is asked.
      </p>
      {kind === "file" && <VerifyFile target={target} />}
      {kind === "bundle" && <VerifyBundle target={target} />}
      {job && <JobView job={job} what="Reading and verifying it" always />}
      {found && (
        <section aria-labelledby="verdict-heading">
          <h2 id="verdict-heading" class={found.holds ? "good" : "bad"}>
            {found.holds ? "What is promised holds." : "A promise does not hold. Do not rely on this file."}
          </h2>
          <PromiseList promises={found.verdicts ?? found.claims ?? []} />
          {(found.notes ?? []).map((note) => (
            <p key={note}>{sentence(note)}</p>
          ))}
          <Says page="verify/">
            {found.rows !== undefined &&
              `${count(found.rows)} rows in ${count(found.classes ?? 0)} classes were read for this. `}
            Whether the file was made from the table that it names cannot be seen from the file.
          </Says>
        </section>
      )}
      {kind === "release" && (
        <section aria-labelledby="rows-heading">
          <h2 id="rows-heading">Rows</h2>
          <RowTable of="release" label="Rows of the release" />
        </section>
      )}
    </>
  );
}
