import { createServer } from 'node:net';
import { once } from 'node:events';

import pino from 'pino';

import { parseEvent } from '#contracts/events';
import type { Moment } from '#contracts/shared/moment';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import { asItWas } from '#contracts/shared/texts';
import type { Closers } from '#platform/concurrency/closers';
import type { EventLog } from '#platform/event-log/index';
import { listen } from '#platform/gateway/gateway';
import { sharedMiddleware } from '#platform/http/shared-middleware';
import { readSigningKey } from '#platform/log-integrity/signing-key';
import { createLogTree } from '#platform/log-integrity/log-tree';
import { fill, openReplays, type Replay } from '#platform/projections/replay';
import { search } from '#projections/location/search';
import { places } from '#projections/places';
import { createAsItWasHandler } from '#query-service/http/read-only';

import { addGateway, addQueryService } from '../compose.ts';
import { readConfig } from '../config.ts';
import { openStoresToRead, requireDataDir, StartError } from '../stores.ts';
import { exitCodes, withStores, type ExitCode } from '../with-stores.ts';
import { momentOf, openTemporaryStore, requirePast } from './command-line.ts';
import type { CliContext } from '../terminal.ts';
import { parseOptions, UsageError, withUsage } from '../usage.ts';
import { progressLine } from './print.ts';

export const asOfUsage = `Usage: npm run as-of -- TIME|POSITION [--port N]

Shows the whole guide as the public saw it at a moment: a time with its zone (2026-03-01T12:00:00Z, or a day in UTC), or
right after the event at a position. It listens on 127.0.0.1 alone, on a port of its own, beside the server, until Ctrl-C.
Nobody can sign in or change anything, nothing is written to any store, and no lease is taken. Its read models are in a
temporary folder, which is removed at the end. Names of people are those of today.

  --port  where it listens; by default a free port

Pictures that were removed for ever are missing; those that were deleted later show while they are stored.
DATA_DIR, EVENTSTOREDB_URL, MONGODB_URL and STREAM_PREFIX mean what they mean to the server.`;

export interface AsOfDeps extends CliContext {
  /** Ends the command. */
  readonly signal: AbortSignal;
  /** The folder of the built web client; by default beside the built server. */
  readonly pages?: string;
}

/** Runs `as-of` until the signal, and returns its exit code. */
export const asOfCommand = (args: readonly string[], deps: AsOfDeps): Promise<ExitCode> =>
  withUsage(args, deps, asOfUsage, () => {
    const wanted = parse(args);
    return untilAborted(deps.signal, () =>
      withStores(
        (closers) => serve(wanted, deps, closers),
        deps.printStatus,
        async ({ origin, sentence }) => {
          deps.printStatus(`${sentence} Ctrl-C ends it.`);
          deps.print(origin);
          if (!deps.signal.aborted) await once(deps.signal, 'abort');
          return exitCodes.done;
        },
      ),
    );
  });

/** Ctrl-C during the reading is not a failure. */
async function untilAborted(signal: AbortSignal, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) throw error;
    return exitCodes.done;
  }
}

interface Wanted {
  readonly moment: Moment;
  /** The text as typed. */
  readonly text: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** @throws UsageError */
function parse(args: readonly string[]): Wanted {
  const { positionals, values } = parseOptions({
    args: [...args],
    options: { port: { type: 'string' } },
    allowPositionals: true,
  });
  const [text, ...more] = positionals;
  const moment = momentOf('as-of', text);
  if (text === undefined || moment === undefined || more.length > 0)
    throw new UsageError('One TIME or POSITION is needed.');
  const { port = '0' } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError('--port takes a number to 65535.');
  return { moment, text, port: Number(port) };
}

/** The models from which public responses are made. The others stay empty, because nobody can sign in. */
const shown = [places, search];

async function serve(wanted: Wanted, deps: AsOfDeps, closers: Closers) {
  const { printStatus, env, pages } = deps;
  const given = readConfig(env);
  requireDataDir(given);
  const { log, records: known, photos } = await openStoresToRead(given, { warn: printStatus }, closers);
  // Nobody is signed in. A browser also sends the cookies of the server beside it, which has the same host name.
  const records = { ...known, signedIn: async () => undefined };
  await requirePast(wanted.moment, log, deps.now());
  const readStore = await openTemporaryStore(closers);
  const { replays } = closers.add(await openReplays(shown, { log, store: readStore }));
  const last = await fillTo(wanted.moment, log, replays, deps);
  if (last === undefined) throw new StartError('The guide was still empty then.');
  const { position } = last;
  for (const replay of replays) await replay.swap();

  const time = timeText(wanted, last.metadata.time);
  const sentence = asItWas(time);
  const port = wanted.port === 0 ? await freePort() : wanted.port;
  const publicOrigin = `http://127.0.0.1:${port}`;
  const config = { ...given, host: '127.0.0.1', port, publicOrigin, trustProxy: 0 };
  const logger = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }));
  // The clock of the guide starts at the moment and continues from there.
  const [then, started] = [
    'time' in wanted.moment ? wanted.moment.time.getTime() : Date.parse(time),
    Date.now(),
  ];
  const clock = () => then + Date.now() - started;
  const context = {
    config,
    logger,
    closers,
    clock,
    stores: { log: { ...log, head: async () => position }, readStore, records, photos },
    tree: createLogTree(log, records),
    key: await readSigningKey(records),
    headAtStart: 0n,
    clockWarning: () => undefined,
    middleware: sharedMiddleware({ logger, records, adminEmail: given.adminEmail, publicOrigin, clock }),
  };
  const query = await addQueryService(context, { pages, notice: sentence, stopped: async () => undefined });
  const command = createAsItWasHandler(context.middleware, sentence);
  const { server, live, prepared } = addGateway(context, { command, query });
  query.attachLive(live);
  await listen(server, config);
  prepared();
  return { origin: publicOrigin, sentence };
}

/** Fills the copies, and returns the last event in them. */
async function fillTo(
  until: Moment,
  log: EventLog,
  replays: readonly Replay[],
  { progress, signal }: AsOfDeps,
): Promise<RecordedEvent | undefined> {
  let last: RecordedEvent | undefined;
  const noting = replays.map((replay) => ({
    ...replay,
    async apply(events: readonly RecordedEvent[]) {
      await replay.apply(events);
      last = events.at(-1) ?? last;
    },
  }));
  const onProgress = progressLine('the guide as it was', progress, Date.now);
  await fill({ log, parse: parseEvent, replays: noting, until, onProgress, signal });
  return last;
}

/** ISO 8601 in UTC; the typed text if it has this form; for a position, the time of the last event. */
function timeText({ moment, text }: Wanted, ofLast: string): string {
  if ('position' in moment) return ofLast;
  return text.endsWith('Z') ? text : moment.time.toISOString();
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
