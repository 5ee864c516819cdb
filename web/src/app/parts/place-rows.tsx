import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

interface PlaceRow {
  readonly id: string;
  readonly link: Pick<LinkProps, 'to' | 'mask' | 'preventScrollReset'>;
  readonly name: string;
  /** Muted text after the name. */
  readonly note?: string;
  /** Content at the end of the line. */
  readonly text?: ReactNode;
}

/** Compact rows of places or cities. */
export const PlaceRows = ({ rows }: { readonly rows: readonly PlaceRow[] }) => (
  <ul className="text-md">
    {rows.map(({ id, link, name, note, text }) => (
      <li key={id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-line py-2.5">
        <span className="min-w-0 wrap-anywhere">
          <Link {...link} className="font-medium hover:underline">
            {name}
          </Link>{' '}
          <span className="text-soft">{note}</span>
        </span>
        <span className="text-soft tabular-nums">{text}</span>
      </li>
    ))}
  </ul>
);
