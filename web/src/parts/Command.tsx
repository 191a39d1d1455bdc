import { useSignal } from "@preact/signals";
import { Icon } from "./Icon";

/** The command line that does the same: the studio can do nothing that it cannot. */
export function Command({ text }: { text: string }) {
  const copied = useSignal(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    copied.value = true;
    setTimeout(() => (copied.value = false), 2000);
  };
  return (
    <div class="command">
      <code tabIndex={0} aria-label={`Command line: ${text}`}>
        {text}
      </code>
      <button type="button" class="quiet" onClick={() => void copy()} aria-label="Copy the command line">
        <Icon name={copied.value ? "check" : "copy"} />
        <span aria-live="polite">{copied.value ? "Copied" : "Copy"}</span>
      </button>
    </div>
  );
}
