import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { editItem } from './item.ts';
import type { Decisions } from './use-decisions.ts';
import { fieldLabel, fieldValue } from './words.ts';

/** Asks before an edit overwrites what has changed since it was made, and shows what that is. */
export function ConfirmForce({ decisions }: { readonly decisions: Decisions }) {
  const { conflict, dismissConflict, decide } = decisions;
  if (conflict === null) return null;
  const { edit, queue } = conflict;
  return (
    <ConfirmDialog
      open
      danger={false}
      onOpenChange={(open) => {
        if (!open) dismissConflict();
      }}
      title={`Approve the edit of ${edit.locationName} all the same?`}
      description="The location has changed since this edit was made. Approving it puts these values in place of the newer ones."
      confirmLabel="Approve All the Same"
      onConfirm={() => {
        dismissConflict();
        decide(queue, [editItem(edit)], { verdict: 'approve', force: true });
      }}
      focusFallback={() => document.getElementById('queue-edit')}
    >
      <dl className="grid gap-3">
        {Object.entries(edit.conflicts).map(([field, now]) => (
          <div key={field} className="rounded-md bg-sunk px-3.5 py-2.5 text-sm">
            <dt className="font-semibold">{fieldLabel(field)}</dt>
            <dd className="mt-1 wrap-anywhere">
              now <span className="font-semibold text-no">{fieldValue(field, now)}</span>, then{' '}
              <span className="font-semibold text-ok">{fieldValue(field, edit.data[field]?.to ?? null)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  );
}
