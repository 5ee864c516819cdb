import { expect } from 'vitest';

import { cityFields } from '#contracts/city/fields';
import { namesOf } from '#contracts/shared/entity-fields';
import type { Recorded } from '#contracts/events';
import { locationFields } from '#contracts/location/fields';
import { isPublic, shown } from '#contracts/shared/shown';
import { statuses } from '#contracts/shared/statuses';
import { cityDecider } from '#command-service/city/decider';
import type { Decider } from '#platform/commands/decider';
import { matches } from '#platform/read-store/index';
import { closedAmong, locationsShownAs } from '#query-service/shared/closed-cities';
import { locationDecider } from '#command-service/location/decider';
import { photoDecider } from '#command-service/photo/decider';

import type { Json } from '../harness/http.ts';
import type { Contents } from '../harness/replayed.ts';
import { expectQueueAsFolded } from './queue.ts';
import { placeOf, placeOfPhotos } from './merged.ts';

/** Expects the documents that people see to match the folded streams that commands use. */
export function expectDocumentsAsFolded(contents: Contents, events: readonly Recorded[]): void {
  const cities = fold(cityDecider, 'city-', events);
  const locations = fold(locationDecider, 'location-', events);
  const photos = fold(photoDecider, 'photo-', events);
  const documents = contents['places/cities'] ?? {};

  expect(pick(contents['places/cities'], comparedOfCity)).toEqual(
    new Map([...cities].map(([id, city]) => [id, { status: city?.status, ...city?.fields }])),
  );
  expect(pick(contents['places/locations'], comparedOfLocation)).toEqual(
    new Map(
      [...locations].map(([id, location]) => {
        const { status, featuredPhotoId, fields } = location ?? {};
        return [id, { status, featuredPhotoId, ...fields }];
      }),
    ),
  );
  expect(pick(contents['places/photos'], ['present', 'originId', 'locationId'])).toEqual(
    new Map(
      [...photos].map(([id, photo]) => {
        const originId = photo?.locationId ?? '';
        return [id, { present: photo?.present, originId, locationId: placeOfPhotos(locations, originId) }];
      }),
    ),
  );
  const edits = [...locations].flatMap(([originId, location]) =>
    [...(location?.edits.waiting ?? []), ...(location?.edits.decided ?? [])].map(
      ([id, { status }]) => [id, { status, originId }] as const,
    ),
  );
  expect(pick(contents['places/edits'], ['status', 'locationId'])).toEqual(
    new Map(
      edits.map(([id, { status, originId }]) => [id, { status, locationId: placeOf(locations, originId) }]),
    ),
  );
  expectQueueAsFolded(contents, { cities, locations, photos }, events);
  const closed = closedAmong(Object.values(documents).map((city: Json) => city));
  // Lists leave out the contents of closed cities, and find each location under the status that it shows.
  for (const [id, location] of locations) {
    const city = cities.get(location?.fields.cityId ?? '');
    if (location === undefined || city === undefined) continue;
    const { status } = shown(location, city);
    const own: Json = contents['places/locations']?.[id];
    const found: Json = contents['search/locations']?.[id];
    for (const document of [own, found]) {
      const listed = statuses.filter((each) =>
        locationsShownAs(each, closed).some((filter) => matches(document, filter)),
      );
      expect(listed, `location ${id}`).toEqual([status]);
    }
    const isListed = own.isApproved && !closed.fromPublic.has(city.id);
    expect([isListed, own.status], `location ${id}`).toEqual([isPublic(location, city), found.status]);
  }
}

const comparedOfCity = ['status', ...namesOf(cityFields)];
const comparedOfLocation = ['status', 'featuredPhotoId', ...namesOf(locationFields)];

function fold<State>(
  { initial, evolve }: Pick<Decider<State, never, never, never>, 'initial' | 'evolve'>,
  prefix: string,
  events: readonly Recorded[],
): Map<string, State> {
  const states = new Map<string, State>();
  for (const event of events) {
    if (!event.stream.startsWith(prefix)) continue;
    const id = event.stream.slice(prefix.length);
    // A stream holds only events of its own decider.
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
