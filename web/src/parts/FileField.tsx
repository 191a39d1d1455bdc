import { useSignal } from "@preact/signals";
import { policy } from "../project/project";
import { Dialog } from "./Dialog";
import { FileList } from "./FileList";

/** A path as the policy writes it: relative to the policy's own folder. */
export function relativeToPolicy(path: string): string {
  const folder = (policy.value?.path ?? "").split("/").slice(0, -1);
  const parts = path.split("/");
  let same = 0;
  while (same < folder.length && folder[same] === parts[same]) ++same;
  return [...folder.slice(same).map(() => ".."), ...parts.slice(same)].join("/");
}

/** The same path as the studio names it: from its own folder on. */
export function fromPolicyFolder(path: string): string {
  const parts = (policy.value?.path ?? "").split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

interface Props {
  id: string;
  value: string;
  onChange: (path: string | undefined) => void;
  /** How the chosen path is written; by default as in a policy. */
  name?: (path: string) => string;
}

/** A file below the studio's folder, chosen from a list or written. */
export function FileField({ id, value, onChange, name = relativeToPolicy }: Props) {
  const choosing = useSignal(false);
  return (
    <span class="file-field">
      <input id={id} type="text" value={value} onChange={(event) => onChange(event.currentTarget.value || undefined)} />
      <button type="button" onClick={() => (choosing.value = true)}>
        Choose
      </button>
      {choosing.value && (
        <Dialog title="Choose a file" onClose={() => (choosing.value = false)}>
          <FileList
            wanted={["table", "other"]}
            onChoose={(entry) => {
              onChange(name(entry.path));
              choosing.value = false;
            }}
          />
        </Dialog>
      )}
    </span>
  );
}
