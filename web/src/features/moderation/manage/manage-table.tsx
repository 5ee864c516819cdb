import { History, Merge, Pencil, RotateCcw, Trash2, type LucideIcon } from 'lucide-react';
import { Tooltip as Radix } from 'radix-ui';
import { useEffect, useRef, type ReactNode } from 'react';

import { categoryLabels } from '#contracts/location/words';
import type { Status } from '#contracts/shared/statuses';

import { useRights } from '../../../lib/session.ts';
import { nounFor, nouns, timeText } from '../../../lib/words.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { floatingRoot } from '../../../ui/floating.ts';
import type { ManagedKind } from '../desk/desk-api.ts';
import { statusWords } from '../desk/kind-words.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { ManageDialog } from './manage-dialogs.tsx';
import { firstButtonOf, managedRowId, type Managed } from './managed.ts';

export interface ManageTableProps {
  readonly kind: ManagedKind;
  readonly rows: readonly Managed[];
  readonly onAct: (dialog: ManageDialog) => void;
}

const head = 'border-b border-line px-3 py-2.5 text-left text-xs font-semibold text-soft first:pl-4';
const cell = 'sm:border-b sm:border-line sm:px-3 sm:py-2.5 sm:first:pl-4';

// A phone stacks the cells of a row; the roles keep it a table for screen readers.
export function ManageTable({ kind, rows, onAct }: ManageTableProps) {
  const now = useNow();
  return (
    <div className="overflow-x-auto sm:rounded-lg sm:border sm:border-line sm:bg-raised">
      <table role="table" className="w-full border-collapse text-sm max-sm:block">
        <caption className="sr-only">All {nouns[kind].many}</caption>
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row">
            {[
              kind === 'city' ? 'City' : 'Location',
              kind === 'city' ? 'Locations' : 'Category',
              'Status',
              'Changed',
              'Actions',
            ].map((label) => (
              <th key={label} role="columnheader" scope="col" className={head}>
                <span className={label === 'Actions' ? 'sr-only' : ''}>{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className="max-sm:flex max-sm:flex-col max-sm:gap-3 sm:[&>tr:last-child>*]:border-b-0"
        >
          {rows.map((row) => (
            <Row key={row.entity.id} row={row} now={now} onAct={onAct} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly row: Managed;
  readonly now: number;
  readonly onAct: (dialog: ManageDialog) => void;
}

function Row({ row, now, onAct }: RowProps) {
  const { entity } = row;
  const acted = useRef(false);
  // An action changes the row's buttons, and the button with the focus may disappear.
  useEffect(() => {
    if (acted.current && document.activeElement === document.body) firstButtonOf(entity.id)?.focus();
  }, [entity.id, entity.status]);
  const act = (dialog: ManageDialog) => {
    acted.current = true;
    onAct(dialog);
  };
  const { tone, word } = statusWords[entity.status];
  // On a phone, the buttons are beside the name; if one has a text, they are below everything.
  const beside = wayBack(entity.status) === null;
  return (
    <tr
      role="row"
      id={managedRowId(entity.id)}
      className="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:rounded-lg max-sm:border max-sm:border-line max-sm:bg-raised max-sm:p-4 sm:hover:bg-sunk/50"
    >
      <th
        role="rowheader"
        scope="row"
        className={`min-w-0 sm:min-w-40 text-left font-normal wrap-anywhere ${beside ? 'max-sm:basis-[calc(100%-160px)]' : 'max-sm:basis-full'} ${cell}`}
      >
        <span className="font-display text-lg font-semibold">{entity.name}</span>
        <span className="block text-soft">
          {row.kind === 'city' ? row.entity.country : `${row.entity.cityName}, ${row.entity.country}`}
        </span>
      </th>
      <td role="cell" className={`text-soft tabular-nums max-sm:order-2 ${cell}`}>
        {row.kind === 'city' ? (
          <>
            {row.entity.locationCount}
            <span className="sm:sr-only"> {nounFor(row.entity.locationCount, nouns.location)}</span>
          </>
        ) : (
          categoryLabels[row.entity.category]
        )}
      </td>
      <td role="cell" className={`max-sm:order-2 ${cell}`}>
        <Badge tone={tone}>{entity.originalId === null ? word : 'Merged'}</Badge>
      </td>
      <td role="cell" className={`whitespace-nowrap text-soft tabular-nums max-sm:order-2 ${cell}`}>
        <time dateTime={entity.updatedAt}>{timeText(entity.updatedAt, now)}</time>
      </td>
      <td
        role="cell"
        className={`max-sm:-mr-2 max-sm:ml-auto ${beside ? 'max-sm:order-1' : 'max-sm:order-3'} ${cell}`}
      >
        <Actions row={row} onAct={act} />
      </td>
    </tr>
  );
}

/** How an entity can be brought back; null if it is not gone. The server refuses one withdrawn before any approval. */
function wayBack(status: Status): 'restore' | 'reopen' | null {
  if (status === 'deleted') return 'restore';
  return status === 'rejected' || status === 'withdrawn' ? 'reopen' : null;
}

function Actions({ row, onAct }: Pick<RowProps, 'row' | 'onAct'>) {
  const { name, status } = row.entity;
  const isDeleted = status === 'deleted';
  const back = wayBack(status);
  // A merge can only be reversed by an undo.
  const isMerged = row.kind === 'location' && row.entity.originalId !== null;
  // Only the administrator may delete and restore.
  const { isAdmin } = useRights();
  const button = (does: ManageDialog['does'], text: string, Icon: LucideIcon) => (
    <Tooltip text={text}>
      <IconButton
        label={`${text}${does === 'history' ? ' of' : ''} ${name}`}
        className={`size-9! ${does === 'delete' ? 'text-no!' : ''}`}
        onClick={() => onAct({ does, row })}
      >
        <Icon size={16} aria-hidden />
      </IconButton>
    </Tooltip>
  );
  return (
    <div className="flex flex-wrap items-center justify-end gap-1">
      {back !== null && !isMerged && (back === 'reopen' || isAdmin) && (
        <Button size="small" onClick={() => onAct({ does: back, row })}>
          <RotateCcw size={14} aria-hidden />
          {back === 'restore' ? 'Restore' : 'Reopen'}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
      <div className="flex gap-0.5">
        {button('history', 'History', History)}
        {!isDeleted && !(row.kind === 'city' && status === 'withdrawn') && button('edit', 'Edit', Pencil)}
        {!isDeleted && row.kind === 'location' && button('merge', 'Compare and merge', Merge)}
        {!isDeleted && isAdmin && button('delete', 'Delete', Trash2)}
      </div>
    </div>
  );
}

const openDelay = 700;

/** Shows a text beside a control after 700 ms; the text must also be available elsewhere. */
function Tooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={openDelay}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={floatingRoot()}>
          <Radix.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-70 max-w-64 animate-fade-in rounded-sm bg-ink px-2.5 py-1.5 text-xs font-medium text-paper"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
