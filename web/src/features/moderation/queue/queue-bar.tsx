import { useState, type ReactNode } from 'react';

import { numberText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { agePhrase } from '../desk/event-words.ts';
import { wordsOf } from '../desk/kind-words.ts';
import { keyOf } from '../desk/rows.ts';
import { useNow } from '../../../lib/use-now.ts';
import { waitingOf } from '../review/lines.ts';
import type { Review } from '../review/use-review.ts';

/**
 * Always visible above the list. Shows how many items wait and for how long; with a selection, what a key will do. Its
 * pill shows new items when pressed.
 */
export function QueueBar({ review, aside }: { readonly review: Review; readonly aside?: ReactNode }) {
  const { queue, selected } = review;
  const { state, act } = queue;
  const present = waitingOf(state.rows);
  const isAll = selected.length > 0 && selected.length === present.length;
  return (
    <div className="sticky top-(--top) z-20 -mx-1 mb-1 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 bg-paper px-1 py-0.5 text-sm low:mb-0 low:min-h-10">
      <label className="flex h-10 cursor-pointer items-center gap-3 pl-3.25 low:h-9">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = selected.length > 0 && !isAll;
          }}
          onChange={(event) => act({ type: 'selected', keys: present.map(keyOf), on: event.target.checked })}
          className="size-5 accent-accent sm:size-4.5"
        />
        <span className="sr-only">Select all</span>
        <span aria-live="polite" className="text-soft">
          <Count review={review} />
        </span>
      </label>
      {isAll && !state.complete && <SelectAll review={review} />}
      {state.held.length > 0 && (
        <Button
          size="small"
          className="animate-rise-in rounded-full! border-ink! bg-ink! text-paper!"
          onClick={() => act({ type: 'revealed' })}
        >
          {state.held.length} new
        </Button>
      )}
      {selected.length > 0 ? <SelectionButtons review={review} /> : <div className="ml-auto">{aside}</div>}
    </div>
  );
}

function Count({ review: { queue, selected } }: { readonly review: Review }) {
  const now = useNow();
  const { rows, sort, total } = queue.state;
  if (selected.length > 0) return `${numberText(selected.length)} selected`;
  const first = rows.find((row) => row.gone === null);
  const age = first === undefined ? null : agePhrase(now - Date.parse(first.item.submittedAt));
  const text = `${numberText(total)} waiting`;
  return age === null || sort === 'newest' ? text : `${text}, the oldest for ${age}`;
}

/** Selects all items that match the filter, including those that are not loaded yet. */
function SelectAll({ review: { queue } }: { readonly review: Review }) {
  const [pending, setPending] = useState(false);
  const selectAll = async () => {
    setPending(true);
    await queue.readAll();
    setPending(false);
    queue.act({ type: 'selected-all' });
  };
  return (
    <Button size="small" variant="quiet" pending={pending} onClick={() => void selectAll()}>
      Select all {numberText(queue.state.total)}
    </Button>
  );
}

/** At the bottom of the screen on a phone, in reach of the thumb. */
function SelectionButtons({ review }: { readonly review: Review }) {
  const { selected, queue } = review;
  const count = numberText(selected.length);
  const words = wordsOf(selected);
  return (
    <div className="flex items-center gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:border-t max-sm:border-line max-sm:bg-paper max-sm:p-3 max-sm:pb-[max(12px,env(safe-area-inset-bottom))] sm:ml-auto">
      <Button
        size="small"
        variant="quiet"
        className="max-sm:min-h-11!"
        onClick={() => queue.act({ type: 'cleared' })}
      >
        Clear
      </Button>
      <Button
        size="small"
        variant="danger"
        className="max-sm:min-h-11! max-sm:flex-1"
        onClick={() => review.askReason(selected)}
      >
        {words.reject} {count}
        <span className="sr-only"> selected</span>
      </Button>
      <Button
        size="small"
        variant="primary"
        className="max-sm:min-h-11! max-sm:flex-1"
        onClick={() => review.approve(selected)}
      >
        {words.approveAll} {count}
        <span className="sr-only"> selected</span>
      </Button>
    </div>
  );
}
