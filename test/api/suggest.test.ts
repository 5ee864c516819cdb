import { describe, expect, it } from 'vitest';

import { expectProblem } from './client.ts';
import { givenCity, givenLocation } from './given.ts';
import { startForFile } from './server.ts';

const server = await startForFile();
const lisbon = (await givenCity(server.admin, { name: 'Lisbon', country: 'Portugal' })).id;
await givenCity(server.admin, { name: 'New Lisbon', country: 'United States' });
await givenCity(await server.register(), { name: 'Lisbon that waits' });
for (const name of ['Bridge of sighs', 'Old Bridge', 'Quay', 'Café São Bento', 'The Quay Wall']) {
  await givenLocation(server.admin, lisbon, { name });
}
await givenLocation(server.admin, lisbon, {
  name: 'Palace terrace',
  description: 'The Eiffel Tower stands free behind the fountains.',
  address: 'Place du Trocadéro',
});
await givenLocation(await server.register(), lisbon, { name: 'Bridge that waits' });

async function suggested(q: string) {
  server.visitor.follow(server.admin);
  const { status, body } = await server.visitor.get(`/api/suggest?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  const { cities, locations, didYouMean } = body as unknown as {
    readonly cities: readonly { readonly name: string }[];
    readonly locations: readonly { readonly name: string }[];
    readonly didYouMean: string | null;
  };
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  return { cities: names(cities), locations: names(locations), didYouMean };
}

describe('suggestions', () => {
  it('are public places whose name starts with the text, then those with its words in the name', async () => {
    expect(await suggested('lisb')).toEqual({
      cities: ['Lisbon', 'New Lisbon'],
      locations: [],
      didYouMean: null,
    });
    expect(await suggested('BRIDGE')).toMatchObject({ locations: ['Bridge of sighs', 'Old Bridge'] });
    expect(await suggested('cafe sao')).toMatchObject({ locations: ['Café São Bento'] });
    expect(await suggested('qu')).toMatchObject({ locations: ['Quay', 'The Quay Wall'] });
    expect(await suggested('wall qu')).toMatchObject({ locations: ['The Quay Wall'] });
    expect(await suggested('ua')).toMatchObject({ locations: [] });
  });

  it('contain only a few fields', async () => {
    const { body } = await server.visitor.get('/api/suggest?q=old');
    expect(body).toEqual({
      cities: [],
      locations: [
        { id: expect.any(String) as string, name: 'Old Bridge', cityName: 'Lisbon', thumbnailUrl: null },
      ],
      didYouMean: null,
    });
  });

  it.each([
    ['another letter', 'Lizbon', 'Lisbon'],
    ['a letter too few', 'lisbn', 'Lisbon'],
    ['a letter too many', 'lisboon', 'Lisbon'],
    ['a wrong first letter', 'nisbon', 'Lisbon'],
    ['two letters swapped', 'libson', 'Lisbon'],
  ])('forgive %s in a city', async (_, q, name) => {
    expect(await suggested(q)).toMatchObject({ cities: [name, 'New Lisbon'], didYouMean: name });
  });

  it.each([
    ['brxdge', ['Old Bridge', 'Bridge of sighs'], 'Bridge'],
    ['old brige', ['Old Bridge'], 'Old Bridge'],
    ['qxay', ['The Quay Wall', 'Quay'], 'Quay'],
    ['quaay', ['The Quay Wall', 'Quay'], 'Quay'],
    ['old bridgee', ['Old Bridge'], 'Old Bridge'],
    ['wall qay', ['The Quay Wall'], 'Wall Quay'],
  ])('forgive a letter in a location (%s)', async (q, locations, didYouMean) => {
    expect(await suggested(q)).toEqual({ cities: [], locations, didYouMean });
  });

  it('forgive only one wrong letter, and none in a short word', async () => {
    for (const q of ['lyzbon', 'olx', 'qax', 'brxdga', 'sxghs brid']) {
      expect(await suggested(q), q).toEqual({ cities: [], locations: [], didYouMean: null });
    }
  });

  it.each([
    ['Eifel', 'Eiffel'],
    ['eifel towr', 'Eiffel Tower'],
    ['trocaderro', 'Trocadéro'],
  ])('correct a word of a description or an address, if no name has it (%s)', async (q, didYouMean) => {
    expect(await suggested(q)).toEqual({ cities: [], locations: [], didYouMean });
  });

  it('follow a change of the name', async () => {
    const place = await givenLocation(server.admin, lisbon, { name: 'Lighthouse' });
    await server.admin.put(`/api/locations/${place.id}`, { name: 'Watchtower' });
    expect(await suggested('lighthause')).toMatchObject({ locations: [] });
    expect(await suggested('watchtowr')).toMatchObject({ locations: ['Watchtower'] });
  });

  it('need two letters', async () => {
    for (const q of ['q=a', 'q=', 'q=%20a%20', '', 'q=ab&q=cd', `q=${'x'.repeat(101)}`]) {
      expectProblem(await server.visitor.get(`/api/suggest?${q}`), 400);
    }
  });
});
