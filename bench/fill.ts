import { randomUUID } from 'node:crypto';

import { locationFields } from '#contracts/location/fields';
import { pickFields } from '#contracts/shared/entity-fields';
import { streamOf, type DomainEvent } from '#contracts/events';
import type { EventLog, NewEvent } from '#platform/event-log/index';

import { cityTexts, createRandom, placeTexts, type PlaceTexts, type Random } from './texts.ts';

/** Public cities, locations and activity in a data folder. */
export interface World {
  readonly dataDir: string;
  readonly cityIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly places: readonly PlaceTexts[];
  /** In the log. */
  readonly events: number;
}

export interface SeedOptions {
  readonly dataDir: string;
  readonly cities: number;
  readonly locations: number;
  /** Opens the log that belongs to a data folder. */
  readonly openLog: (dataDir: string) => Promise<EventLog>;
  readonly say: (text: string) => void;
}

/**
 * Fills the log of an empty data folder. One person sent in and approved everything. About three events by other people
 * follow each location, as if everything had happened one location after the other.
 */
export async function seed({ dataDir, cities, locations, openLog, say }: SeedOptions): Promise<World> {
  await using log = await openLog(dataDir);
  const write = createAppender(log, say);
  const random = createRandom(1);
  const by = randomUUID();
  const cityIds: string[] = [];
  for (let number = 0; number < cities; number += 1) cityIds.push(await newCity(write, random, number, by));
  const places: NewPlace[] = [];
  while (places.length < locations) {
    const some = Array.from({ length: Math.min(besideEachOther, locations - places.length) }, (_, at) =>
      newPlace(random, cityIds[(places.length + at) % cities] ?? '', by, by),
    );
    await write.all(some);
    for (let ratings = 0; ratings < 2; ratings += 1)
      await write.all(some.map(({ id }) => rating(id, random)));
    await write.all(some.map((place) => visit(place, random)));
    places.push(...some);
  }
  return {
    dataDir,
    cityIds,
    locationIds: places.map(({ id }) => id),
    places: places.map(({ texts }) => texts),
    events: write.events(),
  };
}

/** Locations whose events are interleaved in the log. */
const besideEachOther = 100;

/** The amounts of all data that could slow down other work. */
export interface Amounts {
  /** On one place. */
  readonly ratings: number;
  /** On one place, each approved or declined. */
  readonly edits: number;
  /** In one city. */
  readonly cityPlaces: number;
  /** All places, including those of the city. */
  readonly places: number;
  /** Places in the queue. */
  readonly waiting: number;
}

/** What the commands and queries refer to. */
export interface Filled {
  readonly ratedId: string;
  readonly editedId: string;
  readonly cityId: string;
  /** A place with two ratings. */
  readonly plainId: string;
  /** Places that wait for review. */
  readonly waitingIds: readonly string[];
  readonly texts: PlaceTexts;
  readonly events: number;
}

/** How many streams are appended to at once. */
const together = 500;
const citiesOfOthers = 200;

/** Fills an empty log directly; commands would take many times as long. */
export async function fill(log: EventLog, amounts: Amounts, say: (text: string) => void): Promise<Filled> {
  const write = createAppender(log, say);
  const random = createRandom(11);
  const by = randomUUID();
  const cityId = await newCity(write, random, 0, by);
  const others: string[] = [];
  for (let number = 1; number <= citiesOfOthers; number += 1)
    others.push(await newCity(write, random, number, by));

  const rated = newPlace(random, cityId, by);
  const edited = newPlace(random, cityId, by);
  const plain = newPlace(random, cityId, by);
  await write.all([rated, edited, plain]);
  await write.all(made(amounts.cityPlaces, () => newPlace(random, cityId, by)));
  await write.all(made(amounts.places - amounts.cityPlaces, () => newPlace(random, random.pick(others), by)));
  await write.all(made(amounts.ratings, () => rating(rated.id, random)));
  await write.all(made(2, () => rating(plain.id, random)));
  const waiting = [...made(amounts.waiting, () => waitingPlace(random, random.pick(others)))];
  await write.all(waiting);
  await write.all([decidedEdits(edited, amounts.edits)]);
  return {
    ratedId: rated.id,
    editedId: edited.id,
    cityId,
    plainId: plain.id,
    waitingIds: waiting.map(({ id }) => id),
    texts: plain.texts,
    events: write.events(),
  };
}

/** Makes them one after the other, since a million at once are more than the memory holds. */
function* made<T>(count: number, make: () => T): Generator<T> {
  for (let done = 0; done < count; done += 1) yield make();
}

interface NewStream {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  /** The revision of the stream's last event; a new stream has none. */
  readonly after?: bigint;
}

/** How many events are appended to a stream at once. */
const atOnce = 500;

