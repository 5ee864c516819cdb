import type { DomainEvent } from '#contracts/events/index';

import { city, edit, idOf, location, opinion, photo } from './events.ts';

/** Events that belong to one append: of one stream, by one person. */
export interface Step {
  readonly events: readonly DomainEvent[];
  readonly actor: string;
}

const people = Array.from({ length: 500 }, (_, index) => idOf(`person ${index}`));
const categories = ['landmark', 'cafe', 'viewpoint', 'street-art', 'nature', 'architecture'];
const words = [
  'Old',
  'quiet',
  'bridge',
  'market',
  'stairs',
  'over',
  'the',
  'river',
  'at',
  'dawn',
  'garden',
  'tower',
];
const text = (index: number, length: number) =>
  Array.from({ length }, (_, at) => words[(index * 7 + at * 5 + (index >> 3)) % words.length]).join(' ');
const of = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

/**
 * About `count` events as a busy installation would have them, the same each time: cities, locations submitted and
 * approved, photos, ratings and hearts, edits proposed and decided, a few rejections and deletions.
 */
export function* mixedEvents(count: number): Iterable<Step> {
  const cities = Array.from({ length: Math.max(1, Math.floor(count / 500)) }, (_, index) =>
    idOf(`city ${index}`),
  );
  let told = 0;
  const step = (actor: string, ...events: DomainEvent[]): Step => {
    told += events.length;
    return { events, actor };
  };
  for (const [index, id] of cities.entries()) {
    yield step(
      of(people, index),
      city.submitted(id, { name: `City ${text(index, 1)} ${index}` }),
      city.approved(id),
    );
  }
  for (let index = 0; told < count; index += 1) yield* aroundOneLocation(index, cities, step);
}

function* aroundOneLocation(
  index: number,
  cities: readonly string[],
  step: (actor: string, ...events: DomainEvent[]) => Step,
): Iterable<Step> {
  const id = idOf(`location ${index}`);
  const at = of(cities, index * 13);
  const by = of(people, index);
  const submitted = location.submitted(id, at, {
    name: `${text(index, 3)} ${index}`,
    description: text(index, 24),
    category: of(categories, index),
    address: `${index} ${text(index, 2)}`,
  });
  if (index % 25 === 0) {
    yield step(by, submitted);
    yield step(of(people, 0), location.rejected(id, at, 'Not clear'));
    return;
  }
  yield step(by, submitted, location.approved(id, at));
  const photos = index % 3;
  for (let number = 0; number <= photos; number += 1) {
    const photoId = idOf(`photo ${index} ${number}`);
    yield step(of(people, index + number), photo.added(photoId, id, { sha256: `${photoId}${photoId}` }));
  }
  for (let number = 0; number < 1 + (index % 4); number += 1) {
    const person = of(people, index * 3 + number);
    yield step(person, opinion.rated(id, person, 1 + ((index + number) % 5)));
    if (number % 2 === 0) yield step(person, opinion.favorited(id, person));
  }
  if (index % 8 === 0) {
    yield step(by, location.edited(id, at, { bestTimeToVisit: { from: null, to: 'Sunrise' } }));
  }
  if (index % 10 === 1) {
    const changes = { description: { from: text(index, 24), to: text(index + 1, 24) } };
    yield step(of(people, index + 9), edit.proposed(idOf(`edit ${index}`), id, at, changes));
    yield step(of(people, 0), edit.approved(idOf(`edit ${index}`), id, at, changes));
  }
  if (index % 200 === 7) yield step(of(people, 0), location.deleted(id, at));
}
