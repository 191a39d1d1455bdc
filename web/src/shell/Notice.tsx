import { Icon } from "../parts/Icon";
import { sentence } from "../parts/format";
import { notice } from "../project/project";

/** One thing to tell, at the foot of the page. */
export function Notice() {
  const told = notice.value;
  return (
    <div class="notice-place" aria-live="polite">
      {told && (
        <div class="notice" data-good={told.good ?? false}>
          <div>
            <strong>{sentence(told.message)}</strong>
            {told.hint && <p>{sentence(told.hint)}</p>}
          </div>
          <button type="button" class="quiet" aria-label="Close this message" onClick={() => (notice.value = null)}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
