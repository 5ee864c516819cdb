import { parseArgs } from 'node:util';

import { parseEvent } from '#contracts/events';
import { parseMoment, type Moment } from '#contracts/shared/moment';
import { checkChain } from '#platform/log-integrity/check-chain';

import { collectDifferences, differencesBetween } from '#platform/projections/differences';
import { writerLease } from '#platform/projections/leases';
import type { ReadModel } from '#projections/rule';
import { fill, fillAndSwap, isBeingWritten, openReplays, type Replay } from '#platform/projections/replay';
import {
  modelNames,
  modelsNamed,
  UsageError,
  runCommand,
  type CommandStores,
  type CliContext,
} from './command-line.ts';
import { exitCodes, type ExitCode } from '../with-stores.ts';
import { countsText, differenceLines } from './print.ts';
import { counted, number, progressLine } from './progress-line.ts';

export const replayUsage = `Usage: npm run replay -- --model NAME|all [--to POSITION|TIME] [--diff]

Rebuilds read models from the event log, beside the ones that are being served, and puts the new ones in their
place when they have caught up. It works while the server runs: the server continues with the new ones.

  --model   ${modelNames}, or all of them
  --to      stop after the event at this position, or before the first event that is later than this ISO 8601 time;
            replaces nothing, only shows the differences from the stored ones
  --diff    show the differences and replace nothing

A + stands before a document that would appear, a - before one that would vanish, a ~ before one that would change.
DATA_DIR, EVENTSTOREDB_URL, MONGODB_URL and STREAM_PREFIX mean what they mean to the server.`;

const mostShown = 50; // documents of each model

interface Wanted {
  readonly models: readonly ReadModel[];
  readonly until: Moment | undefined;
  readonly diff: boolean;
}

/** Runs `replay` and returns its exit code. */
export async function replayCommand(args: readonly string[], context: CliContext): Promise<ExitCode> {
  return runCommand(args, context, replayUsage, (stores) => replay(parse(args), stores, context));
}

async function replay(
  { models, until, diff }: Wanted,
  stores: CommandStores,
  context: CliContext,
): Promise<ExitCode> {
  await using opened = await openReplays(models, stores);
  const { replays } = opened;
  const names = models.map(({ declaration }) => declaration.name).join(', ');
  const onProgress = progressLine(names, context.progress, Date.now);
  if (!diff && until === undefined) {
    for (const model of models) await tellWhoWrites(model, stores, context);
    const events = await fillAndSwap({ ...stores, parse: parseEvent, replays, onProgress });
    for (const each of replays) context.print(`${nameOf(each)}: rebuilt, now at position ${each.position()}`);
    context.printStatus(`${counted(events, 'event')} replayed.`);
    return await compareChain(stores, context);
  }
  await fill({ ...stores, parse: parseEvent, replays, until, onProgress });
  for (const each of replays) await printDifferences(each, stores, context);
  return await compareChain(stores, context);
}

/** Reports when the replayed log is not the one that was recorded. A replay does not repair that. */
async function compareChain(
  { log, records }: CommandStores,
  { print, printStatus }: CliContext,
): Promise<ExitCode> {
  const { flaws, moreFlaws } = await checkChain({ log, records });
  if (flaws.length === 0) return exitCodes.done;
  for (const flaw of flaws) print(`log: ${flaw}`);
  if (moreFlaws > 0) print(`log: … and ${number(moreFlaws)} more places`);
  printStatus('The replayed log differs from what was recorded.');
  return exitCodes.failed;
}

async function tellWhoWrites(
  { declaration }: ReadModel,
  { store }: CommandStores,
  { printStatus }: CliContext,
): Promise<void> {
  const isWritten = await isBeingWritten(store, writerLease(declaration));
  printStatus(
    isWritten
      ? `${declaration.name}: a running server keeps it up to date; it will continue with the new copy.`
      : `${declaration.name}: no server is running; the next one will continue with the new copy.`,
  );
}

async function printDifferences(
  replay: Replay,
  { store }: CommandStores,
  { print }: CliContext,
): Promise<void> {
  const live = await store.reader(replay.model.declaration);
  const stored = await live.checkpoint();
  const differences = await collectDifferences(
    differencesBetween(replay.model, live, replay.copy),
    mostShown,
  );
  print(
    `${nameOf(replay)}: stored at position ${stored?.position ?? 0n}, replayed to ${replay.position()}: ` +
      countsText(differences),
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

function untilOf(text: string): Moment {
  const moment = parseMoment(text);
  if (moment !== undefined) return moment;
  throw new UsageError(
    `--to takes a position (1234) or a time with its zone (2026-03-01T12:00:00Z, or a day in UTC), not ${text}.`,
  );
}
