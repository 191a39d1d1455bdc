import { useSignal } from "@preact/signals";
import { Dialog } from "../../parts/Dialog";
import { relativeToPolicy } from "../../parts/FileField";
import { FileList } from "../../parts/FileList";
import { setHierarchy, type Attribute } from "../../project/attributes";
import { edit } from "../../project/project";
import { ask } from "../../server/request";
import type { FileEntry } from "../../server/types";

interface Match {
  file: FileEntry;
  column: string;
}

/** Letters and digits only: "Admission-Type.csv" is for admission_type. */
function plain(name: string): string {
  return name
    .replace(/\.(csv|json|txt)$/i, "")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();
}

/** For each file the column that is called like it, or none. */
function matched(files: FileEntry[], attributes: Attribute[]): Match[] {
  return files
    .filter((file) => file.kind === "table" || file.kind === "other")
    .map((file) => {
      const wanted = plain(file.name);
      const fits = attributes.find((attribute) => plain(attribute.name) === wanted);
      const near = attributes
        .filter((attribute) => wanted.endsWith(plain(attribute.name)))
        .toSorted((a, b) => b.name.length - a.name.length)[0];
      return { file, column: (fits ?? near)?.name ?? "" };
    });
}

function Matches({ folder, attributes, onDone }: { folder: Match[]; attributes: Attribute[]; onDone: () => void }) {
  const matches = useSignal(folder);
  const used = matches.value.filter((match) => match.column !== "");
  const choose = (file: FileEntry, column: string): void => {
    matches.value = matches.value.map((match) => (match.file === file ? { file, column } : match));
  };
  const take = (): void => {
    void edit(`hierarchies of ${used.length} columns from files`, (document) => {
      for (const match of used) setHierarchy(document, match.column, relativeToPolicy(match.file.path));
    });
    onDone();
  };
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Column</th>
          </tr>
        </thead>
        <tbody>
          {matches.value.map((match) => (
            <tr key={match.file.path}>
              <th scope="row">{match.file.name}</th>
              <td>
                <select
                  aria-label={`Column for ${match.file.name}`}
                  value={match.column}
                  onChange={(event) => choose(match.file, event.currentTarget.value)}
                >
                  <option value="">Leave it out</option>
                  {attributes.map((attribute) => (
                    <option key={attribute.name} value={attribute.name}>
                      {attribute.name}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="buttons">
        <button type="button" class="primary" disabled={used.length === 0} onClick={take}>
          Use {used.length} of {matches.value.length} files
        </button>
      </div>
    </>
  );
}

/** Hierarchies of many columns at once: choose any file of a folder, and all files of that folder are matched by name. */
export function ImportMany({ attributes }: { attributes: Attribute[] }) {
  const open = useSignal(false);
  const matches = useSignal<Match[] | null>(null);
  const close = (): void => {
    open.value = false;
    matches.value = null;
  };
  const look = async (entry: FileEntry): Promise<void> => {
    const folder = entry.path.split("/").slice(0, -1).join("/");
    const answer = await ask<{ entries: FileEntry[] }>("GET", `/api/files?under=${encodeURIComponent(folder)}`);
    matches.value = matched(answer.entries, attributes);
  };
  return (
    <>
      <button type="button" onClick={() => (open.value = true)}>
        Import hierarchies
      </button>
      {open.value && (
        <Dialog title="Import hierarchies" onClose={close}>
          {matches.value ? (
            <Matches folder={matches.value} attributes={attributes} onDone={close} />
          ) : (
            <>
              <p>Choose one file: the others of its folder come with it, each for the column that is called like it.</p>
              <FileList wanted={["table", "other"]} onChoose={(entry) => void look(entry)} />
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
