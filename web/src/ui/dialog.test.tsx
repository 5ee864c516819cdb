// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

import { Dialog } from './dialog.tsx';

afterEach(cleanup);

it('scrolls to the control that Tab reaches, also from the last back to the first', async () => {
  const shown: Element[] = [];
  // The simulated browser has no layout.
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    shown.push(this);
  });
  render(
    <Dialog open onOpenChange={() => undefined} title="A place">
      <button type="button">First</button>
    </Dialog>,
  );
  const first = screen.getByRole('button', { name: 'First' });
  const close = screen.getByRole('button', { name: 'Close' });
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  expect(shown).toEqual([first, close, first]);
});
