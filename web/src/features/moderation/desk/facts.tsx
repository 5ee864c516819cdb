import type { ReactNode } from 'react';

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-4 gap-y-2 text-md">{children}</dl>;
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

interface NoteProps {
  readonly tone?: 'pending' | 'no' | 'plain';
  readonly children: ReactNode;
}

const tones = {
  pending: 'bg-pending-ground text-pending',
  no: 'bg-no-ground text-no',
  plain: 'bg-sunk',
} as const;

/** A note to read before deciding. */
export function Note({ tone = 'pending', children }: NoteProps) {
  return (
    <div className={`mb-4 rounded-md px-3.5 py-2.5 text-sm wrap-anywhere ${tones[tone]}`}>{children}</div>
  );
}
