import { FileList } from "../../parts/FileList";
import { relativeToPolicy } from "../../parts/FileField";
import { Says } from "../../parts/Says";
import type { Attribute } from "../../project/attributes";
import { takeHierarchy } from "./take_hierarchy";

/** A hierarchy that somebody has written, or exported from another tool. */
export function ImportFile({ attribute }: { attribute: Attribute }) {
  return (
    <>
      <FileList
        wanted={["table", "other"]}
        onChoose={(entry) => takeHierarchy(attribute.name, relativeToPolicy(entry.path))}
      />
      <Says page="hierarchies/#files">
        One value per line, the value first and the coarsest label last, separated by semicolons as ARX writes it, or a
        tree in JSON. Whether it covers the column is shown as soon as it is chosen.
      </Says>
    </>
  );
}
