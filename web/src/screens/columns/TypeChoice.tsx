import { useId } from "preact/hooks";
import { setType, type Attribute } from "../../project/attributes";
import { catalog, edit } from "../../project/project";

/** How cells are read: numbers and dates have an order and become ranges, texts need a tree. */
export function TypeChoice({ attribute }: { attribute: Attribute }) {
  const id = useId();
  const choose = (type: string): void => {
    void edit(`${attribute.name}: type ${type}`, (document) => setType(document, attribute.name, type));
  };
  if (catalog.value.types.length === 0) return null;
  return (
    <span class="type-choice">
      <label for={id}>Type</label>
      <select id={id} value={attribute.type} onChange={(event) => choose(event.currentTarget.value)}>
        {catalog.value.types.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </select>
    </span>
  );
}
