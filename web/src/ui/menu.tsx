import { DropdownMenu as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';

import { floatingRoot } from './floating.ts';

interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
}

export interface MenuProps {
  /** The button that opens the menu: one element that accepts a ref. */
  readonly trigger: ReactNode;
  readonly items: readonly MenuItem[];
  readonly defaultOpen?: boolean;
  /** Whether a key opened the menu before it was mounted; then the first item gets the focus. */
  readonly byKey?: boolean;
}

export function Menu({ trigger, items, defaultOpen = false, byKey = false }: MenuProps) {
  const isFirst = useRef(byKey);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Root defaultOpen={defaultOpen} modal={false}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={floatingRoot()}>
        <Radix.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onFocus={({ currentTarget }) => {
            if (!isFirst.current) return;
            isFirst.current = false;
            currentTarget.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
          }}
          className="z-60 min-w-48 rounded-md border border-line bg-raised p-1.5 shadow-floating data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        >
          {items.map((item) => (
            <Radix.Item
              key={item.label}
              onSelect={() => {
                // The item is about to disappear: a dialog that it opens returns the focus to the button.
                button.current?.focus();
                item.onSelect();
              }}
              className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-sm px-3 text-md outline-none select-none data-[highlighted]:bg-sunk"
            >
              {item.icon}
              {item.label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
