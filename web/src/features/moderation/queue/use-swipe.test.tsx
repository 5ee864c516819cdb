// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { useSwipe } from './use-swipe.ts';

const did: string[] = [];
function Row() {
  const { by, handlers } = useSwipe(
    () => did.push('right'),
    () => did.push('left'),
  );
  return (
    <button type="button" {...handlers} onClick={() => did.push('click')}>
      {by}
    </button>
  );
}
const row = () => screen.getByRole('button');
const move = (x: number, y = 0) => fireEvent.pointerMove(row(), { clientX: 100 + x, clientY: 100 + y });
const press = (pointerType: string) =>
  fireEvent.pointerDown(row(), { pointerType, clientX: 100, clientY: 100 });
/** Lets go. The browser then also sends a click. */
const release = () => {
  fireEvent.pointerUp(row());
  fireEvent.click(row());
};

beforeEach(() => {
  did.length = 0;
  render(<Row />);
});
afterEach(cleanup);

describe('a row', () => {
  it.each([
    [96, 'right'],
    [-96, 'left'],
  ])('that a finger moved by %i pixels is swiped to the %s, and returns', (by, direction) => {
    press('touch');
    move(by / 2);
    // Once the row moves, the finger need not stay on its line.
    move(by, 150);
    expect(row().textContent).toBe(String(by));
    release();
    expect(did).toEqual([direction]);
    expect(row().textContent).toBe('0');
  });

  it.each(['mouse', 'pen'])('is not swiped by a %s, whose press still counts', (pointerType) => {
    press(pointerType);
    move(200);
    expect(row().textContent).toBe('0');
    release();
    expect(did).toEqual(['click']);
  });

  it('returns after a shorter swipe, which is not a press', () => {
    press('touch');
    move(95);
    release();
    expect(did).toEqual([]);
    press('touch');
    release();
    expect(did).toEqual(['click']);
  });

  it('stays in place while the finger scrolls, or hardly moves', () => {
    press('touch');
    move(11);
    expect(row().textContent).toBe('0');
    move(30, 31);
    move(200, 31);
    expect(row().textContent).toBe('0');
    release();
    expect(did).toEqual(['click']);
  });

  it('returns when the browser takes the finger for itself', () => {
    press('touch');
    move(200);
    fireEvent.pointerCancel(row());
    expect(row().textContent).toBe('0');
    fireEvent.pointerUp(row());
    expect(did).toEqual([]);
    press('touch');
    release();
    expect(did).toEqual(['click']);
  });
});
