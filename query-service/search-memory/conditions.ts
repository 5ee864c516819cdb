import { isEquality, isList, type Condition, type Filter } from '#platform/read-store/index';

import type { Block, SearchDeclaration, Values } from './block.ts';

/** Whether a document of a block passes. */
export type Passes = (block: Block, slot: number) => boolean;

/**
 * The conditions of a filter as functions on a block. Undefined for a filter that only the store answers, or refuses.
 */
export function conditionsOf(
  filter: Filter,
  { filters, levels = [] }: SearchDeclaration,
  values: Values,
): Passes[] | undefined {
  const found: Passes[] = [];
  for (const [field, condition] of Object.entries(filter)) {
    const passes = filters.includes(field)
      ? onValue(field, condition, values)
      : levels.includes(field)
        ? onNumber(field, condition)
        : undefined;
    if (passes === undefined) return undefined;
    found.push(passes);
  }
  return found;
}

function onValue(field: string, condition: Condition, values: Values): Passes | undefined {
  if (isEquality(condition)) {
    const wanted = values.find(condition);
    return (block, slot) => block.filters.get(field)?.[slot] === wanted;
  }
  if (isList(condition)) {
    const wanted = new Set(condition.in.map((value) => values.find(value)));
    return (block, slot) => wanted.has(block.filters.get(field)?.[slot]);
  }
  if (!('notIn' in condition)) return undefined;
  const unwanted = new Set(condition.notIn.map((value) => values.find(value)));
  return (block, slot) => !unwanted.has(block.filters.get(field)?.[slot]);
}

function onNumber(field: string, condition: Condition): Passes | undefined {
  if (isEquality(condition) || isList(condition) || 'notIn' in condition) return undefined;
  const bounds = [condition.gt, condition.gte, condition.lt, condition.lte];
  const isNumeric = bounds.every((bound) => bound === undefined || typeof bound === 'number');
  if (!isNumeric || bounds.every((bound) => bound === undefined)) return undefined;
  const [gt, gte, lt, lte] = bounds;
  const [above, least] = [gt ?? -Infinity, gte ?? -Infinity];
  const [below, most] = [lt ?? Infinity, lte ?? Infinity];
  return (block, slot) => {
    const value = block.levels.get(field)?.[slot] ?? NaN;
    return value > above && value >= least && value < below && value <= most;
  };
}
