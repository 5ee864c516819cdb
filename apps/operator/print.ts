import type { RecordedEvent } from '#contracts/shared/recorded-event';
import { type DiffPart, diffWords } from '#contracts/shared/word-diff';
import type { CollectedDifferences, Difference } from '#platform/projections/differences';
import type { FillProgress } from '#platform/projections/replay';

/** Values that together have more characters than this are compared word by word. */
const longest = 100;
/** The most characters shown of removed or added words. No field is that long, but a document may be. */
const most = 10_000;
/** The most characters shown of equal words on each side of a difference. */
const context = 30;

/** As JSON, with words separated by spaces; a dash for undefined. */
const valueText = (value: unknown): string =>
  value === undefined ? '–' : typeof value === 'object' ? spaced(value) : JSON.stringify(value);
const spaced = (value: object | null): string =>
  value === null ? 'null' : JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');

/** `"Rome" → "Roma"`, or for longer values the removed and added words: `…at [-dawn.-]{+dusk.+}`. */
export function changeText(from: unknown, to: unknown): string {
  const [before, after] = [valueText(from), valueText(to)];
  if (before.length + after.length <= longest || from === undefined || to === undefined) {
    return `${before} → ${after}`;
  }
  const parts = diffWords(before, after);
  return parts.map((part, index) => partText(part, index === 0, index === parts.length - 1)).join('');
}

function partText({ kind, text }: DiffPart, isFirst: boolean, isLast: boolean): string {
  const words = text.trimEnd();
  const shown =
    words.length <= most ? words : `${words.slice(0, most)}… (${number(words.length)} characters)`;
  const space = isLast ? '' : text.slice(words.length);
  if (kind === 'removed') return `[-${shown}-]${space}`;
  if (kind === 'added') return `{+${shown}+}${space}`;
  if (text.length <= 2 * context) return text;
  const start = isFirst ? '' : text.slice(0, context);
  const end = isLast ? '' : text.slice(-context);
  return `${start}…${end}`;
}

export const countsText = ({ appears, vanishes, changes }: CollectedDifferences): string =>
  [
    `${number(appears)} would appear`,
    `${number(vanishes)} would vanish`,
    `${number(changes)} would change`,
  ].join(', ');

const signs = { appears: '+', vanishes: '-', changes: '~' } as const;

export function* differenceLines(model: string, differences: CollectedDifferences): Iterable<string> {
  for (const difference of differences.shown) yield* linesOf(model, difference);
  const all = differences.appears + differences.vanishes + differences.changes;
  const more = all - differences.shown.length;
  if (more > 0) yield `  … and ${number(more)} more`;
}

function* linesOf(model: string, { collection, id, kind, fields }: Difference): Iterable<string> {
  yield `  ${signs[kind]} ${model}/${collection} ${id}`;
  for (const { field, from, to } of fields) yield `      ${field}: ${changeText(from, to)}`;
}

/** Names of people, cities and places by id; they are printed beside the ids. */
export type Names = ReadonlyMap<string, string>;

/** One event in full: time, type, actor, changed values, reason, and the ids of its request and cause. */
export function* eventLines(event: RecordedEvent, names: Names): Iterable<string> {
  const { position, type, revision, stream, metadata, data, id } = event;
  const { actor, correlationId, causationId, cascadeId, seen } = metadata;
  yield `${position}  ${metadata.time}  ${type}  by ${actor}${besides(actor, names)}`;
  for (const [field, text] of contentOf(data, names)) yield row(field, text);
  if (seen !== undefined) yield row('decided on', `revision ${seen}`);
  yield row('event', `${id} (${stream}, revision ${revision})`);
  yield row('correlation', correlationId);
  yield row('causation', causationId);
  if (cascadeId !== undefined) yield row('cascade', cascadeId);
}

/** The ids in an event that may have a name. */
export const idsIn = ({ metadata, data }: RecordedEvent): readonly string[] => {
  const changed = Object.values(changesOf(data)).flatMap(({ from, to }) => [from, to]);
  const fields: unknown[] = data instanceof Object ? Object.values(data) : [];
  return [metadata.actor, ...fields, ...changed].filter((value) => typeof value === 'string');
};

const besides = (id: unknown, names: Names): string => {
  const name = typeof id === 'string' ? names.get(id) : undefined;
  return name === undefined ? '' : ` (${name})`;
};

/** Two columns; the longest name is `bestTimeToVisit`. */
const row = (name: string, text: string): string => `    ${name.padEnd(16)} ${text}`;

function* contentOf(data: unknown, names: Names): Iterable<readonly [field: string, text: string]> {
  const named = (value: unknown): string => `${valueText(value)}${besides(value, names)}`;
  for (const [field, value] of Object.entries(data ?? {})) {
    if (field !== 'changes') yield [field, named(value)];
  }
  for (const [field, { from, to }] of Object.entries(changesOf(data))) {
    const isId = besides(from, names) !== '' || besides(to, names) !== '';
    yield [field, isId ? `${named(from)} → ${named(to)}` : changeText(from, to)];
  }
}

type Change = { readonly from?: unknown; readonly to?: unknown };

/** The fields that an event changes. Events of every release are printed, so nothing is parsed. */
export const changesOf = (data: unknown): Readonly<Record<string, Change>> =>
  data instanceof Object && 'changes' in data ? (data.changes as Record<string, Change>) : {};

const often = 200; // milliseconds

/** Prints the progress of a replay at most five times a second: percentage, events, rate. `now` in milliseconds. */
export function progressLine(
  name: string,
  print: (line: string) => void,
  now: () => number,
): (progress: FillProgress) => void {
  const began = now();
  let lastShown = began;
  return ({ position, head, events }) => {
    const time = now();
    const isDone = position >= head;
    if (!isDone && time - lastShown < often) return;
    lastShown = time;
    const percent = head === 0n ? 100 : Math.min(100, Number((position * 100n) / head));
    const rate = Math.round(events / Math.max((time - began) / 1000, 0.001));
    print(`${percent} %, ${number(events)} events, ${number(rate)}/s: ${name}`);
  };
}

export const number = (value: number | bigint): string => value.toLocaleString('en-US');

/** `1 event`, `2 events`. */
export const counted = (count: number, one: string): string =>
  `${number(count)} ${one}${count === 1 ? '' : 's'}`;
