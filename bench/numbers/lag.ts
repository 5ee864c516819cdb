import { randomUUID } from 'node:crypto';

import { parseEvent } from '#contracts/events';
import type { EventLog, NewEvent } from '#platform/event-log/index';
import { readModels } from '#projections/read-models';
import { createProjections } from '#platform/projections/runner';

import type { Bench } from '../bench.ts';
import { quietLogger } from '../quiet-logger.ts';
import { createRandom } from '../random.ts';
import { ms, type Row } from '../report.ts';
import type { Pair } from '../servers.ts';
import { median, percentile } from '../statistics.ts';
import { cityTexts } from '../texts.ts';

const appends = 300;
/** Warm-up events, which are not counted. */
const warmUp = 50;

/** From an append's answer until every read model holds its event, one after the other. */
export async function lag(bench: Bench): Promise<Row[]> {
  const { embedded, configured } = bench.servers;
  const rows = [await lagOf(bench, embedded)];
  if (configured !== undefined) rows.push(await lagOf(bench, configured));
  return rows;
}

async function lagOf(bench: Bench, pair: Pair): Promise<Row> {
  const folder = await bench.folder('lag');
  await using log = await pair.openLog(folder);
  await using store = await pair.openReadStore(folder);
  await using projections = await createProjections({
    log,
    store,
    models: readModels,
    parse: parseEvent,
    logger: quietLogger,
  });
  await projections.caughtUp();
  const random = createRandom(9);
  const appending: number[] = [];
  const lagging: number[] = [];
  for (let number = 0; number < appends; number += 1) {
    if (number % 10 === 0) bench.say(`lag, ${pair.log}: ${number} of ${appends}`);
    const started = performance.now();
    const { position } = await submitCity(log, cityTexts(random, number));
    const appended = performance.now();
    await projections.caughtUp(position);
    appending.push(appended - started);
    lagging.push(performance.now() - appended);
  }
  const [taken, lags] = [appending.slice(warmUp), lagging.slice(warmUp)];
  return {
    number: `lag from append to read models, ${pair.log} to ${pair.readStore}`,
    ours: `p50 ${ms(median(lags))}, p99 ${ms(percentile(lags, 0.99))}`,
    floor: `p50 ${ms(median(taken))}, p99 ${ms(percentile(taken, 0.99))} the append`,
    ratio: '',
    design: '',
  };
}

function submitCity(log: EventLog, texts: ReturnType<typeof cityTexts>) {
  const [cityId, actor] = [randomUUID(), randomUUID()];
  const metadata = { time: new Date().toISOString(), actor, correlationId: actor, causationId: actor };
  const submitted: NewEvent = {
    id: randomUUID(),
    event: { type: 'city-submitted.v1', data: { cityId, ...texts } },
    metadata,
  };
  return log.append(`city-${cityId}`, 'none', [submitted]);
}
