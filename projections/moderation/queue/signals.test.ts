import { describe, expect, test } from 'vitest';

import type { DomainEvent, EventType } from '#contracts/events';
import {
  bandCollections,
  namesIdOf,
  type QueueBand,
  type QueueEntry,
  type QueueNames,
} from '#contracts/moderation/read-models-queue';
import { kindOfSignal, signalKeyPattern } from '#contracts/moderation/signals';

import { city, edit, location, photo, review } from '../../testing/events.ts';
import { eventId, given } from '../../testing/given.ts';
import type { GivenEvent } from '../../testing/world.ts';
import { queue } from '../queue.ts';
import { distanceOf } from './near-pictures.ts';
import { hostsIn, textKeyOf } from './signal-keys.ts';

const told: readonly GivenEvent[] = [city.submitted('rome'), city.approved('rome')];
const place = (id: string, description: string) => location.submitted(id, 'rome', { description });

/** One field of entries after these events, in order. */
async function fieldOf(
  collection: string,
  field: keyof QueueEntry,
  ids: readonly string[],
  ...events: readonly GivenEvent[]
): Promise<unknown[]> {
  await using then = await given(queue, ...told, ...events);
  return await Promise.all(ids.map(async (id) => (await then.get<QueueEntry>(collection, id))?.[field]));
}

describe('the sites that a text links to', () => {
  test.each([
    ['See https://Spam.example/cheap?a=1 now', ['spam.example']],
    ['www.spam.example and HTTP://WWW.SPAM.EXAMPLE.', ['spam.example']],
    ['spam.com, spam.com/x and other.net', ['spam.com', 'other.net']],
    ['s\u200bp\u200bam.com', ['spam.com']],
    ['https://bücher.example', ['xn--bcher-kva.example']],
    ['https://xn--bcher-kva.example', ['xn--bcher-kva.example']],
    ['https://1.example https://2.example https://3.example', ['1.example', '2.example']],
    ['Write to ann@spam.com. It is e.g. at St. Mary, 5.30 p.m.', []],
    ['https:// https://. https://-- http://[', []],
  ])('%s', (text, hosts) => {
    expect(hostsIn(text)).toEqual(hosts);
  });

  test('are found only among the first addresses', () => {
    expect(hostsIn(`${'https://-- '.repeat(10_000)}https://late.example`)).toEqual([]);
    expect(hostsIn(`${'a-'.repeat(30_000)}.`)).toEqual([]);
    expect(hostsIn('a.'.repeat(20_000))).toEqual([]);
  });
});

test('texts are equal whatever their case, accents, punctuation and invisible letters', () => {
  const key = textKeyOf('A nice café, near the river!');
  expect(key).toMatch(signalKeyPattern);
  expect(textKeyOf('a NICE cafe\u200b near\nthe - river')).toBe(key);
  expect(textKeyOf('A nice café near the lake')).not.toBe(key);
  expect(textKeyOf('Too short')).toBeNull();
  expect(textKeyOf('\u200b'.repeat(2000))).toBeNull();
});

describe('a hostile text', () => {
  const megabyte = 1 << 20;
  const links = Array.from({ length: 10_000 }, (_, at) => `https://site-${at}.example/buy`).join(' ');

  test.each([
    ['of 10,000 links', links],
    ['of a megabyte of one letter', 'a'.repeat(megabyte)],
    ['of a megabyte of dots', '.'.repeat(megabyte)],
    ['of a megabyte of letters that nobody sees', '\u200b\u2060'.repeat(megabyte / 2)],
    ['of one host without an end', `https://${'a.'.repeat(megabyte / 2)}`],
    ['of unfinished addresses', 'https://'.repeat(megabyte / 8)],
    ['of halves of letters', '\ud800www.'.repeat(megabyte / 5)],
  ])('%s leaves short keys, and as little as any other', async (_, text) => {
    await using then = await given(queue, ...told, place('a', text));
    const entry = await then.get<QueueEntry>('locations', 'a');
    const keys = ['linkKey', 'hostKey', 'secondHostKey', 'textKey'] as const;
    for (const key of keys) if (entry?.[key]) expect(entry[key]).toMatch(signalKeyPattern);
    expect(JSON.stringify(entry).length).toBeLessThan(3000);
  });

  test.each([
    ['sp\u200ba\u2060m.com', 'spam.com'],
    ['https://ｓｐａｍ.com', 'spam.com'],
    ['https://SPAM.com', 'spam.com'],
    ['https://s\u00adpam.com', 'spam.com'],
    // A name with look-alike letters is a different site, and is shown in punycode.
    ['https://sp\u0430m.com', 'xn--spm-7cd.com'],
    ['https://xn--spm-7cd.com', 'xn--spm-7cd.com'],
  ])('%j leads to %s', (text, host) => {
    expect(hostsIn(text)).toEqual([host]);
  });

  test('is the same text however many invisible letters it contains', () => {
    const text = 'Cheap watches for everybody, come and see';
    const strewn = [...text].join('\u200b\u200d\ufeff\u00ad\u2063');
    expect(textKeyOf(strewn)).toBe(textKeyOf(text));
  });
});

