import { Fragment, type ReactNode } from 'react';

import { Dialog } from '../../ui/dialog.tsx';

const keys: ReadonlyArray<{
  readonly keys: readonly string[];
  readonly short: string;
  readonly does: string;
}> = [
  { keys: ['A'], short: 'approve', does: 'Approve the chosen one, or all selected' },
  { keys: ['R'], short: 'reject', does: 'Reject it, with or without a reason' },
  { keys: ['U'], short: 'undo', does: 'Take back the last decision, within 10 seconds' },
  { keys: ['J', 'K'], short: 'move', does: 'Go to the next, or the one before' },
  { keys: ['?'], short: 'help', does: 'Show this' },
];

function Key({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5.5 min-w-5.5 place-items-center rounded-sm border border-b-2 border-line bg-paper px-1 font-sans text-xs font-semibold text-ink">
      {children}
    </kbd>
  );
}

/** The keys at hand, in one line below a story. */
export function KeyHints() {
  return (
    <p
      aria-hidden
      className="flex shrink-0 flex-wrap gap-x-1.5 gap-y-1.5 border-t border-line px-4 py-3.5 text-xs text-soft"
    >
      {keys.map((entry) => (
        <span key={entry.short} className="inline-flex items-center gap-1">
          {entry.keys.map((key) => (
            <Key key={key}>{key}</Key>
          ))}
          {entry.short}
        </span>
      ))}
    </p>
  );
}

interface KeysHelpProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function KeysHelp({ open, onOpenChange }: KeysHelpProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="small" title="Keys">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3 text-md">
        {keys.map((entry) => (
          <Fragment key={entry.short}>
            <dt className="flex gap-1">
              {entry.keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{entry.does}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
