import { parseEvent } from '#contracts/events';
import type { Moment } from '#contracts/shared/moment';
import { checkChain } from '#platform/log-integrity/check-chain';

import { collectDifferences, differencesBetween } from '#platform/projections/differences';
import { writerLease } from '#platform/projections/leases';
import type { LeftOut } from '#projections/moderation/leaving-out';
import type { ReadModel } from '#projections/rule';
import { fill, fillAndSwap, openReplays, type Replay } from '#platform/projections/replay';
import {
  modelNames,
  modelsNamed,
  momentOf,
  requirePast,
  withAllStores,
  withLog,
  type CommandStores,
} from './command-line.ts';
import type { CliContext } from '../terminal.ts';
import { UsageError, parseOptions, withUsage } from '../usage.ts';
import { exitCodes, type ExitCode } from '../with-stores.ts';
import { printOtherwise, type Otherwise } from './otherwise.ts';
import { counted, countsText, differenceLines, number, progressLine } from './print.ts';

export const replayUsage = `Usage: npm run replay -- --model NAME|all [--to MOMENT] [--diff]
       npm run replay -- [--from MOMENT] [--to MOMENT] [--without-actor ID | --without-batch ID | --without-entity ID]
                         [--model NAME|all] [--json] [--summary] [--diff] [--entity ID]

Rebuilds read models from the event log, beside the ones that are being served, and puts the new ones in their
place when they have caught up. It works while the server runs: the server continues with the new ones.

  --model   ${modelNames}, or all of them
  --to      stop after the event at this position, or before the first event that is later than this ISO 8601 time;
            replaces nothing, only shows the differences from the stored ones
  --diff    show the differences and replace nothing

A + stands before a document that would appear, a - before one that would vanish, a ~ before one that would change.

With --from, --summary, --json, --entity or --without-...: compares what the public would see, and replaces nothing. The
log is folded into temporary read models, which takes no lease. Nothing is written to the stores.

  --from            compares the guide at this moment with the guide at --to (each by default: now)
  --without-actor   leaves out the events of this person, or of \`system\`
  --without-batch   leaves out the events of this batch of decisions
  --without-entity  leaves out the events of this city, location, photo or edit
                    Events that depend on these, such as the approval of a submission that is left out, are left out
                    too. With --from, only events after that moment are left out. Whether other people would still have
                    had the rights to do what they did is not checked.
  --summary         how many public places, cities and photos would be missing, added or different, with their names
  --json            {"gone":[{"entityType","id","name"}],"come":[...],"changed":[...]}, and nothing else on stdout
  --diff            the documents of the read models instead, unless --summary or --json is given too
  --entity          only this entity and its contents; with --diff documents whose id contains it

DATA_DIR, EVENTSTOREDB_URL, MONGODB_URL and STREAM_PREFIX mean what they mean to the server.`;

const mostShown = 50; // documents of each model

interface Wanted {
  readonly models: readonly ReadModel[];
  readonly until: Moment | undefined;
  readonly diff: boolean;
}

/** Runs `replay` and returns its exit code. */
export const replayCommand = (args: readonly string[], context: CliContext): Promise<ExitCode> =>
  withUsage(args, context, replayUsage, async () => {
    const { otherwise, ...wanted } = parse(args);
    if (otherwise === undefined) return withAllStores(context, (stores) => replay(wanted, stores, context));
    return withLog(context, (log) => printOtherwise(otherwise, log, context));
  });

async function replay(
  { models, until, diff }: Wanted,
  stores: CommandStores,
  context: CliContext,
): Promise<ExitCode> {
  if (until !== undefined) await requirePast(until, stores.log, context.now());
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

/** Reports a replayed log that differs from the recorded one. A replay does not repair that. */
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
  const isWritten = await store.isLeased(writerLease(declaration));
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
    differencesBetween(replay.model, live, replay.generation),
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
function parse(args: readonly string[]): Wanted & { readonly otherwise: Otherwise | undefined } {
  const {
    model,
    to,
    from,
    diff = false,
    summary = false,
    json = false,
    entity,
    ...options
  } = optionsOf(args);
  const without = leftOutOf(options);
  const until = momentOf('--to', to);
  const compares = [from, entity, without].some((each) => each !== undefined) || summary || json;
  if (model === undefined && !compares) throw new UsageError('--model is missing.');
  const models = modelsNamed(model ?? 'all');
  const otherwise = {
    models,
    from: momentOf('--from', from),
    to: until,
    without,
    entity,
    prints: json ? ('json' as const) : summary || !diff ? ('summary' as const) : ('diff' as const),
  };
  return { models, until, diff, otherwise: compares ? otherwise : undefined };
}

/** @throws UsageError if there is more than one, or an empty id */
function leftOutOf(options: {
  readonly 'without-actor'?: string;
  readonly 'without-batch'?: string;
  readonly 'without-entity'?: string;
}): LeftOut | undefined {
  const given = (['actor', 'batch', 'entity'] as const).flatMap((by) => {
    const id = options[`without-${by}`];
    return id === undefined ? [] : [{ by, id }];
  });
  const [first, ...more] = given;
  if (more.length > 0)
    throw new UsageError('Use only one of --without-actor, --without-batch and --without-entity.');
  if (first?.id === '') throw new UsageError(`--without-${first.by} takes an id.`);
  return first;
}

function optionsOf(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  return parseOptions({
    args: [...args],
    options: {
      model: text,
      to: text,
      from: text,
      entity: text,
      'without-actor': text,
      'without-batch': text,
      'without-entity': text,
      diff: flag,
      summary: flag,
      json: flag,
    },
  }).values;
}
