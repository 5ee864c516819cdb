import type { Activity, BatchResult } from '#contracts/moderation/views';

import type { ToastContent } from '../../../lib/toast.ts';
import { numberText } from '../../../lib/words.ts';
import { ConfirmCall } from '../../../ui/confirm.tsx';
import type { Openable } from '../../../ui/dialog.tsx';
import { useListActivityQuery, useUndoBatchMutation } from '../desk/desk-api.ts';
import { actionText, reversedActionText } from '../desk/event-words.ts';

interface UndoDialogProps extends Openable {
  /** The loaded entries of the batch, newest first. */
  readonly known: readonly [Activity, ...Activity[]];
}

/** Milliseconds. All events of one request have the same time, except for a retry after a crash. */
const around = 30_000;

/** Shows what an undo would change; once confirmed, undoes the whole batch. */
export function UndoDialog({ known, open, onOpenChange }: UndoDialogProps) {
  const [latest] = known;
  const first = known.at(-1) ?? latest;
  const { data } = useListActivityQuery({
    actor: latest.actor.id,
    from: new Date(Date.parse(first.at) - around).toISOString(),
    to: new Date(Date.parse(latest.at) + around).toISOString(),
    limit: 500,
  });
  const [undo] = useUndoBatchMutation();
  const { batchId } = latest;
  const read = data?.filter((each) => each.batchId === batchId) ?? [];
  const together = [...new Map([...known, ...read].map((each) => [each.position, each])).values()];
  return (
    <ConfirmCall
      open={open}
      onOpenChange={onOpenChange}
      title="Undo this?"
      description={
        together.length > 1
          ? `These ${numberText(together.length)} were decided in one step, and are undone together.`
          : 'This is what it would change.'
      }
      confirmLabel="Undo"
      confirmFirst
      danger={false}
      call={() => undo(batchId)}
      success={outcomeOf}
      failure="It could not be undone."
    >
      <ul aria-label="What would change" className="flex max-h-72 flex-col gap-2 overflow-y-auto text-sm">
        {together.map((each) => (
          <li key={each.position} className="rounded-md bg-sunk px-3.5 py-2 wrap-anywhere">
            <b className="font-semibold">{each.name ?? 'What is gone'}</b>
            {each.cityName !== null && each.cityName !== each.name && `, ${each.cityName}`}
            <span className="block">
              <del className="text-no">{actionText(each.type) ?? each.type}</del>{' '}
              <ins className="text-ok no-underline">{reversedActionText(each.type)}</ins>
            </span>
          </li>
        ))}
      </ul>
    </ConfirmCall>
  );
}

function outcomeOf({ results }: BatchResult): ToastContent {
  const refused = results.filter(({ result }) => result === 'refused');
  if (refused.length === 0) return { title: 'Undone' };
  return {
    title: `${numberText(refused.length)} of ${numberText(results.length)} not undone`,
    text: refused[0]?.message ?? '',
    variant: 'destructive',
  };
}
