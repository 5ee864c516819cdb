// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

import { Menu } from './menu.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(byKey: boolean, onSelect: () => void = () => undefined): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const items = ['One', 'Two'].map((label) => ({ label, onSelect }));
  render(<Menu defaultOpen byKey={byKey} trigger={<button type="button">Open</button>} items={items} />);
}

it('focuses the first item if a key has opened it', async () => {
  open(true);
  expect(document.activeElement).toBe(await screen.findByRole('menuitem', { name: 'One' }));
});

it('focuses no item if a pointer has opened it', async () => {
  open(false);
  expect(document.activeElement).toBe(await screen.findByRole('menu'));
});

it('has returned the focus to its button when an item acts', async () => {
  let focused: Element | null = null;
  open(true, () => {
    focused = document.activeElement;
  });
  await screen.findByRole('menuitem', { name: 'One' });
  const user = userEvent.setup();
  await user.keyboard('{Enter}');
  expect(focused).toBe(screen.getByRole('button', { name: 'Open' }));
});
