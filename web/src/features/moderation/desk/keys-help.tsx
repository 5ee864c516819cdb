import { Fragment, type ReactNode } from 'react';

import { Dialog, type Openable } from '../../../ui/dialog.tsx';

const groups: ReadonlyArray<{
  readonly title: string;
  readonly keys: ReadonlyArray<readonly [keys: readonly string[], does: string]>;
}> = [
  {
    title: 'Decide',
    keys: [
      [['A'], 'Approve the chosen one, or all selected; what shows already stays'],
      [['R'], 'Reject, remove, revert or dismiss, with or without a reason'],
      [['1', '–', '9'], 'The same, with the reason of that number'],
      [['U'], 'Undo the last decision, then the one before it'],
      [['S'], 'Skip: leave it, and go to the next'],
      [['E'], 'Edit what was sent, before deciding'],
      [['F'], 'Of photos: all that are wholly on the screen are fine'],
    ],
  },
  {
    title: 'Move',
    keys: [
      [['J'], 'The next'],
      [['K'], 'The one before'],
      [['Enter'], 'Open its story, the photo large, or a row of several photos'],
      [['→', '←'], 'Open and close a row of several photos'],
      [['←', '→'], 'In a grid of photos, in all four directions'],
      [['/'], 'Find'],
    ],
  },
  {
    title: 'Select',
    keys: [
      [['X'], 'Select, or no longer'],
      [['Shift', 'J'], 'Select on, downwards; with K upwards'],
      [['Esc'], 'Select nothing'],
    ],
  },
  {
    title: 'Go to',
    keys: [
      [['G', 'Q'], 'The queue'],
      [['G', 'C'], 'Pending Cities'],
      [['G', 'L'], 'Pending Locations'],
      [['G', 'E'], 'Pending Edits'],
      [['G', 'H'], 'Photos'],
      [['G', 'P'], 'People'],
      [['G', 'A'], 'Activity'],
      [['?'], 'Show this'],
    ],
  },
];

export function Key({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5.5 min-w-5.5 place-items-center rounded-sm border border-b-2 border-line bg-paper px-1 font-sans text-xs font-semibold text-ink">
      {children}
    </kbd>
  );
}

const hints = [
  [['J', 'K'], 'move'],
  [['A'], 'approve'],
  [['R'], 'reject'],
  [['U'], 'undo'],
  [['?'], 'all'],
] as const;

/** The most useful keys, in one line below a detail. */
export function KeyHints() {
  return (
    <p
      aria-hidden
      className="flex shrink-0 flex-wrap gap-x-2.5 gap-y-1.5 border-t border-line px-4 py-3 text-xs text-soft"
    >
      {hints.map(([keys, does]) => (
        <span key={does} className="inline-flex items-center gap-1 whitespace-nowrap">
          {keys.map((key) => (
            <Key key={key}>{key}</Key>
          ))}
          {does}
        </span>
      ))}
    </p>
  );
}

export function KeysHelp({ open, onOpenChange }: Openable) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys" size="large">
      {/* Focusable, so that it can be scrolled by keyboard in a low window. */}
      <div role="group" aria-label="All keys" tabIndex={0} className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-2 text-base">{title}</h3>
            <dl className="grid grid-cols-[4.75rem_1fr] items-baseline gap-x-3 gap-y-2 text-sm">
              {keys.map(([of, does]) => (
                <Fragment key={does}>
                  <dt className="flex gap-1">
                    {of.map((key) => (
                      <Key key={key}>{key}</Key>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
