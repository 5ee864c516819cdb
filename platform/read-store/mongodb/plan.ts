import type { Document as Query } from 'mongodb';

import { type Condition, type Filter, isEquality, isList } from '../filter.ts';
import { conditionsIn, planCount, type Comparison, type FindPlan, type Stretch } from '../plan.ts';
import type { CollectionDeclaration } from '../port.ts';
import { baseIndex, indexName, pathOf } from './generations.ts';

function conditionOf(condition: Condition): Query | undefined {
  if (isEquality(condition)) return { $eq: condition };
  if (isList(condition)) return { $in: condition.in };
  if ('notIn' in condition) return { $nin: condition.notIn };
  const bounds = Object.entries(condition);
  return bounds.length === 0
    ? undefined
    : Object.fromEntries(bounds.map(([name, bound]) => [`$${name}`, bound]));
}

/** The conditions in the server's form. A value never becomes an operator. @throws for an undeclared field */
export const conditionsOf = (declaration: CollectionDeclaration, filter: Filter): Query[] =>
  conditionsIn(declaration, filter).flatMap(([field, condition]): Query[] => {
    const converted = conditionOf(condition);
    return converted === undefined ? [] : [{ [pathOf(field)]: converted }];
  });

/** Joins conditions without merging them, so that those on the same field do not overwrite each other. */
export const all = (conditions: readonly Query[]): Query =>
  conditions.length === 0 ? { live: true } : { live: true, $and: conditions };

function comparisonOf({ field, is, value }: Comparison): Query {
  if (is === 'equal') return { [pathOf(field)]: { $eq: value } };
  // Comparisons never match null.
  if (is === 'above' && value === null) return { [pathOf(field)]: { $ne: null } };
  return { [pathOf(field)]: { [is === 'above' ? '$gt' : '$lt']: value } };
}

const hintOf = (index: number | undefined): string => (index === undefined ? baseIndex : indexName(index));

/** The query that answers a stretch of a plan. */
export function queryOf(
  declaration: CollectionDeclaration,
  filter: Filter,
  { index, between, order }: FindPlan,
  { conditions, isGroup }: Stretch,
) {
  return {
    filter: all([...conditionsOf(declaration, filter), ...conditions.map(comparisonOf)]),
    sort: (isGroup ? order.slice(-1) : order.toSpliced(-1, 0, ...between)).map(
      ([field, direction]): [string, 1 | -1] => [pathOf(field), direction],
    ),
    hint: hintOf(index),
  };
}

/** Uses an index that holds all these fields, so that no documents are read. @throws if there is none */
export const planAggregate = (
  declaration: CollectionDeclaration,
  filter: Filter,
  fields: readonly string[] = [],
): { readonly hint: string; readonly match: Query } => ({
  hint: hintOf(planCount(declaration, filter, fields)),
  match: all(conditionsOf(declaration, filter)),
});
