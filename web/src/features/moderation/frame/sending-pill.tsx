import { useEffect, useSyncExternalStore } from 'react';

import { numberText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { whatOf, wordsOf } from '../desk/kind-words.ts';
import { Note } from '../desk/parts.tsx';
import { useDecisions } from '../review/decisions.ts';

/** The progress of a long decision, shown on every screen of the desk. */
export function SendingPill() {
  const { long, stop } = useDecisions();
  const { progress } = useSyncExternalStore(long.subscribe, long.get);
  if (progress === null) return null;
  return (
    <div className="fixed inset-x-0 bottom-5 z-40 mx-auto flex w-fit items-center gap-3 rounded-full bg-ink px-4 py-2 text-sm font-semibold text-paper tabular-nums shadow-floating max-sm:bottom-20">
      <span role="status">
        {numberText(progress.done)} of {numberText(progress.of)}
      </span>
      <button
        type="button"
        className="touch-target font-semibold underline underline-offset-4"
        onClick={stop}
      >
        Stop
      </button>
    </div>
  );
}

/** Offers to send the rest of a long decision that was stopped, closed with its page, or cut off. */
export function RestNote() {
  const { long, findRest, forgetRest, goOn } = useDecisions();
  const { rest } = useSyncExternalStore(long.subscribe, long.get);
  useEffect(() => void findRest(), [findRest]);
  if (rest === null) return null;
  const { items, of, verdict } = rest;
  const words = wordsOf(items);
  const does = verdict.decision === 'approve' ? words.approveAll : words.reject;
  const left = items.length === 1 ? '1 item' : whatOf(items);
  return (
    <div role="status" className="mt-2">
      <Note>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="grow">
            A decision was interrupted: <b>{left}</b> of {numberText(of)} are left.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={forgetRest}>
              Leave them
            </Button>
            <Button size="small" variant="primary" onClick={goOn}>
              {does} {numberText(items.length)}
            </Button>
          </div>
        </div>
      </Note>
    </div>
  );
}
