import { Suspense } from 'react';

import { late } from '../../../lib/late.ts';
import { reportFailure } from '../../../lib/session-calls.ts';
import { useRights } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { ConfirmCall } from '../../../ui/confirm.tsx';
import { Dialog, type Openable } from '../../../ui/dialog.tsx';
import { useOpenFor } from '../../../ui/use-open-for.ts';
import { DeleteCityDialog } from '../../city/delete-city-dialog.tsx';
import { EditCityDialog } from '../../city/edit-city-dialog.tsx';
import { DeleteLocationDialog } from '../../location/delete-location-dialog.tsx';
import { EditPlaceDialog } from '../../photo/edit-place-dialog.tsx';
import { useReopenMutation, useRestoreMutation } from '../desk/desk-api.ts';
import { History } from '../desk/history.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { firstButtonOf, type Managed } from './managed.ts';

const MergeDialog = late(() => import('../merge/merge-dialog.tsx').then((m) => m.MergeDialog));

/** The action on a row for which a dialog is open. */
export interface ManageDialog {
  readonly does: 'edit' | 'merge' | 'delete' | 'restore' | 'reopen' | 'history';
  readonly row: Managed;
}

interface ManageDialogsProps {
  readonly dialog: ManageDialog | null;
  readonly onClose: () => void;
}

/** The dialogs of the manage tabs. A dialog stays mounted while it closes. */
export function ManageDialogs({ dialog, onClose }: ManageDialogsProps) {
  const [shown, during] = useOpenFor(dialog, onClose);
  if (shown === null) return null;
  const { row, does } = shown;
  const props = { ...during, focusFallback: () => firstButtonOf(row.entity.id) };
  switch (does) {
    case 'edit':
      return row.kind === 'city' ? (
        <EditCityDialog key={row.entity.id} city={row.entity} {...props} />
      ) : (
        <EditPlaceDialog key={row.entity.id} location={row.entity} {...props} />
      );
    case 'delete':
      return row.kind === 'city' ? (
        <DeleteCityDialog city={row.entity} onDone={onClose} {...props} />
      ) : (
        <DeleteLocationDialog location={row.entity} onDone={onClose} {...props} />
      );
    case 'merge':
      return (
        <Suspense>
          <MergeDialog key={row.entity.id} id={row.entity.id} name={row.entity.name} {...props} />
        </Suspense>
      );
    case 'history':
      return <HistoryDialog row={row} {...props} />;
    case 'restore':
    case 'reopen':
      return <ReturnDialog row={row} does={does} {...props} />;
  }
}

interface RowDialogProps extends Openable {
  readonly row: Managed;
}

function HistoryDialog({ row, open, onOpenChange }: RowDialogProps) {
  // Only the administrator may restore.
  const { isAdmin } = useRights();
  const [restore] = useRestoreMutation();
  const now = useNow();
  const { kind, entity } = row;
  const bringBack = async (revision: number) => {
    const response = await restore({ kind, id: entity.id, revision });
    if (response.error) reportFailure(response.error, `Failed to restore ${entity.name}`);
    else toast({ title: `${entity.name} has its earlier values again` });
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`History of ${entity.name}`}>
      <History
        kind={kind}
        id={entity.id}
        now={now}
        {...(isAdmin && { onRestore: ({ revision }) => void bringBack(revision) })}
      />
    </Dialog>
  );
}

const returns = {
  restore: {
    word: 'Restore',
    about: 'It returns with everything that its deletion took along.',
    done: 'is back',
    failure: 'Failed to restore',
  },
  reopen: {
    word: 'Reopen',
    about: 'The decision is taken back, and it waits for review again.',
    done: 'waits again',
    failure: 'Failed to reopen',
  },
} as const;

function ReturnDialog({ row, does, ...dialog }: RowDialogProps & { does: keyof typeof returns }) {
  const [restore] = useRestoreMutation();
  const [reopen] = useReopenMutation();
  const { name, id } = row.entity;
  const { word, about, done, failure } = returns[does];
  return (
    <ConfirmCall
      {...dialog}
      danger={false}
      title={`${word} ${name}?`}
      description={about}
      confirmLabel={word}
      call={() => (does === 'restore' ? restore : reopen)({ kind: row.kind, id })}
      success={() => ({ title: `${name} ${done}` })}
      failure={`${failure} ${name}`}
    />
  );
}
