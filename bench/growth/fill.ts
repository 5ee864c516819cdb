import { randomUUID } from 'node:crypto';

import { locationFields } from '#contracts/location/fields';
import { pickFields } from '#contracts/shared/entity-fields';
import { streamOf, type DomainEvent } from '#contracts/events';
import type { EventLog, NewEvent } from '#platform/event-log/index';

import { cityTexts, createRandom, placeTexts, type PlaceTexts, type Random } from '../texts.ts';

/** The amounts of everything that could slow down other work. */
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
  const cityId = await newCity(write, random, 0);
  const others: string[] = [];
  for (let number = 1; number <= citiesOfOthers; number += 1)
    others.push(await newCity(write, random, number));

  const rated = newPlace(random, cityId);
  const edited = newPlace(random, cityId);
  const plain = newPlace(random, cityId);
  for (const place of [rated, edited, plain]) await write.stream(place.stream, place.events);
  await write.all(amounts.cityPlaces, () => newPlace(random, cityId));
  await write.all(amounts.places - amounts.cityPlaces, () => newPlace(random, random.pick(others)));
  await write.all(amounts.ratings, () => rating(rated.id, random));
  await write.all(2, () => rating(plain.id, random));
  const waitingIds: string[] = [];
  await write.all(amounts.waiting, () => {
    const place = waitingPlace(random, random.pick(others));
    waitingIds.push(place.id);
    return place;
  });
  await write.stream(edited.stream, decidedEdits(edited.id, cityId, amounts.edits), 1n);
  return {
    ratedId: rated.id,
    editedId: edited.id,
    cityId,
    plainId: plain.id,
    waitingIds,
    texts: plain.texts,
    events: write.events(),
  };
}

interface NewStream {
  readonly stream: string;
  readonly events: readonly NewEvent[];
}

/** How many events are appended to a stream at once. */
const atOnce = 500;

export function createAppender(log: EventLog, say: (text: string) => void) {
  let events = 0;
  const stream = async (name: string, all: readonly NewEvent[], after?: bigint): Promise<void> => {
    let expected: bigint | 'none' = after ?? 'none';
    for (let from = 0; from < all.length; from += atOnce) {
      const { revision } = await log.append(name, expected, all.slice(from, from + atOnce));
      expected = revision;
    }
    events += all.length;
    say(`${events} events in the log`);
  };
  return {
    stream,
    async all(count: number, make: () => NewStream): Promise<void> {
      for (let done = 0; done < count; done += together) {
        const streams = Array.from({ length: Math.min(together, count - done) }, make);
        await Promise.all(streams.map((each) => stream(each.stream, each.events)));
      }
    },
    events: () => events,
  };
}
type Appender = ReturnType<typeof createAppender>;

const draft = (event: DomainEvent, actor: string): NewEvent => ({
  id: randomUUID(),
  event,
  metadata: { time: new Date().toISOString(), actor, correlationId: randomUUID(), causationId: actor },
});

async function newCity(write: Appender, random: Random, number: number): Promise<string> {
  const cityId = randomUUID();
  await write.stream(streamOf.city(cityId), [
    draft({ type: 'city-submitted.v1', data: { cityId, ...cityTexts(random, number) } }, cityId),
    draft({ type: 'city-approved.v1', data: { cityId } }, cityId),
  ]);
  return cityId;
}

export function newPlace(random: Random, cityId: string): NewStream & { id: string; texts: PlaceTexts } {
  const id = randomUUID();
  const texts = placeTexts(random);
  return {
    id,
    texts,
    stream: streamOf.location(id),
    events: [submitted(id, cityId, texts), approved(id, cityId)],
  };
}

function waitingPlace(random: Random, cityId: string): NewStream & { readonly id: string } {
  const id = randomUUID();
  return { id, stream: streamOf.location(id), events: [submitted(id, cityId, placeTexts(random))] };
}

const submitted = (locationId: string, cityId: string, texts: PlaceTexts): NewEvent => {
  const fields = pickFields(locationFields, { ...texts, accessNotes: null, cityId });
  return draft({ type: 'location-submitted.v1', data: { ...fields, locationId } }, randomUUID());
};
const approved = (locationId: string, cityId: string): NewEvent =>
  draft({ type: 'location-approved.v1', data: { locationId, cityId } }, cityId);

function rating(locationId: string, random: Random): NewStream {
  const userId = randomUUID();
  const data = { locationId, userId, rating: 1 + random.below(5) };
  return {
    stream: streamOf.opinion(locationId, userId),
    events: [draft({ type: 'location-rated.v1', data }, userId)],
  };
}

function decidedEdits(locationId: string, cityId: string, edits: number): NewEvent[] {
  return Array.from({ length: edits }, (_, number): NewEvent[] => {
    const place = { locationId, cityId, editId: randomUUID() };
    const changes = { address: { from: `${number} Street`, to: `${number + 1} Street` } };
    return [
      draft({ type: 'location-edit-proposed.v1', data: { ...place, changes } }, randomUUID()),
      number % 2 === 0
        ? draft({ type: 'location-edit-approved.v1', data: { ...place, changes, forced: false } }, cityId)
        : draft({ type: 'location-edit-rejected.v1', data: { ...place, reason: null } }, cityId),
    ];
  }).flat();
}
