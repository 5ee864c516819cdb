// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { Menu } from './menu.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(byKey: boolean): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const items = ['One', 'Two'].map((label) => ({ label, onSelect: () => undefined }));
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
