import { cityFields } from '#contracts/city/fields';
import { locationFields } from '#contracts/location/fields';
import type { CityDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';
import { isSameValue } from '#contracts/shared/changes';
import { namesOf } from '#contracts/shared/entity-fields';
import { isPublic } from '#contracts/shared/shown';
import { pairsOf } from '#platform/projections/differences';
import type { ReadModelReader } from '#platform/read-store/index';

export interface PublicEntity {
  readonly entityType: 'city' | 'location' | 'photo';
  readonly id: string;
  readonly name: string;
}

/** How the public content of two generations of the read model `places` differs. */
export interface ComparedPublic {
  readonly gone: readonly PublicEntity[];
  readonly come: readonly PublicEntity[];
  /** Public in both, with different fields, ratings, hearts or chosen photos. */
  readonly changed: readonly PublicEntity[];
  /** The number of public entities in the first generation. */
  readonly before: Readonly<Record<PublicEntity['entityType'], number>>;
}

const ofCity = namesOf(cityFields);
const ofLocation = [...namesOf(locationFields), 'rating', 'ratingCount', 'favoriteCount'] as const;
const ofPhoto = ['caption', 'details'] as const;

/** Compares two generations. `only`: the id of an entity; restricts the comparison to it and its contents. */
export async function publicDifferences(
  from: ReadModelReader,
  to: ReadModelReader,
  only?: string,
): Promise<ComparedPublic> {
  const found = { gone: [] as PublicEntity[], come: [] as PublicEntity[], changed: [] as PublicEntity[] };
  const before = { city: 0, location: 0, photo: 0 };
  const cities = [new Map<string, CityDocument>(), new Map<string, CityDocument>()] as const;
  const places = [new Set<string>(), new Set<string>()] as const;

  function note<D extends { readonly id: string }>(
    entityType: PublicEntity['entityType'],
    [one, other]: readonly [D | undefined, D | undefined],
    nameOf: (document: D) => string,
    isOtherwise: (one: D, other: D) => boolean,
    within: (document: D) => readonly string[],
  ): void {
    if (one !== undefined) before[entityType] += 1;
    const shown = one ?? other;
    if (shown === undefined) return;
    if (only !== undefined && shown.id !== only && !within(shown).includes(only)) return;
    const entity = { entityType, id: shown.id, name: nameOf(shown) };
    if (other === undefined) found.gone.push(entity);
    else if (one === undefined) found.come.push(entity);
    else if (isOtherwise(one, other)) found.changed.push(entity);
  }

  for await (const [one, other] of pairsOf<CityDocument>('cities', from, to)) {
    const pair = [one, other].map((city, side) => {
      if (city?.status !== 'approved') return undefined;
      cities[side === 0 ? 0 : 1].set(city.id, city);
      return city;
    });
    note(
      'city',
      [pair[0], pair[1]],
      ({ name }) => name,
      differIn(ofCity),
      () => [],
    );
  }
  for await (const [one, other] of pairsOf<LocationDocument>('locations', from, to)) {
    const pair = [one, other].map((location, side) => {
      const at = side === 0 ? 0 : 1;
      if (location === undefined || !isPublic(location, cities[at].get(location.cityId))) return undefined;
      places[at].add(location.id);
      return location;
    });
    const isOtherPhoto =
      pair[0]?.featuredPhotoId !== pair[1]?.featuredPhotoId && (await bothHave([from, to], pair));
    note(
      'location',
      [pair[0], pair[1]],
      ({ name }) => name,
      (was, is) => isOtherPhoto || differIn(ofLocation)(was, is),
      ({ cityId }) => [cityId],
    );
  }
  for await (const [one, other] of pairsOf<PhotoDocument>('photos', from, to)) {
    const isSeen = (photo: PhotoDocument | undefined, side: 0 | 1) =>
      photo?.shown === true && places[side].has(photo.locationId) ? photo : undefined;
    note(
      'photo',
      [isSeen(one, 0), isSeen(other, 1)],
      ({ caption, fileName }) => caption ?? fileName,
      differIn(ofPhoto),
      ({ locationId, cityId }) => [locationId, cityId],
    );
  }
  return { ...found, before };
}

const differIn =
  <F extends string>(fields: readonly F[]) =>
  (one: Readonly<Record<F, unknown>>, other: Readonly<Record<F, unknown>>): boolean =>
    fields.some((field) => !isSameValue(one[field], other[field]));

/** Whether the chosen photos exist in both generations, so that the choice itself differs. */
async function bothHave(
  readers: readonly ReadModelReader[],
  locations: readonly (LocationDocument | undefined)[],
): Promise<boolean> {
  const ids = locations.flatMap((location) => location?.featuredPhotoId ?? []);
  for (const reader of readers) {
    const photos = await reader.getMany<PhotoDocument>('photos', ids);
    if (photos.filter(({ shown }) => shown).length < new Set(ids).size) return false;
  }
  return true;
}
