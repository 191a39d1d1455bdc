import { useEffect } from "preact/hooks";
import { count, counted } from "../../parts/format";
import { JobView } from "../../parts/JobView";
import { NextStep } from "../../parts/NextStep";
import { RowTable } from "../../parts/RowTable";
import { Says } from "../../parts/Says";
import { askForProfile, profile, profileJob } from "../../project/profile";
import { NoPolicy } from "../open/NoPolicy";
import { policy } from "../../project/project";
import { MissingMarkers } from "./MissingMarkers";
import { ProfileTable } from "./ProfileTable";
import { SafeHarbor } from "./SafeHarbor";
import { UniqueSets } from "./UniqueSets";

/** What the table looks like: its columns, who is unique by which of them, and its rows. */
export function DataScreen() {
  useEffect(() => {
    if (policy.value) void askForProfile();
  }, []);
  if (!policy.value) return <NoPolicy />;
  const job = profileJob();
  const found = profile();
  return (
    <>
      <h1 tabIndex={-1}>Data</h1>
      <p class="lead">
        {found ? `${counted(found.rows, "row")} and ${counted(found.columns.length, "column")} in ` : "Reading "}
        <code>{policy.value.source.join(", ")}</code>. Nothing of it leaves this computer.
      </p>
      {job && <JobView job={job} what="Reading the table" always={found !== null} />}
      {found && (
        <>
          <section aria-labelledby="columns-heading">
            <h2 id="columns-heading">Columns</h2>
            <ProfileTable profile={found} />
            <Says page="profile/#what-is-told-of-a-column">
              The picture counts values by the number of rows that they occur in: a tall bar on the left means that many
              values belong to one row only, so that they tell people apart.
            </Says>
          </section>
          <MissingMarkers profile={found} />
          {found.sets && (
            <section aria-labelledby="sets-heading">
              <h2 id="sets-heading">Columns that tell most rows apart</h2>
              <UniqueSets sets={found.sets} />
            </section>
          )}
          {found.safe_harbor && <SafeHarbor identifiers={found.safe_harbor} />}
          <section aria-labelledby="rows-heading">
            <h2 id="rows-heading">Rows</h2>
            <RowTable of="source" label="Rows of the table" />
            <Says>
              All {count(found.rows)} rows as they stand in the source. They are read from the disk as you scroll and
              are shown on this screen only; no log and no file holds them.
            </Says>
          </section>
          <NextStep to="/columns" name="Columns" />
        </>
      )}
    </>
  );
}