test('entries of all kinds share the keys of their texts and sites', async () => {
  const text = 'Cheap watches here: https://spam.example/1';
  await using then = await given(
    queue,
    ...told,
    place('a', text),
    location.approved('a', 'rome'),
    place('b', `${text}!`),
    edit.proposed('e', 'a', 'rome', { description: { from: 'Old', to: text } }),
    photo.added('p', 'a', { caption: text, review: 'after' }),
  );
  const [one, two, three] = [
    await then.get<QueueEntry>('locations', 'b'),
    await then.get<QueueEntry>('edits', 'e'),
    await then.get<QueueEntry>('photos', 'p'),
  ];
  expect(one?.hosts).toEqual(['spam.example']);
  for (const field of ['linkKey', 'hostKey', 'textKey'] as const) {
    expect(kindOfSignal(one?.[field] ?? '')).toBeDefined();
    expect(two?.[field]).toBe(one?.[field]);
    expect(three?.[field]).toBe(one?.[field]);
  }
});

test('a changed text has another key, and the sites in the earlier text still count', async () => {
  const changed = location.edited('a', 'rome', {
    description: { from: 'x', to: 'Nothing but a lovely view of the sea' },
  });
  const [before] = await fieldOf('locations', 'textKey', ['a'], place('a', 'Buy at https://spam.example/1'));
  await using then = await given(queue, ...told, place('a', 'Buy at https://spam.example/1'), changed);
  const after = await then.get<QueueEntry>('locations', 'a');
  expect(after?.textKey).not.toBe(before);
  expect(after?.hosts).toEqual(['spam.example']);
  const renamed = location.edited('a', 'rome', { name: { from: 'a', to: 'See https://late.example' } });
  await using later = await given(queue, ...told, place('a', 'Buy at https://spam.example/1'), renamed);
  const named = await later.get<QueueEntry>('locations', 'a');
  expect(named).toMatchObject({ textKey: before, hosts: ['late.example', 'spam.example'] });
});

test('every later text of an item counts: corrections, what is sent in again, captions and edits applied at once', async () => {
  const link = 'https://late.example';
  const changes = { description: { from: 'x', to: link } };
  const named = { name: { from: 'x', to: link } };
  const later = (type: EventType, data: object) => ({ type, data }) as DomainEvent;
  const ids = { locationId: 'b', cityId: 'rome' };
  await using then = await given(
    queue,
    ...told,
    city.submitted('oslo'),
    city.edited('oslo', named),
    city.submitted('kyiv'),
    city.rejected('kyiv'),
    later('city-resubmitted.v1', { cityId: 'kyiv', changes: named }),
    place('a', 'A view'),
    photo.added('p', 'a', { review: 'after' }),
    photo.described('p', 'a', { caption: link }),
    place('b', 'A view'),
    location.rejected('b', 'rome'),
    later('location-resubmitted.v1', { ...ids, changes }),
    edit.proposed('e', 'b', 'rome', changes),
    later('location-edit-approved.v1', { ...ids, editId: 'e', changes, forced: false, review: 'after' }),
  );
  for (const [collection, id] of [
    ['cities', 'oslo'],
    ['cities', 'kyiv'],
    ['photos', 'p'],
    ['locations', 'b'],
    ['changes', eventId(14)],
  ] as const)
    expect((await then.get<QueueEntry>(collection, id))?.hosts, collection).toEqual(['late.example']);
  expect(await then.get('photos', 'p')).toMatchObject({ caption: link });
  expect(await then.get('changes', eventId(14))).toMatchObject({ proposed: { description: link } });
});

