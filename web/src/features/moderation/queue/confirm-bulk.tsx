import type { QueueItem } from '#contracts/moderation/views';

import { ConfirmDialog } from '../../../ui/confirm.tsx';
import { numberText } from '../../../lib/words.ts';
import { flagWords, wordsOf } from '../desk/kind-words.ts';
import { keyOf } from '../desk/rows.ts';
import { bulkCautions, bulkQuestion, isCautioned } from '../review/bulk.ts';
import type { Review } from '../review/use-review.ts';

interface ConfirmBulkProps {
  readonly review: Review;
  readonly items: readonly QueueItem[];
  readonly open: boolean;
  readonly focusFallback: () => HTMLElement | null;
}

/** The most items that are named. */
const namedMost = 8;

/** Asks before many, or some that should be looked at one by one, are approved by one press. */
export function ConfirmBulk({ review, items, open, focusFallback }: ConfirmBulkProps) {
  const cautioned = items.filter(isCautioned);
  const plain = items.filter((item) => !isCautioned(item));
  const cautions = bulkCautions(items);
  const { approveAll } = wordsOf(items);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) review.show(null);
      }}
      danger={false}
      title={bulkQuestion(items)}
      description={cautions === null ? 'They are decided by what their rows say.' : `${cautions}.`}
      confirmLabel={`${approveAll} all ${numberText(items.length)}`}
      onConfirm={() => void review.decide(items, { decision: 'approve' })}
      focusFallback={focusFallback}
    >
      {cautioned.length > 0 && (
        <ul className="flex flex-col gap-1.5 text-sm">
          {cautioned.slice(0, namedMost).map((item) => (
            <li key={keyOf(item)} className="flex items-baseline gap-3">
              <span className="min-w-0 grow truncate font-semibold">{item.name}</span>
              <span className="shrink-0 text-no">{item.flags.map((flag) => flagWords[flag]).join(', ')}</span>
            </li>
          ))}
          {cautioned.length > namedMost && (
            <li className="text-soft">And {numberText(cautioned.length - namedMost)} more.</li>
          )}
        </ul>
      )}
      {cautioned.length > 0 && plain.length > 0 && (
        <button
          type="button"
          className="mt-3 text-sm font-semibold text-accent underline underline-offset-4 max-sm:min-h-11"
          onClick={() => void review.decide(plain, { decision: 'approve' })}
        >
          {approveAll} only the {numberText(plain.length)} without a flag
        </button>
      )}
    </ConfirmDialog>
  );
}
