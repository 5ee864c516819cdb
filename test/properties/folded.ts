import { expect } from 'vitest';

import type { Recorded } from '#contracts/events/index';
import { cityDecider } from '#command-service/domain/city';
import type { Decider } from '#command-service/domain/decider';
import { locationDecider } from '#command-service/domain/location-decider';
import { photoDecider } from '#command-service/domain/photo';

import type { Json } from '../harness/http.ts';
import type { Contents } from '../harness/replayed.ts';

/** The streams folded as commands see them, against the documents that people see: the two must not part. */
export function expectDocumentsAsFolded(contents: Contents, events: readonly Recorded[]): void {
  const cities = fold(cityDecider, 'city-', events);
  const locations = fold(locationDecider, 'location-', events);
  const photos = fold(photoDecider, 'photo-', events);

  expect(pick(contents['places/cities'], cityFields)).toEqual(
    new Map([...cities].map(([id, city]) => [id, { status: city?.status, ...city?.fields }])),
  );
  expect(pick(contents['places/locations'], locationFields)).toEqual(
    new Map(
      [...locations].map(([id, location]) => {
        const { status, featuredPhotoId, fields } = location ?? {};
        return [id, { status, featuredPhotoId, ...fields }];
      }),
    ),
  );
  expect(pick(contents['places/photos'], ['present', 'locationId'])).toEqual(
    new Map(
      [...photos].map(([id, photo]) => [id, { present: photo?.present, locationId: photo?.locationId }]),
    ),
  );
  const edits = [...locations.values()].flatMap((location) => [...(location?.edits ?? [])]);
  expect(pick(contents['places/edits'], ['status'])).toEqual(
    new Map(edits.map(([id, { status }]) => [id, { status }])),
  );
  // A location goes with its city, a photo with its location; a decision in a cascade is in the log as well.
  for (const [id, location] of locations) {
    const city = cities.get(location?.fields.cityId ?? '');
    if (city?.status === 'deleted')
      expect(location?.status, `location ${id} of a deleted city`).toBe('deleted');
    if (city?.status === 'rejected') expect(location?.status, `location ${id}`).not.toBe('pending');
  }
  for (const [id, photo] of photos) {
    const location = locations.get(photo?.locationId ?? '');
    if (location?.status === 'deleted')
      expect(photo?.present, `photo ${id} of a deleted location`).toBe(false);
  }
}

const cityFields = ['status', 'name', 'country', 'imageUrl'];
const locationFields = [
  'status',
  'featuredPhotoId',
  'name',
  'description',
  'cityId',
  'category',
  'address',
  'bestTimeToVisit',
];

function fold<State>(
  { initial, evolve }: Pick<Decider<State, never, never, never>, 'initial' | 'evolve'>,
  prefix: string,
  events: readonly Recorded[],
): Map<string, State> {
  const states = new Map<string, State>();
  for (const event of events) {
    if (!event.stream.startsWith(prefix)) continue;
    const id = event.stream.slice(prefix.length);
    // A stream holds the events of its own decider alone.
    states.set(id, evolve(states.get(id) ?? initial, event as never));
  }
  return states;
}

function pick(documents: Contents[string] | undefined, fields: readonly string[]): Map<string, Json> {
  return new Map(
    Object.values(documents ?? {}).map((document) => {
      const values: Json = document;
      return [document.id, Object.fromEntries(fields.map((field) => [field, values[field]]))];
    }),
  );
}
