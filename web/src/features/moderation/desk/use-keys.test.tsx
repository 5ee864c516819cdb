// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { useKeys } from './use-keys.ts';

afterEach(cleanup);

function given() {
  const done: string[] = [];
  const does = (what: string) => () => void done.push(what);
  function Desk() {
    useKeys({ a: does('approve'), c: does('correct'), j: does('next'), Enter: does('open') });
    useKeys({ 'g c': does('go to cities'), '?': does('help') }, { first: true });
    return (
      <>
        <button type="button">Undo</button>
        <div id="row-1">
          <button type="button">Porto</button>
        </div>
        <input aria-label="Search" />
      </>
    );
  }
  render(<Desk />);
  const press = (key: string, more: object = {}, on: Element = document.body) =>
    fireEvent.keyDown(on, { key, ...more });
  return { done, press };
}

it('a held key acts once, except for moving', () => {
  const { done, press } = given();
  for (const key of ['a', 'j']) for (const repeat of [false, true, true]) press(key, { repeat });
  expect(done).toEqual(['approve', 'next', 'next', 'next']);
});

it('the second key of a sequence does not act alone, and after another key there is no sequence', () => {
  const { done, press } = given();
  for (const key of ['g', 'c', 'c', 'g', '?', 'c']) press(key);
  expect(done).toEqual(['go to cities', 'correct', 'help', 'correct']);
});

it('no key acts with a modifier or while the person types, and a button handles Enter itself unless it is a row', () => {
  const { done, press } = given();
  press('a', { ctrlKey: true });
  press('a', {}, screen.getByLabelText('Search'));
  press('Enter', {}, screen.getByRole('button', { name: 'Undo' }));
  expect(done).toEqual([]);
  press('a', {}, screen.getByRole('button', { name: 'Undo' }));
  press('Enter', {}, screen.getByRole('button', { name: 'Porto' }));
  expect(done).toEqual(['approve', 'open']);
});
