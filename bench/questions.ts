import * as z from 'zod/mini';

import { positionHeaders } from '#contracts/shared/operation';

import { asAdministrator, type Ask, asNewcomer, type Call, createCaller, succeed } from './caller.ts';
import type { Filled } from './fill.ts';

/** An action that is repeated. The number makes each repetition different. */
type Act = (number: number) => Promise<unknown>;

export interface Question {
  readonly name: string;
  readonly act: Act;
  /** How often in one round; 30 by default. */
  readonly times?: number;
}

export interface Asking extends Disposable {
  readonly all: readonly Question[];
}

const WithId = z.object({ id: z.string() });

/** Commands and queries that a server cannot answer from its cache. */
export async function questionsOf(origin: string, filled: Filled): Promise<Asking> {
  const admin = await asAdministrator(origin);
  const person = await asNewcomer(origin);
  const call = createCaller(origin);
  const all = [...commands(call, filled, { admin, person }), ...queries(call, filled, { admin, person })];
  return { all, [Symbol.dispose]: () => call[Symbol.dispose]() };
}

type Headers = Readonly<Record<string, string>>;
interface People {
  readonly admin: Headers;
  readonly person: Headers;
}

function commands(call: Call, filled: Filled, { admin, person }: People): Question[] {
  const { ratedId, editedId, cityId, texts } = filled;
  const send = async (path: string, ask: Ask): Promise<string> => (await succeed(call(path, ask))).text;
  const rate = (id: string) => (number: number) =>
    send(`/api/locations/${id}/rating`, {
      method: 'PUT',
      headers: person,
      body: { rating: 1 + (number % 5) },
    });
  return [
    { name: 'rate the place with many ratings', act: rate(ratedId) },
    {
      name: 'give it a heart, or take it back',
      act: (number) =>
        send(`/api/locations/${ratedId}/favorite`, {
          method: number % 2 === 0 ? 'PUT' : 'DELETE',
          headers: person,
        }),
    },
    { name: 'rate the place with many decided edits', act: rate(editedId) },
    {
      name: 'propose an edit there, and decline it',
      async act(number) {
        const body = { address: `${number} Other Street` };
        const proposed = await send(`/api/locations/${editedId}`, { method: 'PUT', headers: person, body });
        const { id: editId } = WithId.parse(JSON.parse(proposed));
        const path = `/api/admin/locations/${editedId}/edits/${editId}/reject`;
        await send(path, { method: 'POST', headers: admin, body: {} });
      },
    },
    {
      name: 'send a place into the large city, and approve it',
      async act() {
        const body = { ...texts, cityId };
        const sent = await send('/api/locations', { method: 'POST', headers: person, body });
        const { id } = WithId.parse(JSON.parse(sent));
        await send(`/api/admin/locations/${id}/approve`, { method: 'POST', headers: admin, body: {} });
      },
    },
    {
      name: 'edit the large city',
      act: (number) =>
        send(`/api/cities/${cityId}`, {
          method: 'PUT',
          headers: admin,
          body: { imageUrl: `https://pictures.example/${number}.jpg` },
        }),
    },
    {
      name: 'search: the large city in another country, until its places are found by that',
      times: 1,
      async act(number) {
        const body = { country: `Country ${number}` };
        const { headers } = await succeed(
          call(`/api/cities/${cityId}`, { method: 'PUT', headers: admin, body }),
        );
        const reader = {
          ...person,
          [positionHeaders.minimum]: String(headers[positionHeaders.event.toLowerCase()]),
        };
        while ((await call('/api/locations?search=country', { headers: reader })).status === 503);
      },
    },
    {
      name: 'delete and restore the large city',
      async act() {
        await send(`/api/cities/${cityId}`, { method: 'DELETE', headers: admin });
        await send(`/api/admin/cities/${cityId}/restore`, { method: 'POST', headers: admin, body: {} });
      },
    },
    {
      name: 'send in a city',
      act: (number) =>
        send('/api/cities', {
          method: 'POST',
          headers: person,
          body: { name: `Town ${number}`, country: 'Somewhere', imageUrl: 'https://pictures.example/1.jpg' },
        }),
    },
  ];
}

function queries(call: Call, filled: Filled, { admin, person }: People): Question[] {
  const { ratedId, editedId, cityId, texts } = filled;
  const [rare = ''] = texts.name.split(' ').slice(-1);
  const get = (name: string, path: string, headers: Headers): Question => ({
    name,
    act: () => succeed(call(path, { headers })),
  });
  const seen = (name: string, path: string) => get(name, path, person);
  const moderated = (name: string, path: string) => get(name, path, admin);
  const searched = (name: string, query: string): Question =>
    seen(`search: ${name}`, `/api/locations?limit=50&${query}`);
  const category = encodeURIComponent(texts.category);
  return [
    seen('list, 100', '/api/locations?limit=100'),
    seen('list of a category', `/api/locations?limit=100&category=${category}`),
    seen('list of the large city', `/api/locations?limit=100&city=${cityId}`),
    seen(
      'list of the large city, a category',
      `/api/locations?limit=100&city=${cityId}&category=${category}`,
    ),
    seen('the best rated of the large city', `/api/locations?limit=100&city=${cityId}&sort=rating`),
    seen(
      'the best rated of the large city, a category',
      `/api/locations?limit=100&city=${cityId}&sort=rating&category=${category}`,
    ),
    seen('trending', '/api/locations/trending'),
    seen('the large city', `/api/cities/${cityId}`),
    seen('cities', '/api/cities?limit=100'),
    seen('the place with many ratings', `/api/locations/${ratedId}`),
    seen('its photos', `/api/locations/${ratedId}/photos?imageData=omit`),
    seen('suggest', '/api/suggest?q=qui'),
    seen('own submissions', '/api/submissions'),
    moderated('stats', '/api/stats'),
    moderated('queue', '/api/admin/queue?limit=100'),
    moderated('queue of a kind', '/api/admin/queue?kind=location&sort=newest&limit=100'),
    moderated('queue of the large city', `/api/admin/queue?city=${cityId}`),
    moderated('queue with a flag', '/api/admin/queue?flag=duplicate&limit=100'),
    moderated('queue with a word', '/api/admin/queue?search=light&limit=100'),
    moderated('queue in groups', '/api/admin/queue/groups'),
    moderated('desk', '/api/admin/desk'),
    moderated('places of every status', '/api/admin/locations?limit=100'),
    moderated('cities of every status', '/api/admin/cities?limit=100'),
    moderated('history of the large city', `/api/admin/cities/${cityId}/history?limit=100`),
    moderated('history of the place with many edits', `/api/admin/locations/${editedId}/history?limit=100`),
    moderated('activity', '/api/admin/activity?limit=100'),
    searched('rare', `search=${rare.toLowerCase()}`),
    searched('common', 'search=while'),
    searched('common, of the large city', `search=while&city=${cityId}`),
    searched('common, of a category', `search=while&category=${category}`),
    searched('common, rated 4', 'search=while&minRating=4'),
    searched('common, in the evening', 'search=while&bestTime=evening'),
    searched('rated 4', 'minRating=4'),
  ];
}
