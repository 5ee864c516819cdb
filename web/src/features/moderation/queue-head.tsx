import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { sentAt, type QueueItem } from './item.ts';
import type { QueueState } from './queue-state.ts';
import type { Choice } from './use-choice.ts';
import { agePhrase } from './words.ts';

export interface QueueHeadProps {
  readonly state: QueueState<QueueItem>;
  readonly now: number;
  readonly choice: Choice;
  readonly onApprove: () => void;
  readonly onReject: () => void;
}

/** Above the list: how many wait and for how long; once rows are selected, what to do with them all. */
export function QueueHead({ state, now, choice, onApprove, onReject }: QueueHeadProps) {
  const items = state.rows.filter((row) => !row.gone).map((row) => row.item);
  const count = choice.selected.length;
  const all = count > 0 && count === items.length;
  return (
    <div className="mb-3 flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2 pl-4 text-sm">
      <label className="flex cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !all;
          }}
          onChange={(event) =>
            choice.select(
              items.map(({ id }) => id),
              event.target.checked,
            )
          }
          className="size-4.5 accent-accent"
        />
        <VisuallyHidden>Select all</VisuallyHidden>
        <span aria-live="polite" className="text-soft">
          {count > 0 ? `${count} selected` : waitingText(items, now)}
        </span>
      </label>
      {count > 0 && (
        <div className="ml-auto flex gap-2">
          <Button size="small" variant="danger" onClick={onReject}>
            Reject<VisuallyHidden> {count} selected</VisuallyHidden>
          </Button>
          <Button size="small" variant="primary" onClick={onApprove}>
            Approve<VisuallyHidden> {count} selected</VisuallyHidden>
          </Button>
        </div>
      )}
    </div>
  );
}

function waitingText(items: readonly QueueItem[], now: number): string {
  const oldest = Math.min(...items.map((item) => Date.parse(sentAt(item))));
  const age = agePhrase(now - oldest);
  return `${items.length} waiting${age === null || items.length === 0 ? '' : `, the oldest for ${age}`}`;
}
