import { isEquality, isList, type Condition, type Filter } from '#platform/read-store/index';

import type { Block, SearchDeclaration, Values } from './block.ts';

/** For a block: whether the document in a slot of it passes. */
export type BlockCondition = (block: Block) => (slot: number) => boolean;

/**
 * The conditions of a filter as functions on a block. Undefined for a filter that only the store answers, or refuses.
 */
export function conditionsOf(
  filter: Filter,
  { filters, levels = [] }: SearchDeclaration,
  values: Values,
): BlockCondition[] | undefined {
  const found: BlockCondition[] = [];
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

function onValue(field: string, condition: Condition, values: Values): BlockCondition | undefined {
  if (isEquality(condition)) {
    const wanted = values.find(condition);
    return onColumn(field, (value) => value === wanted);
  }
  if (isList(condition)) {
    const wanted = new Set(condition.in.map((value) => values.find(value)));
    return onColumn(field, (value) => wanted.has(value));
  }
  if (!('notIn' in condition)) return undefined;
  const unwanted = new Set(condition.notIn.map((value) => values.find(value)));
  return onColumn(field, (value) => !unwanted.has(value));
}

/** A condition on the number of a document's value of a filter. */
const onColumn =
  (field: string, holds: (value: number | undefined) => boolean): BlockCondition =>
  ({ filters }) => {
    const column = filters.get(field);
    return (slot) => holds(column?.[slot]);
  };

function onNumber(field: string, condition: Condition): BlockCondition | undefined {
  if (isEquality(condition) || isList(condition) || 'notIn' in condition) return undefined;
  const bounds = [condition.gt, condition.gte, condition.lt, condition.lte];
  const isNumeric = bounds.every((bound) => bound === undefined || typeof bound === 'number');
  if (!isNumeric || bounds.every((bound) => bound === undefined)) return undefined;
  const [gt, gte, lt, lte] = bounds;
  const [above, least] = [gt ?? -Infinity, gte ?? -Infinity];
  const [below, most] = [lt ?? Infinity, lte ?? Infinity];
  return ({ levels }) => {
    const column = levels.get(field);
    return (slot) => {
      const value = column?.[slot] ?? NaN;
      return value > above && value >= least && value < below && value <= most;
    };
  };
}
