import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { spoken } from "../../parts/format";
import { Icon } from "../../parts/Icon";
import { Says } from "../../parts/Says";
import { hierarchyText, type Attribute } from "../../project/attributes";
import { BuilderForm } from "./BuilderForm";
import { CurrentTree } from "./CurrentTree";
import { ImportFile } from "./ImportFile";
import { Suggested } from "./Suggested";
import { takeHierarchy } from "./take_hierarchy";
import { TypeChoice } from "./TypeChoice";

const TABS = ["Suggestions", "Build", "File", "Tree"] as const;
type Tab = (typeof TABS)[number];

/** How the values of one column may be generalised: what would fit, a builder, a file; and the tree that it has. */
export function HierarchyPanel({ attribute, onClose }: { attribute: Attribute; onClose: () => void }) {
  const tab = useSignal<Tab>("Suggestions");
  const id = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    tab.value = TABS[(TABS.indexOf(tab.value) + step + TABS.length) % TABS.length] ?? "Suggestions";
    document.getElementById(`${id}-${tab.value}`)?.focus();
  };
  const Content = { Suggestions: Suggested, Build: BuilderForm, File: ImportFile, Tree: CurrentTree }[tab.value];
  return (
    <div class="hierarchy" onKeyDown={(event) => event.key === "Escape" && onClose()}>
      <div class="hierarchy-head">
        <h2>Hierarchy of {attribute.name}</h2>
        <div role="tablist" aria-label="Where the hierarchy comes from" onKeyDown={onKeyDown}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={tab.value === name}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === name ? 0 : -1}
              onClick={() => (tab.value = name)}
            >
              {name}
            </button>
          ))}
        </div>
        <TypeChoice attribute={attribute} />
        <button type="button" class="quiet" aria-label="Close the hierarchy" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <Says page="hierarchies/">
        {attribute.hierarchy !== null
          ? `The policy has: ${hierarchyText(attribute.hierarchy)}.`
          : `Without one, values of type ${spoken(attribute.type)} become ${["text", "boolean", "set"].includes(attribute.type) ? "* at once where they have to be generalised" : "ranges"}.`}{" "}
        Each level above a value is a coarser label that the release may show instead.
      </Says>
      {attribute.hierarchy !== null && (
        <p>
          <button type="button" class="small" onClick={() => takeHierarchy(attribute.name, null)}>
            Remove it
          </button>
        </p>
      )}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab.value}`}>
        <Content attribute={attribute} />
      </div>
    </div>
  );
}
