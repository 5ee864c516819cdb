import fc from 'fast-check';

import type { DomainEvent } from '#contracts/events';

import { city, edit, location, merging, opinion, photo } from './events.ts';
import { eventId } from './given.ts';
import type { GivenEvent } from './world.ts';

/** State on which an event may depend: the city of each location, and the event to undo. */
interface Moment {
  readonly cityOf: (locationId: string) => string;
  readonly undoes: string;
  /** The place that a location was merged into; undefined if it is not merged. */
  readonly mergedInto: (locationId: string) => string | undefined;
}
type Make = (moment: Moment) => DomainEvent;

const oneOf = (...names: readonly string[]) => fc.constantFrom(...names);
const user = oneOf('ann', 'bob');
const cityIds = ['rome', 'oslo'];
const locationIds = ['forum', 'garden', 'fjord'];
/** A photo's id contains its location, because a photo never moves. */
const photoIds = locationIds.flatMap((id) => [`${id}/p1`, `${id}/p2`]);
const locationOf = (photoId: string) => photoId.split('/')[0] ?? '';
const rename = { name: { from: 'a', to: 'b' } };

const ofCity = (make: (id: string, moment: Moment) => DomainEvent): fc.Arbitrary<Make> =>
  oneOf(...cityIds).map((id) => (moment) => make(id, moment));
const ofLocation = (make: (id: string, cityId: string, moment: Moment) => DomainEvent): fc.Arbitrary<Make> =>
  oneOf(...locationIds).map((id) => (moment) => make(id, moment.cityOf(id), moment));
const ofPhoto = (make: (id: string, locationId: string, moment: Moment) => DomainEvent): fc.Arbitrary<Make> =>
  oneOf(...photoIds).map((id) => (moment) => make(id, locationOf(id), moment));

const makers = fc.oneof(
  ofCity((id) => city.approved(id)),
  ofCity((id) => city.rejected(id, 'why')),
  ofCity((id) => city.withdrawn(id)),
  ofCity((id) => city.edited(id, rename)),
  ofCity((id) => city.deleted(id)),
  ofCity((id, { undoes }) => city.restored(id, undoes)),
  ofCity((id, { undoes }) => city.reopened(id, undoes)),
  ofLocation((id, at) => location.submitted(id, at)),
  ofLocation((id, at) => location.approved(id, at)),
  ofLocation((id, at) => location.rejected(id, at, 'why')),
  ofLocation((id, at) => location.withdrawn(id, at)),
  ofLocation((id, at) => location.deleted(id, at)),
  ofLocation((id, at, { undoes }) => location.restored(id, at, undoes)),
  ofLocation((id, at, { undoes }) => location.reopened(id, at, undoes)),
  ofLocation((id, at) => {
    return location.edited(id, at, { cityId: { from: at, to: at === 'rome' ? 'oslo' : 'rome' } });
  }),
  fc.tuple(oneOf(...locationIds), oneOf(...locationIds), fc.boolean()).map(
    ([id, into, photos]): Make =>
      ({ cityOf }) =>
        merging.merged(id, cityOf(id), into, { photos }),
  ),
  ofLocation((id, at, { mergedInto }) => merging.parted(id, at, mergedInto(id) ?? '')),
  ofLocation((id, at) => edit.proposed(`${id}/e1`, id, at, rename)),
  ofLocation((id, at) => edit.approved(`${id}/e1`, id, at, rename)),
  ofPhoto((id, at) => photo.added(id, at)),
  ofPhoto((id, at) => photo.deleted(id, at)),
  ofPhoto((id, at, { undoes }) => photo.restored(id, at, undoes)),
  ofPhoto((id, at, { cityOf }) => photo.featured(id, at, cityOf(at))),
  fc.tuple(oneOf(...locationIds), user, fc.integer({ min: 1, max: 5 })).map(
    ([id, by, rating]): Make =>
      () =>
        opinion.rated(id, by, rating),
  ),
  fc.tuple(oneOf(...locationIds), user).map(
    ([id, by]): Make =>
      () =>
        opinion.favorited(id, by),
  ),
  fc.tuple(oneOf(...locationIds), user).map(
    ([id, by]): Make =>
      () =>
        opinion.unfavorited(id, by),
  ),
);

const start: readonly DomainEvent[] = [
  city.submitted('rome'),
  city.approved('rome'),
  location.submitted('forum', 'rome'),
  location.approved('forum', 'rome'),
  photo.added('forum/p1', 'forum'),
  city.submitted('oslo'),
  city.approved('oslo'),
];

/** A public location with a photo, followed by any well-formed events in any order, plausible or not. */
export const randomHistory: fc.Arbitrary<readonly GivenEvent[]> = fc
  .array(fc.tuple(makers, fc.nat(1000), user, fc.boolean()), { maxLength: 40 })
  .map((steps) => {
    const given: GivenEvent[] = [...start];
    const cities = new Map([['forum', 'rome']]);
    const merged = new Map<string, string>();
    for (const [make, undone, actor, inCascade] of steps) {
      const root = eventId(undone % given.length);
      const event = make({
        undoes: root,
        cityOf: (id) => cities.get(id) ?? 'rome',
        mergedInto: (id) => merged.get(id),
      });
      if (!isPossible(event, cities) || !isPossibleMerging(event, cities, merged)) continue;
      given.push([event, inCascade && !('into' in event.data) ? { actor, cascadeId: root } : { actor }]);
    }
    return given;
  });

/** Whether the event comes after the location's only submission, or is that submission. Remembers its city. */
function isPossible({ type, data }: DomainEvent, cities: Map<string, string>): boolean {
  if (!('locationId' in data)) return true;
  const isKnown = cities.has(data.locationId);
  if (type === 'location-submitted.v1') cities.set(data.locationId, data.cityId);
  if (type === 'location-submitted.v1') return !isKnown;
  if (isKnown && type === 'location-edited.v1' && data.changes.cityId)
    cities.set(data.locationId, data.changes.cityId.to);
  return isKnown;
}

/** Whether the event merges a location that is not merged, or parts one that is. Remembers that. */
function isPossibleMerging(
  { type, data }: DomainEvent,
  cities: ReadonlyMap<string, string>,
  merged: Map<string, string>,
): boolean {
  if (type === 'location-parted.v1')
    return merged.get(data.locationId) === data.into && merged.delete(data.locationId);
  if (type !== 'location-merged.v1') return true;
  if (data.into === data.locationId || merged.has(data.locationId) || !cities.has(data.into)) return false;
  merged.set(data.locationId, data.into);
  return true;
}
