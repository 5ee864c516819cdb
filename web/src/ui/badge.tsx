import clsx from 'clsx';
import type { ReactNode } from 'react';

import { categoryLabels, type Category } from '#contracts/location/words';
import type { Status } from '#contracts/shared/statuses';

import { ownStatus } from '../lib/words.ts';

export type BadgeTone = 'plain' | 'solid' | 'pending' | 'ok' | 'no';

const tones: Readonly<Record<BadgeTone, string>> = {
  plain: 'border border-line bg-raised text-ink',
  solid: 'bg-raised text-ink shadow-[0_1px_3px_rgb(0_0_0/0.18)]',
  pending: 'bg-pending-ground text-pending',
  ok: 'bg-ok-ground text-ok',
  no: 'bg-no-ground text-no',
};

/** A short label. Its colour repeats what the word says. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-6.5 items-center gap-1 rounded-sm px-2 font-sans text-xs tracking-normal font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

export function CategoryBadge({ category }: { readonly category: Category }) {
  return <Badge>{categoryLabels[category]}</Badge>;
}

/** The status of the viewer's own city or location. */
export function OwnStatusBadge({ status }: { readonly status: Status }) {
  const { tone, word } = ownStatus[status];
  return <Badge tone={tone}>{word}</Badge>;
}
