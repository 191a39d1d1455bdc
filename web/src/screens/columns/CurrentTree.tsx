import { useEffect } from "preact/hooks";
import { JobView } from "../../parts/JobView";
import { Says } from "../../parts/Says";
import type { TreeNode } from "../../parts/Tree";
import type { Attribute } from "../../project/attributes";
import { latest, startJob } from "../../server/jobs";
import { TreeEditor } from "./TreeEditor";

/** The tree that the policy gives the column now, with the rows of every node, to be looked at and to be changed. */
export function CurrentTree({ attribute }: { attribute: Attribute }) {
  const options = { column: attribute.name, type: attribute.type, hierarchy: attribute.hierarchy };
  const wanted = JSON.stringify(options);
  const job = latest<{ tree: TreeNode[] }>("hierarchy_build", (one) => JSON.stringify(one.options) === wanted);
  useEffect(() => {
    if (!job && attribute.hierarchy !== null) void startJob("hierarchy_build", options);
  }, [wanted]);
  if (attribute.hierarchy === null) return <p>The column has no hierarchy yet: take a suggestion, or build one.</p>;
  return (
    <>
      {job?.result && <TreeEditor key={wanted} column={attribute.name} tree={job.result.tree} />}
      {job && <JobView job={job} what="Building the tree" always />}
      <Says page="hierarchies/">
        Rows of the table are counted at every node. A tree that is changed here becomes a file beside the policy, which
        only you can read, because it lists values of the table.
      </Says>
    </>
  );
}
