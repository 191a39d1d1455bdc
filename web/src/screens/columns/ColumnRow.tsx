import { capital, spoken } from "../../parts/format";
import { Icon } from "../../parts/Icon";
import { Name } from "../../parts/Name";
import { RoleMark } from "../../parts/RoleMark";
import { hierarchyText, type Attribute } from "../../project/attributes";
import type { Suggestion } from "../../project/profile";
import { catalog } from "../../project/project";
import { Coverage } from "./Coverage";
import { decide } from "./ColumnsTable";

interface Props {
  attribute: Attribute;
  at: number;
  suggestion: Suggestion | null;
  focusable: boolean;
  isOpen: boolean;
  onFocus: () => void;
  onToggle: () => void;
}

/** Are its values generalised or compared along a tree? */
export function needsTree(attribute: Attribute): boolean {
  return ["quasi_identifying", "sensitive", "quasi_sensitive"].includes(attribute.role);
}

function RoleChoice({ attribute }: { attribute: Attribute }) {
  const roles = catalog.value.roles;
  return (
    <span class="role-choice" data-role={attribute.role}>
      <select
        aria-label={`Role of ${attribute.name}`}
        value={attribute.role}
        onChange={(event) => decide(attribute.name, event.currentTarget.value)}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {capital(spoken(role))}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Under the role: what is suggested instead, or that it is what was suggested. */
function Suggested({ attribute, suggestion }: { attribute: Attribute; suggestion: Suggestion }) {
  if (suggestion.role === attribute.role) {
    return (
      <span class="good accepted">
        <Icon name="check" /> as suggested
      </span>
    );
  }
  return (
    <button
      type="button"
      class="small accept"
      aria-label={`Accept for ${attribute.name}: ${spoken(suggestion.role)}`}
      onClick={(event) => {
        // The button goes away with its suggestion; the row keeps the focus.
        event.currentTarget.closest("tr")?.focus();
        decide(attribute.name, suggestion.role);
      }}
    >
      Accept <RoleMark role={suggestion.role} />
    </button>
  );
}

function defaultTree(attribute: Attribute): string {
  return ["integer", "decimal", "date", "timestamp"].includes(attribute.type) ? "ranges" : "flat";
}

export function ColumnRow({ attribute, at, suggestion, focusable, isOpen, onFocus, onToggle }: Props) {
  return (
    <tr data-at={at} tabIndex={focusable ? 0 : -1} onFocus={onFocus} data-undecided={attribute.role === "undecided"}>
      <th scope="row">
        <Name of={attribute.name} />
        <span class="soft sub">{attribute.type}</span>
      </th>
      <td>
        <RoleChoice attribute={attribute} />
        {suggestion && <Suggested attribute={attribute} suggestion={suggestion} />}
      </td>
      <td class="soft">{suggestion?.reason ?? "Nothing is known."}</td>
      <td>
        {needsTree(attribute) ? (
          <>
            <button type="button" class="small" aria-expanded={isOpen} onClick={onToggle}>
              <span class="aloud">Hierarchy of {attribute.name}: </span>
              {hierarchyText(attribute.hierarchy) || defaultTree(attribute)}
              <Icon name={isOpen ? "down" : "right"} />
            </button>
            <Coverage attribute={attribute} />
          </>
        ) : (
          <span class="soft">{attribute.role === "undecided" ? "" : "not needed"}</span>
        )}
      </td>
    </tr>
  );
}
