import { parseArgs } from 'node:util';

import { collect, differencesBetween } from '../differences.ts';
import { writerLease } from '../leases.ts';
import type { ReadModel } from '../read-models/rule.ts';
import { fill, fillAndSwap, isBeingWritten, openReplays, type Replay, type Until } from '../replay.ts';
import {
  exitCodes,
  modelNames,
  modelsNamed,
  UsageError,
  withStores,
  type ExitCode,
  type Stores,
  type Surroundings,
} from './command-line.ts';
import { countsText, differenceLines } from './print.ts';
import { counted, progressLine } from './progress-line.ts';

export const replayUsage = `Usage: npm run replay -- --model NAME|all [--to POSITION|TIME] [--diff]

Builds read models anew from the event log, beside the ones that are being served, and puts the new ones in their
place when they have caught up. It works while the server runs: that goes on from the new ones.

  --model   ${modelNames}, or all of them
  --to      stop after the event at this position, or before the first event that is later than this ISO 8601 time;
            nothing is replaced, only the differences from what is stored are shown
  --diff    show the differences and replace nothing

A + stands before a document that would appear, a - before one that would vanish, a ~ before one that would change.
DATA_DIR, EVENTSTOREDB_URL, MONGODB_URL and STREAM_PREFIX mean what they mean to the server.`;

const mostShown = 50; // documents of each model

interface Wanted {
  readonly models: readonly ReadModel[];
  readonly until: Until | undefined;
  readonly diff: boolean;
}

/** Carries out `replay` and gives its exit code. */
export async function replayCommand(args: readonly string[], around: Surroundings): Promise<ExitCode> {
  if (args.includes('--help')) {
    around.print(replayUsage);
    return exitCodes.done;
  }
  return withStores(around, replayUsage, (stores) => replay(parse(args), stores, around));
}

async function replay(
  { models, until, diff }: Wanted,
  stores: Stores,
  around: Surroundings,
): Promise<ExitCode> {
  await using opened = await openReplays(models, stores);
  const { replays } = opened;
  const names = models.map(({ declaration }) => declaration.name).join(', ');
  const onProgress = progressLine(names, around.progress, Date.now);
  if (!diff && until === undefined) {
    for (const model of models) await tellWhoWrites(model, stores, around);
    const events = await fillAndSwap({ ...stores, replays, onProgress });
    for (const each of replays) around.print(`${nameOf(each)}: rebuilt, now at position ${each.position()}`);
    around.tell(`${counted(events, 'event')} replayed.`);
    return exitCodes.done;
  }
  await fill({ ...stores, replays, until, onProgress });
  for (const each of replays) await printDifferences(each, stores, around);
  return exitCodes.done;
}

async function tellWhoWrites(
  { declaration }: ReadModel,
  { store }: Stores,
  { tell }: Surroundings,
): Promise<void> {
  const isWritten = await isBeingWritten(store, writerLease(declaration));
  tell(
    isWritten
      ? `${declaration.name}: a running server keeps it up to date; it will go on from the new copy.`
      : `${declaration.name}: no server is running; the next one will go on from the new copy.`,
  );
}

async function printDifferences(replay: Replay, { store }: Stores, { print }: Surroundings): Promise<void> {
  const live = await store.reader(replay.model.declaration);
  const stored = await live.checkpoint();
  const differences = await collect(differencesBetween(replay.model, live, replay.copy), mostShown);
  print(
    `${nameOf(replay)}: stored at position ${stored?.position ?? 0n}, replayed to ${replay.position()}: ` +
      `${countsText(differences)}`,
  );
  for (const line of differenceLines(nameOf(replay), differences)) print(line);
}

const nameOf = ({ model }: Replay): string => model.declaration.name;

/** @throws UsageError */
function parse(args: readonly string[]): Wanted {
  const { model, to, diff = false } = optionsOf(args);
  if (model === undefined) throw new UsageError('--model is missing.');
  return { models: modelsNamed(model), until: to === undefined ? undefined : untilOf(to), diff };
}

function optionsOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { model: { type: 'string' }, to: { type: 'string' }, diff: { type: 'boolean' } },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

function untilOf(text: string): Until {
  if (/^\d{1,19}$/.test(text)) return { position: BigInt(text) };
  const time = new Date(text);
  if (isoTime.test(text) && !Number.isNaN(time.getTime())) return { time };
  throw new UsageError(
    `--to takes a position (1234) or a time with its zone (2026-03-01T12:00:00Z, or a day in UTC), not ${text}.`,
  );
}
