import type { ReactNode } from 'react';

import { titleOf } from '../../lib/words.ts';

interface LinkScreenProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

/** A screen opened by a mailed link: one action, in the middle of the page. */
export function LinkScreen({ title, text, children }: LinkScreenProps) {
  return (
    <div className="page grid justify-center py-10 sm:py-16">
      <title>{titleOf(title)}</title>
      <div className="w-[min(28rem,calc(100vw-2rem))] overflow-hidden rounded-lg border border-line bg-raised">
        <div className="relative h-28 bg-night">
          <div className="light-of-hour absolute inset-0 bg-position-[68%_54%]" />
        </div>
        <div className="flex flex-col gap-5 p-6 sm:p-8">
          <div>
            <h1 className="text-2xl">{title}</h1>
            <p className="mt-1.5 text-md text-soft">{text}</p>
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}
