import { randomUUID } from 'node:crypto';

import { streamOf, type EventType } from '#contracts/events';

import { call, type ApiResponse } from '../harness/http.ts';
import type { Person } from '../harness/in-process.ts';
import { pictureOf } from '../harness/pictures.ts';
import { cityInput, locationInput } from '../harness/inputs.ts';

/** One write that a person sent, and its result. */
export interface Sent {
  readonly who: Person;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** The idempotency key, on every POST. */
  readonly key: string | undefined;
  /** The type of the last event that an accepted write appends. */
  readonly type: EventType;
  /** A name that only this submission has. */
  readonly name: string | undefined;
  /** Undefined while the request is in progress, and for good if the server died first. */
  response: ApiResponse | undefined;
}

/** People who write continuously, their requests, and the entities that they know. */
export interface Work {
  readonly sent: Sent[];
  readonly cities: string[];
  readonly locations: string[];
  /** By location. */
  readonly cityOf: Map<string, string>;
  readonly photos: string[];
  readonly edits: { readonly id: string; readonly locationId: string }[];
  readonly people: readonly [Person, ...Person[]];
}

export const createWork = (people: Work['people']): Work => ({
  sent: [],
  cities: [],
  locations: [],
  cityOf: new Map(),
  photos: [],
  edits: [],
  people,
});

type Request = Pick<Sent, 'who' | 'method' | 'path' | 'type'> & {
  readonly body?: unknown;
  readonly name?: string;
};

const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];

/** Sends one write after another until the server has died. */
export async function writeUntilGone(work: Work, origin: string, acknowledged: () => void): Promise<void> {
  for (;;) {
    const { name, body, ...request } = await nextRequest(work);
    const key = request.method === 'POST' ? randomUUID() : undefined;
    const sent: Sent = { ...request, body, name, key, response: undefined };
    work.sent.push(sent);
    try {
      sent.response = await send(sent, origin);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
    if (sent.response.status >= 500) {
      throw new Error(`${sent.method} ${sent.path} answered ${sent.response.status}: ${sent.response.text}`);
    }
    remember(work, sent);
    acknowledged();
  }
}

/** Sends the write, the first time or again. @throws TypeError if the server has died */
export const send = ({ who, method, path, body, key }: Sent, origin: string): Promise<ApiResponse> =>
  call(origin, method, path, { token: who.token, body, key });

export const wasAccepted = ({ response }: Sent): boolean => response !== undefined && response.status < 300;

/** Records what an accepted write created or removed. */
export function remember(work: Work, { response, type, path }: Sent): void {
  if (response === undefined || response.status >= 300) return;
  const id: string = response.body?.id ?? path.split('/')[3];
  if (type === 'location-edit-proposed.v1') work.edits.push({ id, locationId: response.body.entityId });
  else if (path === '/api/cities') work.cities.push(id);
  else if (type === 'location-merged.v1') drop(work.locations, path.split('/')[4] ?? '');
  else if (path === '/api/locations') {
    work.locations.push(id);
    work.cityOf.set(id, response.body.cityId);
  } else if (type === 'photo-added.v1') work.photos.push(id);
  else if (type === 'city-deleted.v1') drop(work.cities, id);
  else if (type === 'location-deleted.v1') drop(work.locations, id);
  else if (type === 'photo-deleted.v2') drop(work.photos, id);
  else if (type.startsWith('location-edit-'))
    work.edits.splice(
      work.edits.findIndex((e) => e.id === id),
      1,
    );
}

function drop(ids: string[], id: string): void {
  const at = ids.indexOf(id);
  if (at >= 0) ids.splice(at, 1);
}

/** The stream of the entity that an accepted write changed. */
export function streamsOf({ response, path, type, who }: Sent): string {
  const id: string = response?.body?.id ?? '';
  const inPath = path.split('/').find((part) => /^[0-9a-f-]{36}$/.test(part)) ?? '';
  if (type.startsWith('photo-') && type !== 'photo-featured.v1') return streamOf.photo(id || inPath);
  if (type.startsWith('city-')) return streamOf.city(inPath || id);
  if (type === 'location-rated.v1') return streamOf.opinion(inPath, who.id);
  return streamOf.location(inPath || id);
}

let picture = 0;

async function nextRequest(work: Work): Promise<Request> {
  const [admin, ...others] = work.people;
  const someone = pick(others) ?? admin;
  const city = pick(work.cities);
  const location = pick(work.locations);
  const photo = pick(work.photos);
  const edit = pick(work.edits);
  const name = `Made ${randomUUID()}`;
  const newCity = (who: Person): Request => {
    const type = who === admin ? 'city-approved.v1' : 'city-submitted.v1';
    return { who, method: 'POST', path: '/api/cities', type, body: cityInput({ name }), name };
  };
  const chance = Math.random() * 100;
  if (city === undefined || chance < 6) return newCity(chance < 4 ? admin : someone);
  if (location === undefined || chance < 34) {
    const who = chance < 20 ? admin : someone;
    const type = who === admin ? 'location-approved.v1' : 'location-submitted.v1';
    return { who, method: 'POST', path: '/api/locations', type, body: locationInput(city, { name }), name };
  }
  const of = `/api/locations/${location}`;
  if (chance < 48)
    return { who: admin, ...post(`/api/admin/locations/${location}/approve`, 'location-approved.v1') };
  if (chance < 52)
    return { who: admin, ...post(`/api/admin/locations/${location}/reject`, 'location-rejected.v1') };
  if (chance < 60) return { who: admin, ...put(of, 'location-edited.v1', { address: name }) };
  if (chance < 66) return { who: someone, ...put(of, 'location-edit-proposed.v1', { address: name }) };
  if (chance < 70 && edit !== undefined) {
    const path = `/api/admin/locations/${edit.locationId}/edits/${edit.id}/approve`;
    return { who: admin, ...post(path, 'location-edit-approved.v1', { force: true }) };
  }
  if (chance < 76)
    return { who: someone, ...put(`${of}/rating`, 'location-rated.v1', { rating: 1 + ((chance % 5) | 0) }) };
  const twin = pick(
    work.locations.filter((id) => id !== location && work.cityOf.get(id) === work.cityOf.get(location)),
  );
  if (chance < 82 && twin !== undefined) {
    const body = { into: twin, fields: ['address'] };
    return { who: admin, ...post(`/api/admin/locations/${location}/merge`, 'location-merged.v1', body) };
  }
  if (chance < 91) {
    const imageData = await pictureOf((picture += 1));
    return { who: someone, ...post(`${of}/photos`, 'photo-added.v1', { imageData, fileName: 'a.png' }) };
  }
  if (chance < 93 && photo !== undefined) {
    return { who: admin, method: 'DELETE', path: `/api/photos/${photo}`, type: 'photo-deleted.v2' };
  }
  if (chance < 96) return { who: admin, method: 'DELETE', path: of, type: 'location-deleted.v1' };
  if (chance < 98)
    return { who: admin, method: 'DELETE', path: `/api/cities/${city}`, type: 'city-deleted.v1' };
  return { who: admin, ...put(`/api/cities/${city}`, 'city-edited.v1', { country: name }) };
}

const post = (path: string, type: EventType, body?: unknown) => ({ method: 'POST', path, type, body });
const put = (path: string, type: EventType, body: unknown) => ({ method: 'PUT', path, type, body });