test('a place with a similar name is like another only once its point is close by, also in the city that it moves to', async () => {
  const at = (latitude: number) => ({ latitude, longitude: 13 });
  const named = (id: string, name: string, latitude: number) =>
    location.submitted(id, 'rome', { name, coordinates: at(latitude) });
  const two = [named('a', 'Old Mill Bridge', 52), named('b', 'Mill Bridge of Long Ago', 52.1)];
  const moved = location.edited('b', 'rome', { coordinates: { from: at(52.1), to: at(52.001) } });
  const [a, b] = await fieldOf('locations', 'nearNameKey', ['a', 'b'], ...two);
  expect(b).not.toBe(a);
  expect(await fieldOf('locations', 'nearNameKey', ['a', 'b'], ...two, moved)).toEqual([a, a]);
  const elsewhere = [
    city.submitted('oslo'),
    location.submitted('c', 'oslo', { name: 'Old Mill Bridge', coordinates: at(52.1005) }),
    location.edited('b', 'rome', { cityId: { from: 'rome', to: 'oslo' } }),
  ];
  const [c, inOslo] = await fieldOf('locations', 'nearNameKey', ['c', 'b'], ...two, ...elsewhere);
  expect(inOslo).toBe(c);
});

test('a new place is compared with a bounded number of places of its city', async () => {
  const events = Array.from({ length: 30 }, (_, at) => place(`a${at}`, 'A view'));
  await using then = await given(queue, ...told, ...events);
  const names = await then.get<QueueNames>('names', namesIdOf('rome', 'a'));
  expect(names?.places.map(({ id }) => id)).toEqual(events.slice(5).map((_, at) => `a${at + 5}`));
});

