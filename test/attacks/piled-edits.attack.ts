import { randomUUID } from 'node:crypto';

import type { DomainEvent } from '#contracts/events';
import type { EventLog } from '#platform/event-log/index';

import { createDataFolder, type DataFolder } from '../harness/data-folder.ts';
import { newEvent } from '../harness/events.ts';
import { call, type ApiResponse } from '../harness/http.ts';
import { adminPassword, register, signInAdmin, startInProcess, type Person } from '../harness/in-process.ts';
import { startProcess } from '../harness/server-process.ts';
import type { Attack } from './attack.ts';
import { watchHealth } from './server-under-attack.ts';

/** Ratings of each of the two measured locations, in turns. */
const ratings = 60;

/**
 * A location has `size` pending edits, appended directly to its stream, as an earlier release allowed. A new server
 * rates it and a location without edits in turns, while `/healthz` is requested all the time.
 */
export const attack: Attack = {
  fullSize: 10_000,
  async run(size) {
    await using folder = await createDataFolder();
    const { piled, fresh, people } = await preparePlaces(folder, size);
    await using server = startProcess({ dataDir: folder.path, environment: { RATE_LIMIT: 'on' } });
    const origin = await server.ready();
    const healthz = watchHealth(origin);
    let number = 0;
    const rate = async (id: string): Promise<Timed> => {
      number += 1;
      const { token } = people[number % people.length] ?? { token: '' };
      const body = { rating: 1 + (number % 5) };
      return timed(() => call(origin, 'PUT', `/api/locations/${id}/rating`, { token, body }));
    };
    // A warm-up without those streams.
    await rate(fresh);
    const cold = await rate(piled);
    const [onPiled, onFresh]: [Timed[], Timed[]] = [[], []];
    for (let turn = 0; turn < ratings; turn += 1) {
      onPiled.push(await rate(piled));
      onFresh.push(await rate(fresh));
    }
    const [{ token } = { token: '' }] = people;
    const oneMore = await timed(() =>
      call(origin, 'PUT', `/api/locations/${piled}`, { token, body: { name: 'One more' } }),
    );
    const health = await healthz.stop();
    const [warm, base] = [median(onPiled), median(onFresh)];
    const all = [cold, ...onPiled, ...onFresh];
    return {
      held: all.every(({ status }) => status === 200) && oneMore.status === 409 && warm <= 1.5 * base,
      facts: [
        `With ${size} waiting edits of a place in the log, the first rating there after a start took ${ms(cold.ms)}.`,
        `After that a rating took ${ms(warm)}, on a place without edits ${ms(base)} (medians of ${ratings} each, in turns): ${(warm / base).toFixed(2)} times.`,
        `/healthz was answered ${health.length} times meanwhile, after ${ms(health.at(-1) ?? 0)} at most.`,
        `One more edit was answered ${oneMore.status} after ${ms(oneMore.ms)}.`,
      ],
    };
  },
};

async function preparePlaces(folder: DataFolder, size: number) {
  await using server = await startInProcess(folder, { ADMIN_PASSWORD: adminPassword });
  const { token, id } = await signInAdmin(server.origin);
  const send = async (path: string, body: object): Promise<string> =>
    (await server.call('POST', path, { token, body })).body.id;
  const imageUrl = 'https://example.org/city.jpg';
  const cityId = await send('/api/cities', { name: 'Lisbon', country: 'Portugal', imageUrl });
  const place = { description: 'A place with a view.', cityId, category: 'viewpoint' };
  const piled = await send('/api/locations', { ...place, name: 'Tower' });
  const fresh = await send('/api/locations', { ...place, name: 'Mill' });
  const people: Person[] = [];
  while (people.length < 4) people.push(await register(server.origin, `rater-${people.length}`));
  await using log = await folder.openLog();
  await pile(log, size, { locationId: piled, cityId, actor: id });
  await server.settled();
  return { piled, fresh, people };
}

async function pile(
  log: EventLog,
  size: number,
  { actor, ...ids }: { readonly locationId: string; readonly cityId: string; readonly actor: string },
): Promise<void> {
  const stream = `location-${ids.locationId}`;
  const from = 'A place with a view.';
  let revision = 1n;
  for (let done = 0; done < size; done += 500) {
    const events = Array.from({ length: Math.min(500, size - done) }, (_, number): DomainEvent => ({
      type: 'location-edit-proposed.v1',
      data: {
        ...ids,
        editId: randomUUID(),
        changes: { description: { from, to: `${from} Seen from the other side, number ${done + number}.` } },
      },
    }));
    const drafts = events.map((event) => newEvent(actor, event));
    ({ revision } = await log.append(stream, revision, drafts));
  }
}

interface Timed {
  readonly status: number;
  /** Milliseconds. */
  readonly ms: number;
}

async function timed(work: () => Promise<ApiResponse>): Promise<Timed> {
  const began = performance.now();
  const { status } = await work();
  return { status, ms: performance.now() - began };
}

const median = (times: readonly Timed[]): number =>
  times.map((each) => each.ms).toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
const ms = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;
