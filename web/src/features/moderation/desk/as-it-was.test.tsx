// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, expect, it } from 'vitest';

import type { LocationAt, MomentsCompared } from '#contracts/moderation/moments';
import { ribeira } from '#contracts/testing/location';
import type { City } from '#contracts/city/views';
import type { HistoryEntry } from '#contracts/moderation/views';

import { cityApi } from '../../city/api.ts';
import { createStore } from '../../../lib/store.ts';
import { deskApi } from './desk-api.ts';
import { AsItWas } from './as-it-was.tsx';

afterEach(cleanup);

const id = '0b7a4c1e-5f0d-4d3b-9a51-6c1d2e3f4a5b';
const time = '2026-03-03T10:41:00.000Z';

const entry = (revision: number, type: string, seen: number | null = null): HistoryEntry => ({
  revision,
  position: String(revision + 10),
  eventId: `event-${revision}`,
  type,
  time,
  actor: { id: 'jonas', name: 'Jonas K.' },
  reason: null,
  changes: null,
  seen,
  isDecision: false,
  correlationId: 'one',
  causationId: 'one',
});
const entries = [
  entry(0, 'location-submitted.v1'),
  entry(1, 'location-approved.v1', 0),
  entry(2, 'location-edited.v1'),
];

const photo = { id: 'p1', thumbnailUrl: '/photos/p1/320.webp', placeholder: '#abc', caption: 'At dusk' };

async function shown(history = entries): Promise<void> {
  const store = createStore();
  const target = { kind: 'location', id } as const;
  for (const [at, name] of ['Mill', 'Mill', 'Old Mill'].entries()) {
    // The casts are safe: the slider reads only these fields of a view.
    const view = {
      name,
      status: at === 0 ? 'pending' : 'approved',
      reason: null,
      photos: at === 2 ? [photo] : [],
    };
    const data = { ...ribeira, ...view } as unknown as LocationAt;
    await store.dispatch(
      deskApi.util.upsertQueryData('getAt', { ...target, position: String(at + 10) }, data),
    );
  }
  const city = { name: 'Porto' } as City;
  await store.dispatch(cityApi.util.upsertQueryData('getCity', ribeira.cityId, city));
  const compared = { name: { from: 'Mill', to: 'Old Mill' }, photos: { from: [], to: [photo] } };
  const asked = { ...target, from: '11', to: '12' };
  await store.dispatch(
    deskApi.util.upsertQueryData('compareMoments', asked, compared satisfies MomentsCompared),
  );
  render(
    <Provider store={store}>
      <AsItWas kind="location" id={id} entries={history} now={Date.parse(time)} />
    </Provider>,
  );
}

it('shows the fields and photos after the event that the slider chooses, at first the latest', async () => {
  await shown();
  expect(await screen.findByText('Old Mill')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Photos then' })).getByAltText('At dusk')).toBeTruthy();
  const slider = screen.getByRole('slider', { name: 'Event' });
  expect(slider.getAttribute('aria-valuetext')).toContain('edited by Jonas K., revision 2');
  // The browser fires this event for the left arrow key.
  fireEvent.change(slider, { target: { value: '1' } });
  expect(slider.getAttribute('aria-valuetext')).toContain('revision 1, decided on revision 0');
  expect(await screen.findByText('Mill')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Photos then' })).toBeNull();
});

it('names the revision of an event in the location’s own stream, not that of a photo', async () => {
  await shown([entry(1, 'photo-approved.v1'), entry(2, 'photo-featured.v1')]);
  const slider = screen.getByRole('slider', { name: 'Event' });
  expect(slider.getAttribute('aria-valuetext')).toContain('revision 2');
  fireEvent.change(slider, { target: { value: '0' } });
  expect(slider.getAttribute('aria-valuetext')).not.toContain('revision');
});

it('compares with another moment, at first the event before', async () => {
  await shown();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Compare with another moment' }));
  const region = await screen.findByRole('region', { name: 'What differs' });
  expect(within(region).getByRole('deletion').textContent).toBe('Mill');
  expect(within(region).getByRole('insertion').textContent).toBe('Old Mill');
  expect(within(region).getByRole('region', { name: 'Photos that came' })).toBeTruthy();
  expect(screen.getByRole('slider', { name: 'Compared with' }).getAttribute('aria-valuetext')).toContain(
    'revision 1',
  );
});
