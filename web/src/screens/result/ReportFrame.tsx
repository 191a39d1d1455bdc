import { Says } from "../../parts/Says";

/** The report as its readers get it. It holds no script, and the frame allows none. */
export function ReportFrame({ id }: { id: string }) {
  return (
    <section aria-labelledby="report-heading">
      <h2 id="report-heading">The report</h2>
      <iframe
        key={id}
        class="report"
        src="/api/report/report.html?of=internal"
        title="The report on the release"
        sandbox=""
        loading="lazy"
      />
      <Says page="reading-a-report/" more="How to read it">
        The page for the person who signs.{" "}
        <a href="/api/report/report.html?of=internal" target="_blank" rel="noopener">
          Open it alone
        </a>{" "}
        to print it.
      </Says>
    </section>
  );
}
