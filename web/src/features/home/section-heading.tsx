import type { ReactNode } from 'react';

interface SectionHeadingProps {
  readonly title: string;
  /** Beside the title, quietly: how many there are. */
  readonly note?: string | null;
  readonly children?: ReactNode;
}

export function SectionHeading({ title, note, children }: SectionHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
      <h2 className="text-[1.75rem] leading-tight sm:text-3xl">{title}</h2>
      {note !== undefined && note !== null && (
        <p role="status" className="translate-y-1 text-md text-soft">
          {note}
        </p>
      )}
      {children !== undefined && <div className="ml-auto flex items-center gap-3">{children}</div>}
    </div>
  );
}
