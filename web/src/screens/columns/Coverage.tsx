import { useEffect } from "preact/hooks";
import { fromPolicyFolder } from "../../parts/FileField";
import { isObject, type Attribute } from "../../project/attributes";
import { latest, startQuietly } from "../../server/jobs";
import type { Json } from "../../server/types";

/**
 * What has to be checked: a file, or the name of a classification. Only these can lack a value; what a builder makes from the data
 * has all of them.
 */
function checkable({ hierarchy }: Attribute): Json {
  if (typeof hierarchy === "string") return fromPolicyFolder(hierarchy);
  const library = isObject(hierarchy) ? hierarchy["library"] : undefined;
  const name = isObject(library) ? library["name"] : library;
  return typeof name === "string" ? { library: name } : null;
}

/** Does the hierarchy have every value of the column? */
export function Coverage({ attribute }: { attribute: Attribute }) {
  const hierarchy = checkable(attribute);
  const wanted = JSON.stringify(hierarchy);
  const job = latest(
    "hierarchy_check",
    (one) => one.options["column"] === attribute.name && JSON.stringify(one.options["hierarchy"]) === wanted,
  );
  useEffect(() => {
    if (hierarchy !== null && !job) startQuietly("hierarchy_check", { column: attribute.name, hierarchy });
  }, [wanted]);
  if (hierarchy === null) return null;
  if (job?.state === "done") return <span class="badge good">covers every value</span>;
  if (job?.state === "failed") return <span class="badge bad">{job.error?.message}</span>;
  return <span class="badge">being checked</span>;
}
