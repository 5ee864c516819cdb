import type { RawRecordedEvent } from '#contracts/events/index';

import type { CollectedDifferences, Difference } from '#projections/differences';
import { number } from './progress-line.ts';

const longest = 100; // characters of a value

/** As JSON, shortened; a dash for undefined. */
function valueText(value: unknown): string {
  if (value === undefined) return '–';
  const text = JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
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
  for (const { field, from, to } of fields) yield `      ${field}: ${valueText(from)} → ${valueText(to)}`;
}

/** One event in full: time, type, actor, changed values, reason, and the ids of its request and cause. */
export function* eventLines(event: RawRecordedEvent): Iterable<string> {
  const { position, type, revision, stream, metadata, data, id } = event;
  yield `${position}  ${metadata.time}  ${type}  by ${metadata.actor}`;
  for (const [field, text] of contentOf(data)) yield row(field, text);
  yield row('event', `${id} (${stream}, revision ${revision})`);
  yield row('correlation', metadata.correlationId);
  yield row('causation', metadata.causationId);
  if (metadata.cascadeId !== undefined) yield row('cascade', metadata.cascadeId);
}

/** In two columns; the longest name is `bestTimeToVisit`. */
const row = (name: string, text: string): string => `    ${name.padEnd(16)} ${text}`;

function* contentOf(data: unknown): Iterable<readonly [field: string, text: string]> {
  if (typeof data !== 'object' || data === null) return;
  for (const [field, value] of Object.entries(data)) {
    if (field !== 'changes') yield [field, valueText(value)];
    else yield* changesIn(value);
  }
}

function* changesIn(changes: unknown): Iterable<readonly [field: string, text: string]> {
  if (typeof changes !== 'object' || changes === null) return;
  for (const [field, change] of Object.entries(changes)) {
    const { from, to } = change as { readonly from?: unknown; readonly to?: unknown };
    yield [field, `${valueText(from)} → ${valueText(to)}`];
  }
}
