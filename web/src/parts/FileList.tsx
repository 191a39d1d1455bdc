import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ask, faultOf } from "../server/request";
import type { Fault, FileEntry } from "../server/types";
import { bytes } from "./format";
import { FaultBox } from "./FaultBox";
import { Icon, type IconName } from "./Icon";

const ICONS: Record<FileEntry["kind"], IconName> = {
  folder: "folder",
  table: "table",
  policy: "text",
  release: "check",
  bundle: "seal",
  ledger: "page",
  other: "page",
};

interface Props {
  wanted: FileEntry["kind"][];
  onChoose: (entry: FileEntry) => void;
  /** Something else that can be done with files of one kind. */
  other?: { name: string; for: FileEntry["kind"]; onChoose: (entry: FileEntry) => void };
}

/** Files below the studio's folder. Folders open in place; `wanted` says what can be chosen. */
export function FileList({ wanted, onChoose, other }: Props) {
  const under = useSignal("");
  const entries = useSignal<FileEntry[] | null>(null);
  const fault = useSignal<Fault | null>(null);
  const element = useRef<HTMLUListElement>(null);
  const entered = useRef(false);
  const enter = (folder: string): void => {
    under.value = folder;
    entries.value = null;
    entered.current = true;
  };
  useEffect(() => {
    // The button that was pressed is gone with its folder: whoever works by keyboard goes on at the top of the new one.
    if (entries.value && entered.current) element.current?.querySelector("button")?.focus();
  }, [entries.value]);
  useEffect(() => {
    fault.value = null;
    ask<{ entries: FileEntry[] }>("GET", `/api/files?under=${encodeURIComponent(under.value)}`).then(
      (answer) => (entries.value = answer.entries),
      (error: unknown) => (fault.value = faultOf(error)),
    );
  }, [under.value]);
  const parent = under.value.split("/").slice(0, -1).join("/");
  const shown = (entries.value ?? []).filter((entry) => entry.kind === "folder" || wanted.includes(entry.kind));
  return (
    <div class="files">
      {fault.value && <FaultBox fault={fault.value} />}
      <ul ref={element} aria-label={under.value === "" ? "Files" : `Files in ${under.value}`}>
        {under.value !== "" && (
          <li>
            <button type="button" onClick={() => enter(parent)}>
              <Icon name="folder" /> <span>Up, out of {under.value}</span>
            </button>
          </li>
        )}
        {shown.map((entry) => (
          <li key={entry.path}>
            <button type="button" onClick={() => (entry.kind === "folder" ? enter(entry.path) : onChoose(entry))}>
              <Icon name={ICONS[entry.kind]} /> <span>{entry.name}</span>
              <span class="soft">
                {entry.kind === "other" ? "file" : entry.kind}
                {entry.kind !== "folder" && entry.bytes > 0 && `, ${bytes(entry.bytes)}`}
              </span>
            </button>
            {other?.for === entry.kind && (
              <button
                type="button"
                class="other"
                aria-label={`${other.name} ${entry.name}`}
                onClick={() => other.onChoose(entry)}
              >
                {other.name}
              </button>
            )}
          </li>
        ))}
        {entries.value !== null && shown.length === 0 && <li class="soft">Nothing here can be chosen.</li>}
      </ul>
    </div>
  );
}
