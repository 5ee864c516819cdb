import type { Document } from 'mongodb';
import { Aggregator } from 'mingo';

import { badValue } from './server-error.ts';
import { compare, isPlain, typeOrder, valuesAt, type Value } from './values.ts';

type Test = (values: readonly Value[]) => boolean;

const isOperators = (condition: Value): condition is Document =>
  isPlain(condition) && Object.keys(condition).some((key) => key.startsWith('$'));

const equal = (one: Value, other: Value): boolean => compare(one, other) === 0;
/** A comparison holds only between values of one type; null compares only with null. */
const bracketed =
  (holds: (order: number) => boolean) =>
  (bound: Value): Test =>
  (values) =>
    values.some((value) => typeOrder(value) === typeOrder(bound) && holds(compare(value, bound)));
const listed = (list: Value): readonly Value[] => {
  if (!Array.isArray(list)) throw badValue('$in needs an array');
  return list;
};

const operators: Readonly<Record<string, (operand: Value) => Test>> = {
  $eq: (operand) => (values) => values.some((value) => equal(value, operand)),
  $ne: (operand) => (values) => !values.some((value) => equal(value, operand)),
  $gt: bracketed((order) => order > 0),
  $gte: bracketed((order) => order >= 0),
  $lt: bracketed((order) => order < 0),
  $lte: bracketed((order) => order <= 0),
  $in: (operand) => (values) => values.some((value) => listed(operand).some((each) => equal(value, each))),
  $nin: (operand) => (values) => !values.some((value) => listed(operand).some((each) => equal(value, each))),
  $exists: (operand) => (values) => values.some((value) => value !== undefined) === Boolean(operand),
  $regex: (operand) => (values) => {
    const pattern = operand instanceof RegExp ? operand : new RegExp(String(operand));
    return values.some((value) => typeof value === 'string' && pattern.test(value));
  },
};

/**
 * Whether a document matches a filter. Only some operators are supported; any other one, also a typo, is an error.
 */
export const matches = (document: Document, filter: Document): boolean => matcherOf(filter)(document);

type Matcher = (document: Document) => boolean;

/** The filter as a function, for many documents. */
export function matcherOf(filter: Document): Matcher {
  const conditions = Object.entries(filter).map(matcherOfField);
  return (document) => conditions.every((matches) => matches(document));
}

function matcherOfField([key, condition]: [string, Value]): Matcher {
  if (key === '$expr') return (document) => evaluate(condition, document) === true;
  if (['$and', '$or', '$nor'].includes(key)) {
    const matchers = parts(condition).map(matcherOf);
    if (key === '$and') return (document) => matchers.every((matches) => matches(document));
    return (document) => matchers.some((matches) => matches(document)) === (key === '$or');
  }
  if (key.startsWith('$')) throw badValue(`unknown top level operator: ${key}`);
  const tests = testsOf(isOperators(condition) ? condition : { $eq: condition });
  return (document) => {
    // A condition holds for an array if it does for the array itself or for one of its elements.
    const values = valuesAt(document, key).flatMap((value): Value[] =>
      Array.isArray(value) ? [value, ...value] : [value],
    );
    return tests.every((holds) => holds(values));
  };
}

function parts(condition: Value): Document[] {
  if (!Array.isArray(condition) || condition.length === 0)
    throw badValue('$and/$or/$nor must be a nonempty array');
  return condition;
}

const testsOf = (condition: Document): Test[] =>
  Object.entries(condition).map(([name, operand]: [string, Value]): Test => {
    if (name === '$not') {
      const tests = testsOf(operand as Document);
      return (values) => !tests.every((holds) => holds(values));
    }
    const operator = operators[name];
    if (operator === undefined) throw badValue(`unknown operator: ${name}`);
    return operator(operand);
  });

/** The value of an aggregation expression. */
function evaluate(expression: Value, document: Document): Value {
  return new Aggregator([{ $project: { _id: 0, value: expression } }]).run([document])[0]?.['value'];
}

/** The fields that a filter fixes to a value: an upsert inserts them, and an index can find them. */
export function equalities(filter: Document): Map<string, Value> {
  const found = new Map<string, Value>();
  for (const [key, condition] of Object.entries(filter) as [string, Value][]) {
    if (key === '$and')
      for (const part of parts(condition)) for (const each of equalities(part)) found.set(...each);
    else if (key.startsWith('$')) continue;
    else if (!isOperators(condition)) found.set(key, condition);
    else if ('$eq' in condition) found.set(key, condition['$eq']);
  }
  return found;
}

/** The fields that a filter restricts to a value or range of an index. */
export function boundFields(filter: Document): Map<string, 'point' | 'points' | 'range'> {
  const found = new Map<string, 'point' | 'points' | 'range'>();
  for (const [key, condition] of Object.entries(filter) as [string, Value][]) {
    if (key === '$and') {
      for (const part of parts(condition))
        for (const [field, kind] of boundFields(part))
          if (found.get(field) !== 'point') found.set(field, kind);
    } else if (key.startsWith('$')) continue;
    else if (!isOperators(condition) || '$eq' in condition) found.set(key, 'point');
    else if ('$in' in condition) found.set(key, 'points');
    else if (Object.keys(condition).some((name) => /^\$(gte?|lte?|ne|nin)$/.test(name)))
      found.set(key, 'range');
  }
  return found;
}
