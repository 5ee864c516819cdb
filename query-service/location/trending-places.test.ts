import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { ReadModelReader } from '#platform/read-store/index';
import { places } from '#contracts/read-models';

import { cityDocument, id, locationDocument } from '../testing/documents.ts';
import { startService } from '../testing/service.ts';
import { createTrendingPlaces } from './trending-places.ts';
import { randomCases } from '../../test/harness/random-cases.ts';

const cities = 12;
const numbers = 60;
const place = (number: number, values: { city: number; trend: number; isPublic: boolean }) =>
  locationDocument(100 + number, id(values.city), { trend: values.trend, isApproved: values.isPublic });

const someCity = fc.integer({ min: 1, max: cities });
const change = fc.record({
  number: fc.nat(numbers - 1),
  city: someCity,
  trend: fc.integer({ min: 0, max: 20 }),
  isPublic: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
});

test('an updated list equals a list that is read again', { timeout: 120_000 }, async () => {
  await using service = await startService();
  const reader = await service.readStore.reader(places);
  const all = Array.from({ length: cities }, (_, at) => cityDocument(at + 1));
  await service.commit({ places: { cities: all } });
  const closed = new Set([id(cities)]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 30 }),
      async (steps) => {
        const start = Array.from({ length: numbers }, (_, number) =>
          place(number, { city: 1 + (number % cities), trend: number % 7, isPublic: number % 3 > 0 }),
        );
        await service.commit({ places: { locations: start } });
        const kept = createTrendingPlaces(reader, () => closed);
        await kept.refresh();
        for (const step of steps) {
          const changed = [...new Map(step.map((each) => [each.number, place(each.number, each)])).values()];
          await service.commit({ places: { locations: changed } });
          await kept.refresh(changed.map((each) => each.id));
          const anew = createTrendingPlaces(reader, () => closed);
          await anew.refresh();
          expect(kept.ids).toEqual(anew.ids);
        }
      },
    ),
    randomCases(8),
  );
});

test('a change does not cause reading the list again, however many places its busiest city has', async () => {
  await using service = await startService();
  const reader = await service.readStore.reader(places);
  const locations = Array.from({ length: 60 }, (_, number) =>
    place(number, { city: 1 + (number % cities), trend: number, isPublic: true }),
  );
  await service.commit({ places: { cities: [cityDocument(1)], locations } });
  const calls: string[] = [];
  const counted: ReadModelReader = {
    ...reader,
    find: (...given) => {
      calls.push('find');
      return reader.find(...given);
    },
    getMany: (collection, ids) => {
      calls.push(`getMany ${ids.length}`);
      return reader.getMany(collection, ids);
    },
  };
  const trending = createTrendingPlaces(counted, () => new Set());
  await trending.refresh();
  calls.length = 0;
  const risen = place(0, { city: 1, trend: 99, isPublic: true });
  await service.commit({ places: { locations: [risen] } });
  expect(await trending.refresh([risen.id])).toContain(risen.id);
  expect(calls).toEqual(['getMany 1']);
  expect(trending.ids[0]).toBe(risen.id);
});
