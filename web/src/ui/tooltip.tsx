import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { floatingRoot } from './floating.ts';

const openDelay = 700;

/** Adds an explanation to a control after 700 ms; never the only place where the information is given. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={openDelay}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={floatingRoot()}>
          <Radix.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-70 max-w-64 animate-fade-in rounded-sm bg-ink px-2.5 py-1.5 text-xs font-medium text-paper"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
