import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { createCommands } from '#command-service/commands';
import { createRenderer } from '#command-service/photo/images/render';
import { plainDeps } from '#command-service/shared/given.test-helper';
import { parseEvent } from '#contracts/events';
import { administrator, ordinaryPerson } from '#contracts/shared/person';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import type { EventLog } from '#platform/event-log/index';
import { openPhotoStore } from '#platform/photo-store/index';

import type { Bench } from '../bench.ts';
import { cityTexts, createRandom, placeTexts } from '../texts.ts';
import { perSecond, ratio, type Row } from '../report.ts';
import type { Pair } from '../servers.ts';
import { median, medianRatio } from '../times.ts';

/** Commands or appends in progress: enough to keep the log busy, even over a network. */
const widths = { embedded: 64, server: 256 };
/** Short rounds, because the speed of a disk varies from second to second. */
const turnsPerRound = 4;

/** Submitting a location as a command, without HTTP, compared with its minimum cost. */
export async function submit(bench: Bench): Promise<Row[]> {
  const { embedded, configured } = bench.servers;
  const rows = [await submitTo(bench, embedded)];
  if (configured?.eventStoreDbUrl !== undefined) rows.push(await submitTo(bench, configured));
  return rows;
}

/** The floor is appending the same events to the same log; for EventStoreDB, with its client alone. */
async function submitTo(bench: Bench, pair: Pair): Promise<Row> {
  const folder = await bench.folder('submit');
  await using log = await pair.openLog(folder);
  await using bare =
    pair.eventStoreDbUrl === undefined ? undefined : await openBareClient(pair.eventStoreDbUrl);
  const command = await submitting(log, folder);
  const append = appending(bare ?? log);
  const width = bare ? widths.server : widths.embedded;
  const { seconds, rounds } = bench.options;
  const ours: number[] = [];
  const floor: number[] = [];
  for (let turn = -1; turn < rounds * turnsPerRound; turn += 1) {
    bench.say(`submit, ${pair.log}: turn ${turn + 1} of ${rounds * turnsPerRound}`);
    const share = { width, seconds: turn < 0 ? 1 : seconds / turnsPerRound };
    const appends = await flood(share, append);
    const submits = await flood(share, command);
    if (turn < 0) continue;
    floor.push(appends);
    ours.push(submits);
  }
  return {
    number: `submit at handleCommand, ${pair.log}, ${width} at once`,
    ours: perSecond(median(ours)),
    floor: `${perSecond(median(floor))} appends${bare ? ' by the bare client' : ''}`,
    ratio: ratio(medianRatio(ours, floor)),
    design: bare ? '.80' : '.70',
  };
}

const random = createRandom(4);
const person = ordinaryPerson(randomUUID());

async function submitting(log: EventLog, folder: string): Promise<() => Promise<unknown>> {
  await using photos = await openPhotoStore({ folder: path.join(folder, 'photos') });
  const commands = createCommands({
    ...plainDeps,
    streams: createFoldedStreams(log, parseEvent),
    photos,
    renderer: createRenderer(),
  });
  const context = (actor: typeof person) => ({
    commandId: randomUUID(),
    actor,
    correlationId: randomUUID(),
    time: new Date(),
  });
  const admin = administrator(person.userId);
  const { id: cityId } = await commands.city.submit(cityTexts(random, 0), context(admin));
  const place = placeTexts(random);
  return () => commands.location.submit({ ...place, cityId }, context(person));
}

function appending(log: Pick<EventLog, 'append'>): () => Promise<unknown> {
  const place = placeTexts(random);
  const cityId = randomUUID();
  return () => {
    const locationId = randomUUID();
    const metadata = {
      time: new Date().toISOString(),
      actor: person.userId,
      correlationId: randomUUID(),
      causationId: randomUUID(),
    };
    const event = { type: 'location-submitted.v1', data: { locationId, cityId, ...place } } as const;
    return log.append(`location-${locationId}`, 'none', [{ id: randomUUID(), event, metadata }]);
  };
}

/** Repeats an action for some seconds, several at once; returns how many were done per second. */
async function flood(
  { width, seconds }: { readonly width: number; readonly seconds: number },
  act: () => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let done = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      await act();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return done / ((performance.now() - started) / 1000);
}

interface BareClient extends AsyncDisposable {
  readonly append: EventLog['append'];
}

/** EventStoreDB's client with its default settings: the cost of an append without our own code. */
async function openBareClient(url: string): Promise<BareClient> {
  const { EventStoreDBClient, NO_STREAM, jsonEvent } = await import('@eventstore/db-client');
  const client = EventStoreDBClient.connectionString(url);
  return {
    async append(stream, expected, events) {
      const expectedRevision = expected === 'none' ? NO_STREAM : expected;
      const messages = events.map(({ id, event: { type, data }, metadata }) =>
        jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata } }),
      );
      const { nextExpectedRevision, position } = await client.appendToStream(`bench-${stream}`, messages, {
        expectedRevision,
      });
      return { revision: nextExpectedRevision, position: position?.commit ?? 0n };
    },
    [Symbol.asyncDispose]: () => client.dispose(),
  };
}
