import { expect, test } from 'vitest';

import { repeatedIn } from './repeated.ts';

const place = (id: string, name: string, metres: number | null, cityId = 'porto') => ({
  id,
  name,
  cityId,
  cityName: cityId,
  coordinates: metres === null ? null : { latitude: 41 + metres / 111_195, longitude: -8 },
});
const described = { name: 'Old Mill Bridge', cityId: 'porto', coordinates: { latitude: 41, longitude: -8 } };
const found = (others: ReturnType<typeof place>[], form = described) =>
  repeatedIn(form, others).map(({ place: { id }, by, distance }) => [id, by, distance]);

test('same names come first, then similar names with close ones first, then places close by', () => {
  expect(
    found([
      place('near', 'Harbour', 149),
      place('elsewhere', 'Old Mill Bridge', null, 'lisbon'),
      place('similar', 'Old Mill Bridges', null),
      place('less similar', 'Mill Bridge of the North', 80),
      place('same', 'old  mill BRIDGE', 4000),
      place('similar', 'Old Mill Bridges', null),
    ]),
  ).toEqual([
    ['same', 'same name', 4000],
    ['less similar', 'name', 80],
    ['similar', 'name', null],
    ['near', 'point', 149],
  ]);
});

test('places that are too far, too different or in another city are left out, except places close by in any city', () => {
  expect(found([place('far', 'Mill Bridge of the North', 151), place('other', 'Harbour', 151)])).toEqual([]);
  expect(found([place('over the border', 'Old Mill Bridge', 20, 'gaia')])).toEqual([
    ['over the border', 'point', 20],
  ]);
  expect(found([place('short', 'Ol', 500)], { ...described, name: 'Ol' })).toEqual([]);
});

test('at most five are named', () => {
  expect(found(Array.from({ length: 9 }, (_, at) => place(`${at}`, 'Harbour', at * 10)))).toHaveLength(5);
});
