import { describe, expect, it } from 'vitest';

import { bestTimes, categories } from '#contracts/fields';

import { sampleCities } from './places.ts';

const spots = sampleCities.flatMap((city) => city.spots);

describe('The sample places', () => {
  it('are at least 12 cities with 3 to 6 spots each, 48 in all', () => {
    expect(sampleCities.length).toBeGreaterThanOrEqual(12);
    expect(spots.length).toBeGreaterThanOrEqual(48);
    for (const { spots } of sampleCities) {
      expect(spots.length).toBeGreaterThanOrEqual(3);
      expect(spots.length).toBeLessThanOrEqual(6);
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

  it('have names, slugs and descriptions of their own', () => {
    expect(new Set(sampleCities.map((city) => city.slug)).size).toBe(sampleCities.length);
    expect(new Set(spots.map((spot) => spot.name)).size).toBe(spots.length);
    expect(new Set(spots.map((spot) => spot.description)).size).toBe(spots.length);
  });

  it('are told plainly: two or three sentences, no exclamation', () => {
    for (const { name, description } of spots) {
      expect(description.match(/[.:](\s|$)/g)?.length, name).toBeGreaterThanOrEqual(2);
      expect(description, name).not.toContain('!');
    }
  });

  it('come with one or two pictures each', () => {
    for (const { name, pictures } of spots) expect([1, 2], name).toContain(pictures.length);
  });
});