export function createAppender(log: EventLog, say: (text: string) => void) {
  let events = 0;
  const append = async ({ stream, events: all, after }: NewStream): Promise<void> => {
    let expected: bigint | 'none' = after ?? 'none';
    for (let from = 0; from < all.length; from += atOnce) {
      const { revision } = await log.append(stream, expected, all.slice(from, from + atOnce));
      expected = revision;
    }
    events += all.length;
  };
  return {
    async all(streams: Iterable<NewStream>): Promise<void> {
      for (const some of chunksOf(streams, together)) {
        await Promise.all(some.map(append));
        say(`${events} events in the log`);
      }
    },
    events: () => events,
  };
}
type Appender = ReturnType<typeof createAppender>;

function* chunksOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

const draft = (event: DomainEvent, actor: string): NewEvent => ({
  id: randomUUID(),
  event,
  metadata: { time: new Date().toISOString(), actor, correlationId: randomUUID(), causationId: actor },
});

/** `by`: the id of the person who sends it in and approves it. */
async function newCity(write: Appender, random: Random, number: number, by: string): Promise<string> {
  const cityId = randomUUID();
  const events = [
    draft({ type: 'city-submitted.v1', data: { cityId, ...cityTexts(random, number) } }, by),
    draft({ type: 'city-approved.v1', data: { cityId } }, by),
  ];
  await write.all([{ stream: streamOf.city(cityId), events }]);
  return cityId;
}

interface NewPlace extends NewStream {
  readonly id: string;
  readonly cityId: string;
  readonly texts: PlaceTexts;
}

/** The ids of the person who approves it, and of the one who sends it in: by default a new person. */
export function newPlace(
  random: Random,
  cityId: string,
  by: string,
  sender: string = randomUUID(),
): NewPlace {
  const id = randomUUID();
  const texts = placeTexts(random);
  return {
    id,
    cityId,
    texts,
    stream: streamOf.location(id),
    events: [submitted(id, cityId, texts, sender), approved(id, cityId, by)],
  };
}

function waitingPlace(random: Random, cityId: string): NewStream & { readonly id: string } {
  const id = randomUUID();
  return {
    id,
    stream: streamOf.location(id),
    events: [submitted(id, cityId, placeTexts(random), randomUUID())],
  };
}

const submitted = (locationId: string, cityId: string, texts: PlaceTexts, by: string): NewEvent => {
  const fields = pickFields(locationFields, { ...texts, accessNotes: null, cityId });
  return draft({ type: 'location-submitted.v1', data: { ...fields, locationId } }, by);
};
const approved = (locationId: string, cityId: string, by: string): NewEvent =>
  draft({ type: 'location-approved.v1', data: { locationId, cityId } }, by);

function rating(locationId: string, random: Random): NewStream {
  const userId = randomUUID();
  const data = { locationId, userId, rating: 1 + random.below(5) };
  return {
    stream: streamOf.opinion(locationId, userId),
    events: [draft({ type: 'location-rated.v1', data }, userId)],
  };
}

function decidedEdits({ id: locationId, cityId, stream }: NewPlace, edits: number): NewStream {
  const events = Array.from({ length: edits }, (_, number): NewEvent[] => {
    const edit = { locationId, cityId, editId: randomUUID() };
    const changes = { address: { from: `${number} Street`, to: `${number + 1} Street` } };
    return [
      draft({ type: 'location-edit-proposed.v1', data: { ...edit, changes } }, randomUUID()),
      number % 2 === 0
        ? draft({ type: 'location-edit-approved.v1', data: { ...edit, changes, forced: false } }, cityId)
        : draft({ type: 'location-edit-rejected.v1', data: { ...edit, reason: null } }, cityId),
    ];
  }).flat();
  return { stream, events, after: 1n };
}

/**
 * Further acts of a person at a place: half of the people give it a heart, a quarter add a photo, a quarter propose an
 * edit.
 */
function visit({ id: locationId, cityId, texts, stream }: NewPlace, random: Random): NewStream {
  const userId = randomUUID();
  const lot = random.below(4);
  if (lot < 2) {
    const event = draft({ type: 'location-favorited.v1', data: { locationId, userId } }, userId);
    return { stream: streamOf.opinion(locationId, userId), events: [event] };
  }
  if (lot === 2) {
    const photoId = randomUUID();
    const data = { ...photo, photoId, locationId };
    return {
      stream: streamOf.photo(photoId),
      events: [draft({ type: 'photo-added.v1', data }, userId)],
    };
  }
  const changes = { address: { from: texts.address, to: `${random.below(900)} Changed Street` } };
  const data = { locationId, cityId, editId: randomUUID(), changes };
  return { stream, events: [draft({ type: 'location-edit-proposed.v1', data }, userId)], after: 1n };
}

/** It has no files: no measurement reads any. */
const photo = {
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  fileName: 'picture.jpg',
  fileSize: 200_000,
  mimeType: 'image/jpeg',
  width: 1200,
  height: 800,
  placeholder: 'linear-gradient(#2b3a55,#c98f5a)',
  renditions: [320, 480, 750, 1080, 1200],
};
