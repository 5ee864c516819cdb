import type { ReactNode } from 'react';

interface SectionHeadingProps {
  readonly title: string;
  /** A quiet text beside the title, for example a count. */
  readonly note?: string | null | undefined;
  /** On a phone the note has its own line, whose space is reserved until it is known. */
  readonly awaited?: boolean;
  readonly children?: ReactNode;
}

export function SectionHeading({ title, note, awaited, children }: SectionHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-col gap-x-4 wrap-anywhere sm:flex-row sm:items-baseline">
        <h2 className="text-[1.75rem] leading-tight sm:text-3xl">{title}</h2>
        {(note || awaited) && <p className="text-md text-soft max-sm:min-h-[1lh]">{note}</p>}
      </div>
      {children !== undefined && <div className="flex flex-wrap items-center gap-3">{children}</div>}
    </div>
  );
}