describe('a burst', () => {
  const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
  const sent = (id: string, minute: number, actor = 'ann'): GivenEvent => [
    place(id, 'A place with a view'),
    { time: at(minute), actor },
  ];

  test('consists of the submissions of one person within ten minutes', async () => {
    const keys = await fieldOf(
      'locations',
      'burstKey',
      ['a', 'b', 'c', 'd'],
      sent('a', 0),
      sent('b', 5),
      sent('c', 6, 'ben'),
      sent('d', 20),
    );
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  test('continues as long as the rate does', async () => {
    const ids = Array.from({ length: 9 }, (_, index) => `p${index}`);
    const keys = await fieldOf('locations', 'burstKey', ids, ...ids.map((id, index) => sent(id, index * 2)));
    expect(new Set(keys).size).toBe(1);
  });
});

describe('pictures that look alike', () => {
  const hash = 'f0e1c3870f1e3c78';
  const flipped = (bits: number) =>
    (
      BigInt(`0x${hash}`) ^
      BigInt(
        `0b${'1000000001'
          .repeat(6)
          .slice(0, 60)
          .replace(/1/g, () => (bits-- > 0 ? '1' : '0'))}`,
      )
    )
      .toString(16)
      .padStart(16, '0');
  const added = (id: string, on: string, differenceHash: string, actor: string): GivenEvent => [
    photo.added(id, on, { differenceHash, review: 'after' }),
    { actor },
  ];
  const places = [
    city.submitted('oslo'),
    city.approved('oslo'),
    place('a', 'One'),
    location.submitted('b', 'oslo', {}),
  ];
  const keysOf = (...events: readonly GivenEvent[]) =>
    fieldOf('photos', 'nearPictureKey', ['p', 'q'], ...places, ...events);

  test('differ in at most six bits, in one city or by one person', async () => {
    expect(distanceOf(hash, flipped(6))).toBe(6);
    expect(distanceOf(hash, flipped(7))).toBe(7);
    const first = added('p', 'a', hash, 'ann');
    const [p, q] = await keysOf(first, added('q', 'a', flipped(6), 'ben'));
    expect(p).toMatch(signalKeyPattern);
    expect(q).toBe(p);
    const byOne = await keysOf(first, added('q', 'b', flipped(6), 'ann'));
    expect(byOne[1]).toBe(byOne[0]);
    const far = await keysOf(first, added('q', 'b', flipped(6), 'ben'));
    expect(far[1]).not.toBe(far[0]);
    const other = await keysOf(first, added('q', 'a', flipped(7), 'ann'));
    expect(other[1]).not.toBe(other[0]);
  });

  test('are grouped with the most similar one', async () => {
    const [less, more] = [added('p', 'a', hash, 'ann'), added('r', 'a', flipped(8), 'ann')];
    const nearer = await keysOf(less, more, added('q', 'a', flipped(2), 'ben'));
    expect(nearer[1]).toBe(nearer[0]);
    const farther = await keysOf(less, more, added('q', 'a', flipped(6), 'ben'));
    expect(farther[1]).not.toBe(farther[0]);
  });

  test('are compared only with waiting ones, however many photos exist', async () => {
    const reviewed = (id: string): GivenEvent => ({
      type: 'photo-reviewed.v1',
      data: { photoId: id, locationId: 'a', uploadedBy: 'ann' },
    });
    const reopened = (id: string): GivenEvent => ({
      type: 'photo-review-reopened.v1',
      data: { photoId: id, locationId: 'a' },
    });
    const waitingIn = async (...events: readonly GivenEvent[]): Promise<string[]> => {
      await using then = await given(queue, ...told, ...places, ...events);
      const found = new Set<string>();
      for (const name of bandCollections)
        for await (const { document } of then.reader.scan(name))
          for (const { id } of (document as QueueBand).pictures) found.add(id);
      return [...found].sort();
    };
    const ids = Array.from({ length: 220 }, (_, at) => `p${at}`);
    const many = ids.flatMap((id) => [added(id, 'a', hash, 'ann'), reviewed(id)]);
    const first = added('p', 'a', hash, 'ann');
    expect(await waitingIn(...many, first, added('q', 'a', flipped(6), 'ben'))).toEqual(['p', 'q']);
    expect(await waitingIn(first, photo.deleted('p', 'a'))).toEqual([]);
    expect(await waitingIn([photo.added('p', 'a', { differenceHash: hash }), {}])).toEqual([]);
    expect(await waitingIn(first, reviewed('p'), reopened('p'))).toEqual(['p']);
    expect(await waitingIn(first, photo.deleted('p', 'a'), photo.restored('p', 'a', ''))).toEqual(['p']);
    // Of many waiting photos, only the latest are compared.
    const waiting = await waitingIn(...ids.map((id) => added(id, 'a', hash, 'ann')));
    expect(waiting).toEqual(ids.slice(20).sort());
    // An old photo that still waits is found, however many were decided since.
    const keys = await keysOf(first, ...many, added('q', 'a', flipped(6), 'ben'));
    expect(keys[1]).toBe(keys[0]);
  });

  test('are found among photos of earlier releases once these have their hashes', async () => {
    const older = (id: string, on: string, actor: string): GivenEvent => [
      photo.added(id, on, { review: 'after' }),
      { actor },
    ];
    const hashed = (id: string, on: string, differenceHash: string | null): GivenEvent => [
      photo.hashed(id, on, differenceHash),
      { actor: 'system' },
    ];
    const both = [older('p', 'a', 'ann'), older('q', 'a', 'ben')];
    const [p, q] = await keysOf(...both, hashed('p', 'a', hash), hashed('q', 'a', flipped(6)));
    expect(p).toMatch(signalKeyPattern);
    expect(q).toBe(p);
    const withNew = await keysOf(
      older('p', 'a', 'ann'),
      hashed('p', 'a', hash),
      added('q', 'a', hash, 'ben'),
    );
    expect(withNew[1]).toBe(withNew[0]);
    // By one person, whoever computed the hash.
    const byOne = [older('p', 'a', 'ann'), older('q', 'b', 'ann')];
    const elsewhere = await keysOf(...byOne, hashed('p', 'a', hash), hashed('q', 'b', hash));
    expect(elsewhere[1]).toBe(elsewhere[0]);
    const byTwo = [older('p', 'a', 'ann'), older('q', 'b', 'ben')];
    const far = await keysOf(...byTwo, hashed('p', 'a', hash), hashed('q', 'b', hash));
    expect(far[1]).not.toBe(far[0]);
    expect(await keysOf(...both, hashed('p', 'a', null), hashed('q', 'a', null))).toEqual([null, null]);
  });

  test('are looked for among photos that wait and have no hash, each once', async () => {
    const lacking = async (...events: readonly GivenEvent[]) => {
      await using then = await given(queue, ...told, ...places, ...events);
      const filter = { state: 'waiting', lacksHash: true };
      const found = await then.reader.find('photos', { filter, sort: [['submittedAt', 1]], limit: 9 });
      return found.map(({ id }) => id);
    };
    const older = (id: string) => photo.added(id, 'a', { review: 'after' });
    expect(
      await lacking(older('p'), added('q', 'a', hash, 'ann'), older('r'), photo.added('s', 'a')),
    ).toEqual(['p', 'r']);
    expect(await lacking(older('p'), older('q'), photo.hashed('p', 'a', hash))).toEqual(['q']);
    expect(await lacking(older('p'), photo.hashed('p', 'a', null))).toEqual([]);
    expect(await lacking(older('p'), review.photo('p', 'a'))).toEqual([]);
    expect(await lacking(older('p'), review.photo('p', 'a'), review.photoAgain('p', 'a'))).toEqual(['p']);
    expect(await lacking(older('p'), photo.deleted('p', 'a'))).toEqual([]);
  });

  test('need a valid hash, which photos of earlier releases lack', async () => {
    expect(
      await keysOf([photo.added('p', 'a', { review: 'after' }), {}], added('q', 'a', 'zz', 'ben')),
    ).toEqual([null, null]);
  });
});
