import type { ReactNode } from 'react';

interface EmptyLineProps {
  readonly title: string;
  /** What to do next. */
  readonly action?: ReactNode;
}

/** Says in one line that a list has nothing, on a page that shows more than this. */
export const EmptyLine = ({ title, action }: EmptyLineProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-dashed border-outline/50 px-5 py-4">
    <p className="font-display text-lg font-[560] wrap-anywhere">{title}</p>
    {action}
  </div>
);
