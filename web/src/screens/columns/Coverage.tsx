import { useEffect } from "preact/hooks";
import { isObject, type Attribute } from "../../project/attributes";
import { latest, startJob } from "../../server/jobs";

/** Only files and classifications can lack a value; what a builder makes from the data has all of them. */
function canLack(attribute: Attribute): boolean {
  return typeof attribute.hierarchy === "string" || (isObject(attribute.hierarchy) && "library" in attribute.hierarchy);
}

/** Does the hierarchy have every value of the column? */
export function Coverage({ attribute }: { attribute: Attribute }) {
  const wanted = JSON.stringify(attribute.hierarchy);
  const job = latest("hierarchy_check", (one) => one.options["column"] === attribute.name && JSON.stringify(one.options["hierarchy"]) === wanted);
  useEffect(() => {
    if (canLack(attribute) && !job) void startJob("hierarchy_check", { column: attribute.name, hierarchy: attribute.hierarchy }).catch(() => undefined);
  }, [wanted]);
  if (!canLack(attribute)) return null;
  if (job?.state === "done") return <span class="badge good">covers every value</span>;
  if (job?.state === "failed") return <span class="badge bad">{job.error?.message}</span>;
  return <span class="badge">being checked</span>;
}
