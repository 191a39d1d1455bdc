import { policy, redo, studio, undo } from "../project/project";
import { Icon } from "../parts/Icon";
import { keysShown } from "./KeysDialog";
import { follow } from "./route";
import { policyShown } from "./PolicyPanel";
import { startTour } from "./Tour";

/** What is open, what can be taken back, and the way to the policy's text. */
export function TopBar() {
  const current = policy.value;
  const path = studio.value?.open?.path ?? "";
  return (
    <header class="top">
      <span class="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" />
          <path d="M8 4v24M16 4v24M24 4v24M4 8h24M4 16h24M4 24h24" />
        </svg>
        <span>Gauze</span>
      </span>
      <span class="path" title={`${studio.value?.folder ?? ""}/${path}`}>
        {path}
      </span>
      <a class="button quiet" href="/open" onClick={follow}>
        <Icon name="folder" />
        <span>
          Open<span class="aloud"> another file</span>
        </span>
      </a>
      {current && (
        <div class="undo" role="group" aria-label="Changes to the policy">
          <button
            type="button"
            class="quiet"
            disabled={current.undo === null}
            onClick={() => void undo()}
            title={current.undo ? `Undo: ${current.undo}` : "Nothing to undo"}
          >
            <Icon name="undo" />
            <span>
              Undo<span class="label">{current.undo && ` ${current.undo}`}</span>
            </span>
          </button>
          <button
            type="button"
            class="quiet"
            disabled={current.redo === null}
            onClick={() => void redo()}
            title={current.redo ? `Redo: ${current.redo}` : "Nothing to redo"}
          >
            <Icon name="redo" />
            <span>
              Redo<span class="label">{current.redo && ` ${current.redo}`}</span>
            </span>
          </button>
        </div>
      )}
      <div class="tools">
        {current && (
          <button type="button" class="quiet" onClick={startTour} title="One minute through the steps">
            <span>Tour</span>
          </button>
        )}
        <a class="button quiet spare" href="/docs/" target="_blank" rel="noopener" title="Manual">
          <Icon name="page" />
          <span>Manual</span>
        </a>
        <button type="button" class="quiet spare" onClick={() => (keysShown.value = true)} title="Keys (?)">
          <Icon name="keyboard" />
          <span>Keys</span>
        </button>
        {current && (
          <button
            type="button"
            class="quiet"
            aria-pressed={policyShown.value}
            aria-controls="policy"
            onClick={() => (policyShown.value = !policyShown.value)}
          >
            <Icon name="text" />
            <span>Policy</span>
            {current.problems.length > 0 && (
              <span class="count" aria-label={`${current.problems.length} problems`}>
                {current.problems.length}
              </span>
            )}
          </button>
        )}
      </div>
    </header>
  );
}
