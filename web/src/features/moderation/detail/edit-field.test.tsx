// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';

import type { FieldContent } from '#contracts/shared/coordinates';

import { EditField } from './edit-field.tsx';

afterEach(cleanup);

function shown(field: string, from: FieldContent, now: FieldContent | undefined, to: FieldContent) {
  function Shown() {
    const [corrected, setCorrected] = useState<string>();
    return (
      <EditField
        {...{ field, from, to, now, corrected }}
        takes
        onTake={() => undefined}
        onCorrect={(value) => setCorrected(value ?? undefined)}
      />
    );
  }
  render(<Shown />);
}
const button = (name: RegExp) => screen.getByRole('button', { name });

it('merges both changes of a text into a correction, which can be edited and dropped', async () => {
  shown('description', 'Mist lifts at dawn.', 'Fog lifts at dawn.', 'Mist lifts at dawn. Bring a tripod.');
  await userEvent.click(button(/^Take both/));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Corrected Description' });
  expect(field.value).toBe('Fog lifts at dawn. Bring a tripod.');
  await userEvent.type(field, ' Slowly.');
  expect(field.value).toBe('Fog lifts at dawn. Bring a tripod. Slowly.');
  await userEvent.click(button(/^As proposed/));
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('says when both changed the same words', async () => {
  shown('description', 'Mist at dawn', 'Mist at dusk', 'Mist at noon');
  await userEvent.click(button(/^Take both/));
  expect(screen.getByRole('status').textContent).toBe('Both changed the same words.');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it.each([
  ['a text that only the contributor changed', 'description', 'One', undefined, 'Two'],
  ['a text that was removed since', 'accessNotes', 'One', null, 'Two'],
  ['a name', 'name', 'One', 'Two', 'Three'],
  ['a choice', 'category', 'landmark', 'nature', 'beach'],
] as const)('does not offer to merge %s', (_, field, from, now, to) => {
  shown(field, from, now, to);
  expect(screen.queryByRole('button', { name: /Take both/ })).toBeNull();
});
