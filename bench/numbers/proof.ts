import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { openEventLog, type EventLog } from '#platform/event-log/index';
import { createLogTree } from '#platform/log-integrity/log-tree';
import { openRecordStore } from '#platform/record-store/index';

import type { Bench } from '../bench.ts';
import { createRandom } from '../texts.ts';
import { ms, type Row } from '../report.ts';
import { median, ownCpu } from '../times.ts';

const events = 1_000_000;
const eventsInAppend = 1000;
const paths = 200;
/** Events of one entity, spread over the whole log. */
const inFile = 10_000;

/** What proofs cost in processor time, in a large embedded log. */
export async function proof(bench: Bench): Promise<Row[]> {
  const folder = await bench.folder('proof');
  await using log = await openEventLog({ path: path.join(folder, 'events.db'), streamPrefix: '' });
  await using records = await openRecordStore({ path: path.join(folder, 'records.db') });
  await fill(log, bench.say);
  const random = createRandom(7);
  const somewhere = (): bigint => BigInt(1 + random.below(events));

  bench.say('proof: the tree');
  const fromNothing = await ownCpu(() => createLogTree(log, records).keep(events));
  const tree = createLogTree(log, records);
  const fromRoots = await ownCpu(() => tree.now());
  const now = await tree.now();
  const far: number[] = [];
  for (let at = 0; at < paths; at += 1) far.push(await ownCpu(() => now.proofAt(somewhere())));
  const near =
    (await ownCpu(async () => {
      for (let at = 1; at <= paths; at += 1) await now.proofAt(BigInt(at));
    })) / paths;
  const grown: number[] = [];
  for (let at = 0; at < paths; at += 1) {
    await append(log, 1);
    grown.push(await ownCpu(() => tree.now()));
  }
  const file = await ownCpu(async () => {
    for (let at = 0; at < inFile; at += 1) await now.proofAt(BigInt(1 + at * (events / inFile)));
  });
  const row = (number: string, ours: string, design = ''): Row => ({
    number: `proof: ${number}`,
    ours,
    design,
  });
  return [
    row('path, median', ms(median(far)), 'at most 50 ms'),
    row('  ... the dearest', ms(Math.max(...far)), 'at most 50 ms'),
    row('  ... in a block that is in memory', ms(near)),
    row('root after one more event', ms(median(grown))),
    row(`paths of ${inFile.toLocaleString('en-US')} events`, ms(file)),
    row('tree with the roots that are kept, at a start', ms(fromRoots)),
    row(`tree of ${events.toLocaleString('en-US')} events of which nothing is kept`, ms(fromNothing)),
  ];
}

const metadata = { time: '2026-01-01T00:00:00.000Z', actor: 'ann', correlationId: 'a', causationId: 'b' };

async function append(log: EventLog, count: number): Promise<void> {
  const some = Array.from({ length: count }, () => ({
    id: randomUUID(),
    event: { type: 'location-rated.v1', data: { locationId: 'place', userId: 'ann', rating: 4 } },
    metadata,
  }));
  await log.append(`opinion-${randomUUID()}`, 'none', some);
}

async function fill(log: EventLog, say: Bench['say']): Promise<void> {
  for (let done = 0; done < events; done += 20 * eventsInAppend) {
    say(`proof: ${done.toLocaleString('en-US')} events`);
    await Promise.all(Array.from({ length: 20 }, () => append(log, eventsInAppend)));
  }
}
