import { describe, expect, it } from 'vitest';

import { CreateCity } from '#contracts/city/commands';
import { CreateLocation } from '#contracts/location/commands';
import { bestTimes, categories } from '#contracts/location/words';

import { sampleCities } from './all.ts';

const spots = sampleCities.flatMap((city) => city.spots.map((spot) => ({ ...spot, city })));
const cityId = '0f8fad5b-d9cb-469f-a165-70867728950e';

const twice = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('the sample places', () => {
  it('are at least 12 cities with 3 to 6 spots each, 48 in all', () => {
    expect(sampleCities.length).toBeGreaterThanOrEqual(12);
    expect(spots.length).toBeGreaterThanOrEqual(48);
    for (const { spots } of sampleCities) {
      expect(spots.length).toBeGreaterThanOrEqual(3);
      expect(spots.length).toBeLessThanOrEqual(6);
    }
  });

  it('include cities that the command accepts unchanged', () => {
    for (const { slug, name, country, coordinates } of sampleCities) {
      const city = { name, country, imageUrl: `/pictures/${slug}/1600.webp`, coordinates };
      expect(CreateCity.parse(city), name).toEqual(city);
      expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
    }
  });

  it('include locations that the command accepts unchanged', () => {
    for (const { pictures: _, city: __, ratings: ___, hearts: ____, ...spot } of spots) {
      const location = { ...spot, cityId };
      expect(CreateLocation.parse(location), spot.name).toEqual(location);
    }
  });

  it('show every category at least five times', () => {
    for (const category of categories) {
      const count = spots.filter((spot) => spot.category === category).length;
      expect(count, category).toBeGreaterThanOrEqual(5);
    }
  });

  it('use listed times only, and each of them', () => {
    expect(new Set(spots.map((spot) => spot.bestTimeToVisit))).toEqual(new Set(bestTimes));
  });

  it('have unique names, slugs, addresses and descriptions, down to the sentence', () => {
    const sentences = spots.flatMap(({ description }) => description.split(/(?<=[.:]) /));
    expect(twice(sampleCities.map((city) => city.slug))).toEqual([]);
    expect(twice(sampleCities.map((city) => city.name))).toEqual([]);
    expect(twice(spots.map((spot) => spot.name))).toEqual([]);
    expect(twice(spots.flatMap((spot) => spot.address ?? []))).toEqual([]);
    expect(twice(sentences)).toEqual([]);
  });

  it('have plain texts: two to four sentences, no exclamation, no advertising words', () => {
    for (const { name, description } of spots) {
      const count = description.match(/[.?](?=\s|$)/g)?.length ?? 0;
      expect(count, name).toBeGreaterThanOrEqual(2);
      expect(count, name).toBeLessThanOrEqual(4);
      expect(description, name).not.toMatch(
        /!| {2}|stunning|breathtaking|must-see|iconic|hidden gem|vibrant|bustling|nestled|picturesque/i,
      );
    }
  });

  it('are shown in the light that their text recommends', () => {
    const hours = {
      'Morning (6-11 AM)': ['dawn', 'morning', 'mist'],
      'Afternoon (12-5 PM)': ['day', 'golden'],
      'Evening (6-8 PM)': ['golden', 'sunset', 'blue'],
      'Night (9 PM+)': ['night', 'blue'],
    } as const;
    for (const { name, bestTimeToVisit, pictures } of spots) {
      if (bestTimeToVisit === 'Any time') continue;
      expect(hours[bestTimeToVisit], name).toContain(pictures[0]?.split('-').at(-1));
    }
  });

  it('have several photos for a third of them, and each city at least two categories and two best times', () => {
    const several = spots.filter(({ pictures }) => pictures.length > 1);
    expect(several.length).toBeGreaterThanOrEqual(spots.length / 3);
    for (const { pictures, name } of spots) expect(pictures.length, name).toBeGreaterThanOrEqual(1);
    for (const city of sampleCities) {
      expect(new Set(city.spots.map(({ category }) => category)).size, city.name).toBeGreaterThan(1);
      expect(
        new Set(city.spots.map(({ bestTimeToVisit }) => bestTimeToVisit)).size,
        city.name,
      ).toBeGreaterThan(1);
    }
  });

  it('are rated from 1 to 5 by people who do not agree, and get hearts from those who rate them well', () => {
    for (const { name, ratings, hearts } of spots) {
      const given = Object.values(ratings);
      expect(given.length, name).toBeGreaterThan(0);
      for (const rating of given) expect([1, 2, 3, 4, 5], name).toContain(rating);
      for (const person of hearts) expect(ratings[person], name).toBeGreaterThanOrEqual(4);
    }
    const means = spots.map(({ ratings }) => {
      const given = Object.values(ratings);
      return given.reduce((sum, rating) => sum + rating, 0) / given.length;
    });
    const rated = (from: number, below: number) =>
      means.filter((mean) => mean >= from && mean < below).length;
    expect([rated(0, 3.5) > 2, rated(3.5, 4) > 5, rated(4, 4.5) > 5, rated(4.5, 5.1) > 5]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});
