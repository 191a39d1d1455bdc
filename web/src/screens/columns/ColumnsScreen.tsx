import { useEffect } from "preact/hooks";
import { JobView } from "../../parts/JobView";
import { few } from "../../parts/format";
import { NextStep } from "../../parts/NextStep";
import { Docs, Says } from "../../parts/Says";
import { attributesOf, columnsWithRole, setRole, UNDECIDED } from "../../project/attributes";
import { askForProfile, profileJob, suggestions } from "../../project/profile";
import { edit, policy, policyDocument } from "../../project/project";
import { NoPolicy } from "../open/NoPolicy";
import { ColumnsTable } from "./ColumnsTable";
import { ImportMany } from "./ImportMany";

function acceptAll(columns: string[]): void {
  document.querySelector<HTMLElement>("tr[data-at]")?.focus();
  const suggested = suggestions();
  void edit(`suggested roles of ${columns.length} columns`, (document) => {
    for (const column of columns) setRole(document, column, suggested.get(column)?.role ?? UNDECIDED);
  });
}

/** What each column is to somebody who looks for a person, and how its values may be generalised. */
export function ColumnsScreen() {
  useEffect(() => {
    if (policy.value) void askForProfile();
  }, []);
  if (!policy.value) return <NoPolicy />;
  const attributes = attributesOf(policyDocument.value);
  const undecided = columnsWithRole(policyDocument.value, UNDECIDED);
  const known = suggestions();
  const acceptable = undecided.filter((column) => known.has(column));
  const quasi = columnsWithRole(policyDocument.value, "quasi_identifying");
  const job = profileJob();
  return (
    <>
      <h1 tabIndex={-1}>Columns</h1>
      <div class="lead-with-action">
        <p class="lead">
          {undecided.length === 0
            ? `Every column has a role. Somebody is looked for by ${few(quasi) || "nothing"}.`
            : `Decide what each column is: ${undecided.length} of ${attributes.length} are undecided, and a release needs all of them.`}
        </p>
        {acceptable.length > 0 && (
          <button type="button" class="primary" onClick={() => acceptAll(acceptable)}>
            Accept all {acceptable.length} suggestions
          </button>
        )}
        {undecided.length < attributes.length && <ImportMany attributes={attributes} />}
      </div>
      {job && <JobView job={job} what="Reading the table" />}
      <ColumnsTable attributes={attributes} suggestions={known} />
      <Says page="roles/" more="How roles are suggested">
        Identifying columns are dropped, quasi-identifying ones are generalised because others may know them, sensitive
        ones are kept and protected by promises, insensitive ones are kept as they are. Choose a row and press the
        letter of a role; <kbd>?</kbd> lists the keys.
      </Says>
      <p class="says">
        A column in which a person has several rows, such as a patient number, is an{" "}
        <Docs page="policy/#roles">entity</Docs>: promises then count people instead of rows.
      </p>
      {undecided.length === 0 && <NextStep to="/promises" name="Promises" />}
    </>
  );
}
