import type { ReactNode } from 'react';

interface SectionHeadingProps {
  readonly title: string;
  /** Beside the title, quietly: how many there are; null while that is not known. */
  readonly note?: string | null;
  readonly children?: ReactNode;
}

export function SectionHeading({ title, note, children }: SectionHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="flex flex-col gap-x-4 sm:flex-row sm:items-baseline">
        <h2 className="text-[1.75rem] leading-tight sm:text-3xl">{title}</h2>
        {/* On a phone it has a line of its own, which is held for it. */}
        {note !== undefined && <p className="text-md text-soft max-sm:min-h-[1lh]">{note}</p>}
      </div>
      {children !== undefined && <div className="flex items-center gap-3">{children}</div>}
    </div>
  );
}
