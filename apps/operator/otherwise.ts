import { parseEvent, type Recorded, streamOf } from '#contracts/events';
import { isAfter, type Moment } from '#contracts/shared/moment';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import { createClosers, type Closers } from '#platform/concurrency/closers';
import type { EventLog } from '#platform/event-log/index';
import { collectDifferences, differencesBetween, type Difference } from '#platform/projections/differences';
import { fill, openReplays, type Replay } from '#platform/projections/replay';
import { createLeavingOut, isNamed, type LeftOut } from '#projections/moderation/leaving-out';
import {
  publicDifferences,
  type ComparedPublic,
  type PublicEntity,
} from '#projections/moderation/public-differences';
import { places } from '#projections/places';
import type { ReadModel } from '#projections/rule';

import { StartError } from '../stores.ts';
import { type ExitCode, exitCodes } from '../with-stores.ts';
import { openTemporaryStore, requirePast } from './command-line.ts';
import type { CliContext } from '../terminal.ts';
import { counted, countsText, differenceLines, number, progressLine } from './print.ts';

/** What is compared, and how it is printed: the guide at one moment, and at another moment or without some events. */
export interface Otherwise {
  readonly models: readonly ReadModel[];
  readonly from: Moment | undefined;
  readonly to: Moment | undefined;
  /** Events after `from` to leave out. Without it, the guide at `from` is compared with the guide at `to`. */
  readonly without: LeftOut | undefined;
  /** Only this entity and its contents. */
  readonly entity: string | undefined;
  readonly prints: 'diff' | 'json' | 'summary';
}

const mostShown = 50; // documents of each model, and names

/**
 * Folds the log twice into temporary read models, prints how they differ, and returns the exit code. Writes to no store.
 * @throws StartError for a moment after the end of the log, and if the log has no event of what is left out
 */
export async function printOtherwise(
  otherwise: Otherwise,
  log: EventLog,
  context: CliContext,
): Promise<ExitCode> {
  await using closers = createClosers();
  const { models, prints, entity, from, to } = otherwise;
  for (const moment of [from, to]) if (moment !== undefined) await requirePast(moment, log, context.now());
  if (entity !== undefined && prints !== 'diff' && !(await isInLog(entity, log))) {
    context.printStatus(`The log has no city, location or photo ${entity}.`);
    return exitCodes.failed;
  }
  const folded = prints === 'diff' ? models : [places];
  const [one, other] = [await openCopies(folded, log, closers), await openCopies(folded, log, closers)];
  await fillBoth(otherwise, [one, other], log, context);
  if (prints === 'diff') {
    for (const [at, replay] of one.entries()) {
      const generation = other[at]?.generation;
      if (generation !== undefined) await printDocuments(replay, generation, entity, context);
    }
    return exitCodes.done;
  }
  const [before, after] = [generationOf(one), generationOf(other)];
  const differences = await publicDifferences(before, after, entity);
  if (prints === 'summary') for (const line of summaryLines(differences)) context.print(line);
  else {
    const { gone, come, changed } = differences;
    context.print(JSON.stringify({ gone, come, changed }));
  }
  return exitCodes.done;
}

/** Whether the log has a city, location or photo with this id. */
async function isInLog(id: string, log: EventLog): Promise<boolean> {
  for (const kind of [streamOf.city, streamOf.location, streamOf.photo])
    for await (const _event of log.readStream(kind(id), { limit: 1 })) return true;
  return false;
}

async function openCopies(
  models: readonly ReadModel[],
  log: EventLog,
  closers: Closers,
): Promise<readonly Replay[]> {
  const store = await openTemporaryStore(closers);
  return closers.add(await openReplays(models, { log, store })).replays;
}

function generationOf(replays: readonly Replay[]): Replay['generation'] {
  const replay = replays.find(({ model }) => model === places);
  if (replay === undefined) throw new Error('places was not folded');
  return replay.generation;
}

async function fillBoth(
  { from, to, without }: Otherwise,
  [one, other]: readonly [readonly Replay[], readonly Replay[]],
  log: EventLog,
  { printStatus, progress }: CliContext,
): Promise<void> {
  const shared = { log, parse: parseEvent, onProgress: progressLine('the public guide', progress, Date.now) };
  if (without === undefined) {
    await fill({ ...shared, replays: one, until: from });
    await fill({ ...shared, replays: other, until: to });
    return;
  }
  const left = createLeft(without, from);
  const replays = [...one, ...left.applyingTo(other)];
  await fill({ ...shared, replays, until: to });
  if (!left.isInLog()) throw new StartError(`The log has no event of ${without.by} ${without.id}.`);
  printStatus(left.text());
}

