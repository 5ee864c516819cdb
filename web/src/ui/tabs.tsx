import clsx from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import { useEffect, useRef, type ReactNode } from 'react';

import { numberText } from '../lib/words.ts';
import { showInRow } from './scrolling.ts';

interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
  /** The number of waiting items; null shows nothing. */
  readonly count?: number | null;
  readonly content: ReactNode;
}

export interface TabsProps<T extends string> {
  /** Names the list of tabs for a screen reader. */
  readonly label: string;
  readonly value: T;
  readonly onValueChange: (value: T) => void;
  readonly tabs: ReadonlyArray<Tab<T>>;
}

/** Tabs with an underline; arrow keys move between them. */
export function Tabs<T extends string>({ label, value, onValueChange, tabs }: TabsProps<T>) {
  const choose = (wanted: string) => {
    const tab = tabs.find((candidate) => candidate.value === wanted);
    if (tab) onValueChange(tab.value);
  };
  const list = useRef<HTMLDivElement>(null);
  // Counts that arrive later make the row wider.
  const counted = tabs.every(({ count }) => count !== null);
  useEffect(() => showInRow(list.current, '[data-state="active"]'), [value, counted]);
  return (
    <Radix.Root value={value} onValueChange={choose}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="scroll-fade flex overflow-x-auto border-b border-line [scrollbar-width:none] lg:gap-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={clsx(
              'group -mb-px flex h-12 shrink-0 items-center gap-2 border-b-2 border-transparent px-2.5 text-md md:max-lg:gap-1.5 md:max-lg:px-1.5 md:max-lg:text-sm lg:px-3.5 font-semibold text-soft',
              'transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:border-accent data-[state=active]:text-ink',
            )}
          >
            {tab.label}
            {tab.count !== undefined && tab.count !== null && (
              <span className="min-w-6 rounded-full bg-sunk px-1.5 py-0.5 text-center text-xs text-ink tabular-nums group-data-[state=active]:bg-accent group-data-[state=active]:text-on-accent">
                ({numberText(tab.count)})
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6 outline-offset-4 low:pt-2">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
