import clsx from 'clsx';
import type { ReactNode } from 'react';

import type { QueueItem } from '#contracts/moderation/views';

import { KeyHints } from '../desk/keys-help.tsx';
import { kindAndCity } from '../detail/detail.tsx';

interface DetailFrameProps {
  /** Whose kind and city stand above the name. */
  readonly item: QueueItem;
  readonly name: string;
  /** Begins lower, below the dashboard's tabs. */
  readonly isLow: boolean;
  readonly children: ReactNode;
}

/** The id of the heading of the detail beside the list. */
export const detailTitleId = 'detail-title';

/** What stands beside the list: of an item, or of a set of photos. */
export function DetailFrame({ item, name, isLow, children }: DetailFrameProps) {
  return (
    <aside
      aria-label={`About ${name}`}
      className={clsx(
        'sticky top-[calc(var(--top)+0.5rem)] flex min-h-80 flex-col overflow-hidden rounded-lg border border-line bg-raised',
        isLow ? 'max-h-[calc(100dvh-15.5rem)]' : 'max-h-[calc(100dvh-16rem)]',
      )}
    >
      <div className="overflow-y-auto overscroll-contain p-5">
        <p className="mb-1 text-xs font-semibold text-soft wrap-anywhere">{kindAndCity(item)}</p>
        <h2 id={detailTitleId} tabIndex={-1} className="mb-3 text-2xl wrap-anywhere">
          {name}
        </h2>
        {children}
      </div>
      <KeyHints />
    </aside>
  );
}
