import { useEffect } from "preact/hooks";
import { JobView } from "../../parts/JobView";
import { Says } from "../../parts/Says";
import { openingJob } from "../../project/profile";
import { reload, studio } from "../../project/project";
import { follow } from "../../shell/route";

/** While a table is read that has no policy yet. Afterwards the screen is Data. */
export function OpeningScreen() {
  const job = openingJob();
  useEffect(() => {
    if (job?.state === "done") void reload();
  }, [job?.state]);
  return (
    <>
      <h1 tabIndex={-1}>Data</h1>
      <p class="lead">
        <code>{studio.value?.open?.path}</code> is read from beginning to end, once: its columns are counted, and it gets
        a policy in which nothing is decided yet.
      </p>
      {job && <JobView job={job} what="Reading the table" />}
      {job && job.state !== "running" && (
        <p>
          <a class="button" href="/open" onClick={follow}>
            Open another file
          </a>
        </p>
      )}
      <Says page="studio/">The table itself is never changed, and nothing of it leaves this computer.</Says>
    </>
  );
}
