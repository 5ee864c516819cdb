import clsx from 'clsx';
import { useEffect, useState } from 'react';

import { numberText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { whatOf, wordsOf } from '../desk/kind-words.ts';
import { Note } from '../desk/parts.tsx';
import type { Sending } from '../review/use-decide.ts';

const pill =
  'fixed inset-x-0 bottom-5 z-40 mx-auto w-fit rounded-full px-4 py-2 text-sm font-semibold tabular-nums shadow-floating max-sm:bottom-20';

/** The progress of a long decision, on whichever screen; for short ones, quietly, how many are being sent. */
export function SendingPill({ progress, stop, sending }: Sending) {
  const isLate = useIsLate(sending);
  if (progress !== null)
    return (
      <div className={clsx(pill, 'flex items-center gap-3 bg-ink text-paper')}>
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
  return isLate ? (
    <p className={clsx(pill, 'pointer-events-none border border-line bg-raised text-soft')}>
      {numberText(sending)} being sent
    </p>
  ) : null;
}

/** Milliseconds after which pending requests are mentioned; several at once are mentioned immediately. */
const lateAfter = 700;
const several = 3;

function useIsLate(sending: number): boolean {
  const [isLate, setLate] = useState(false);
  const isSending = sending > 0;
  useEffect(() => {
    if (!isSending) return;
    const timer = setTimeout(() => setLate(true), lateAfter);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isSending]);
  return sending >= several || (isSending && isLate);
}

/** Says what is left of a long decision that was stopped, or whose page was closed or lost its connection. */
export function RestNote({ rest, forgetRest, goOn }: Sending) {
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
            <Button size="small" variant="primary" onClick={() => goOn(rest)}>
              {does} {numberText(items.length)}
            </Button>
          </div>
        </div>
      </Note>
    </div>
  );
}
