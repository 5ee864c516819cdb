import { randomUUID } from 'node:crypto';

import { streamOf, type DomainEvent } from '#contracts/events';
import { locationFields } from '#contracts/location/fields';
import { pickFields } from '#contracts/shared/entity-fields';
import type { EventLog, NewEvent } from '#platform/event-log/index';

import type { Bench } from '../bench.ts';
import { createCaller, succeed } from '../caller.ts';
import { createRandom } from '../random.ts';
import { ms, type Row } from '../report.ts';
import { seed } from '../seed.ts';
import { startServer } from '../server.ts';
import { asAdministrator } from '../session.ts';
import { median } from '../statistics.ts';
import { placeTexts, type PlaceTexts } from '../texts.ts';

/** Waiting items: a third each are locations, edits and photos; every second location has the name of a public one. */
const waiting = 10_000;
const people = 500;
/** How often each question is asked. */
const rounds = 50;

/** The queue after weeks in which nobody has decided anything, queried in different ways. */
export async function queue(bench: Bench): Promise<Row[]> {
  const dataDir = await bench.folder('queue');
  const { openLog } = bench.servers.embedded;
  const { cityIds, locationIds, places } = await seed({
    dataDir,
    cities: 200,
    locations: 1000,
    openLog,
    say: bench.say,
  });
  const users = Array.from({ length: people }, () => randomUUID());
  {
    await using log = await openLog(dataDir);
    await fill(log, { cityIds, locationIds, places, users }, bench.say);
  }
  bench.say('queue: starting');
  await using server = await startServer(dataDir);
  const headers = await asAdministrator(server.origin);
  using call = createCaller(server.origin);
  const questions: Readonly<Record<string, string>> = {
    'all, 100': '/api/admin/queue?limit=100',
    'newest photos, 100': '/api/admin/queue?kind=photo&sort=newest&limit=100',
    'of a city': `/api/admin/queue?city=${cityIds[7]}`,
    'of a person': `/api/admin/queue?submitter=${users[7]}`,
    'what may repeat': '/api/admin/queue?flag=duplicate&limit=100',
    'changed since': '/api/admin/queue?flag=conflict&limit=100',
    'of new members': '/api/admin/queue?flag=new-member&limit=100',
    'with a word': '/api/admin/queue?search=light&limit=100',
    'the groups': '/api/admin/queue/groups',
    'the desk': '/api/admin/desk',
  };
  const rows: Row[] = [];
  const measure = async (name: string, path: string, before: () => Promise<unknown>) => {
    bench.say(`queue: ${name}`);
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await before();
      const started = performance.now();
      await succeed(call(path, { headers }));
      taken.push(performance.now() - started);
    }
    const p99 = taken.toSorted((one, other) => one - other)[Math.ceil(rounds * 0.99) - 1] ?? NaN;
    const ours = `${ms(median(taken))}, p99 ${ms(p99)}`;
    rows.push({ number: `queue of ${waiting}: ${name}`, ours, floor: '', ratio: '', design: '' });
  };
  for (const [name, path] of Object.entries(questions)) {
    await measure(name, path, () => Promise.resolve());
    // Measures these also after a change, because others make decisions at the same time.
    if (!/flag=|search=/.test(path)) continue;
    let turn = 0;
    const address = `/api/locations/${locationIds[11]}/favorite`;
    await measure(`${name}, after a change`, path, () =>
      succeed(call(address, { method: turn++ % 2 === 0 ? 'PUT' : 'DELETE', headers })),
    );
  }
  return rows;
}

interface World {
  readonly cityIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly places: readonly PlaceTexts[];
  readonly users: readonly string[];
}

/** Appends in flight. */
const together = 500;

/** Appends the waiting items directly to the log. */
async function fill(
  log: EventLog,
  { cityIds, locationIds, places, users }: World,
  say: (text: string) => void,
) {
  const random = createRandom(3);
  const revisions = new Map<string, bigint>();
  for await (const { stream, revision } of log.readAll()) revisions.set(stream, revision);
  const cityOf = (at: number) => cityIds[at % cityIds.length] ?? '';
  const draft = (event: DomainEvent, actor: string): NewEvent => ({
    id: randomUUID(),
    event,
    metadata: { time: new Date().toISOString(), actor, correlationId: randomUUID(), causationId: actor },
  });
  const append = async (number: number) => {
    const actor = users[number % users.length] ?? '';
    const at = number % locationIds.length;
    const place = { locationId: locationIds[at] ?? '', cityId: cityOf(at) };
    if (number % 3 === 0) {
      const locationId = randomUUID();
      const name = number % 2 === 0 ? places[at]?.name : undefined;
      const texts = { ...placeTexts(random), ...(name !== undefined && { name }) };
      const fields = { ...pickFields(locationFields, texts), cityId: cityOf(at) };
      const event = { type: 'location-submitted.v1', data: { ...fields, locationId } } as const;
      return log.append(streamOf.location(locationId), 'none', [draft(event, actor)]);
    }
    if (number % 3 === 1) {
      const stream = streamOf.location(place.locationId);
      const changes = { description: { from: 'Words', to: `Other words, ${number}` } };
      const event = {
        type: 'location-edit-proposed.v1',
        data: { ...place, editId: randomUUID(), changes },
      } as const;
      const expected = revisions.get(stream) ?? 'none';
      const { revision } = await log.append(stream, expected, [draft(event, actor)]);
      return void revisions.set(stream, revision);
    }
    const photoId = randomUUID();
    return log.append(streamOf.photo(photoId), 'none', [draft(photoAdded(photoId, place.locationId), actor)]);
  };
  for (let done = 0; done < waiting; done += together) {
    say(`queue: ${done} of ${waiting}`);
    await Promise.all(Array.from({ length: together }, (_, at) => append(done + at)));
  }
}

const photoAdded = (photoId: string, locationId: string): DomainEvent => ({
  type: 'photo-added.v1',
  data: {
    photoId,
    locationId,
    sha256: 'ab'.repeat(32),
    fileName: 'a.jpg',
    fileSize: 1000,
    mimeType: 'image/jpeg',
    width: 800,
    height: 600,
    placeholder: '#abc',
    renditions: [320, 480, 800],
    review: 'after',
  },
});