/**
 * Filters the events for the second guide, each batch once for all of its read models, and counts the events left out.
 */
function createLeft(without: LeftOut, from: Moment | undefined) {
  const fateOf = createLeavingOut(without, (event) => from === undefined || isAfter(event, from));
  let isInLog = false;
  let named = 0;
  const following = new Map<string, number>();
  let filtered: { readonly batch: readonly RecordedEvent[]; readonly kept: readonly RecordedEvent[] } = {
    batch: [],
    kept: [],
  };
  const keptOf = (batch: readonly RecordedEvent[]): readonly RecordedEvent[] => {
    if (filtered.batch === batch) return filtered.kept;
    // The cast: `fill` has parsed the events with this guide's own parser.
    const kept = (batch as readonly Recorded[]).filter((event) => {
      isInLog ||= isNamed(event, without);
      const fate = fateOf(event);
      if (fate === 'left-out') named += 1;
      if (fate === 'following') following.set(event.type, (following.get(event.type) ?? 0) + 1);
      return fate === 'kept';
    });
    filtered = { batch, kept };
    return kept;
  };
  return {
    /** Whether an event that was read is named, also if it is not left out because it came before `from`. */
    isInLog: () => isInLog,
    applyingTo: (replays: readonly Replay[]): Replay[] =>
      replays.map((replay) => ({ ...replay, apply: (batch) => replay.apply(keptOf(batch)) })),
    text(): string {
      const name = `${without.by} ${without.id}`;
      if (named === 0) return `The log has no event of ${name} there.`;
      const types = [...following].map(([type, count]) => `${number(count)} ${type}`);
      const sum = [...following.values()].reduce((all, count) => all + count, 0);
      const rest = sum === 0 ? '' : `, and ${number(sum)} that depend on them: ${types.join(', ')}`;
      return `Left out: ${counted(named, 'event')} of ${name}${rest}.`;
    },
  };
}

async function printDocuments(
  replay: Replay,
  other: Replay['generation'],
  entity: string | undefined,
  { print }: CliContext,
): Promise<void> {
  const { model, generation } = replay;
  const { name } = model.declaration;
  const all = differencesBetween(model, generation, other);
  const differences = await collectDifferences(entity === undefined ? all : about(entity, all), mostShown);
  print(`${name}, replayed to ${replay.position()}: ${countsText(differences)}`);
  for (const line of differenceLines(name, differences)) print(line);
}

/** The differences of documents whose id names the entity. */
async function* about(entity: string, differences: AsyncIterable<Difference>): AsyncIterable<Difference> {
  for await (const difference of differences) if (difference.id.includes(entity)) yield difference;
}

const kinds = [
  ['location', 'place'],
  ['city', 'city'],
  ['photo', 'photo'],
] as const;
const plurals = { place: 'places', city: 'cities', photo: 'photos' } as const;

/** Lines such as `Of 1,204 public places 37 would not be there: …`. */
function* summaryLines({ before, gone, come, changed }: ComparedPublic): Iterable<string> {
  for (const [type, word] of kinds) {
    const of = (list: readonly PublicEntity[]) => list.filter(({ entityType }) => entityType === type);
    const [lost, won, other] = [of(gone), of(come), of(changed)];
    const said = (list: readonly PublicEntity[]) =>
      `${number(list.length)} ${list.length === 1 ? word : plurals[word]}`;
    yield `Of ${number(before[type])} public ${before[type] === 1 ? word : plurals[word]} ${number(lost.length)} would not be there${namesText(lost)}`;
    if (won.length > 0) yield `${said(won)} more would be there${namesText(won)}`;
    if (other.length > 0) yield `${said(other)} would be different${namesText(other)}`;
  }
}

function namesText(entities: readonly PublicEntity[]): string {
  if (entities.length === 0) return '.';
  const names = entities.slice(0, mostShown).map(({ name }) => name);
  const more = entities.length - names.length;
  // Not by commas, which names contain.
  return `: ${names.join('; ')}${more > 0 ? ` … and ${number(more)} more` : ''}`;
}
