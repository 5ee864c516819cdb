import { BSON, ObjectId, type Document, type Timestamp } from 'mongodb';
import { Aggregator } from 'mingo';

import { equalities, matches } from './match.ts';
import { badValue, failedToParse } from './server-error.ts';
import { clone, compare, isPlain, setAt, valuesAt, type Value } from './values.ts';

export interface UpdateContext {
  readonly now: Date;
  readonly timestamp: () => Timestamp;
  readonly inserting: boolean;
}

type Change = (document: Document, path: string, operand: Value, context: UpdateContext) => void;

const valueAt = (document: Document, path: string): Value => valuesAt(document, path)[0];

const changes: Readonly<Record<string, Change>> = {
  $set: (document, path, operand) => setAt(document, path, operand),
  $unset: (document, path) => setAt(document, path, undefined),
  $inc: (document, path, operand) => setAt(document, path, add(valueAt(document, path), operand)),
  $min: (document, path, operand) => {
    const value = valueAt(document, path);
    if (value === undefined || compare(operand, value) < 0) setAt(document, path, operand);
  },
  $max: (document, path, operand) => {
    const value = valueAt(document, path);
    if (value === undefined || compare(operand, value) > 0) setAt(document, path, operand);
  },
  $setOnInsert: (document, path, operand, { inserting }) => {
    if (inserting) setAt(document, path, operand);
  },
  $addToSet: (document, path, operand) => {
    const list = listAt(document, path);
    if (!list.some((each) => compare(each, operand) === 0)) setAt(document, path, [...list, operand]);
  },
  $push: (document, path, operand) => {
    const added: Value[] = isPlain(operand) && Array.isArray(operand['$each']) ? operand['$each'] : [operand];
    setAt(document, path, [...listAt(document, path), ...added]);
  },
  $pull: (document, path, operand) => {
    setAt(
      document,
      path,
      listAt(document, path).filter((each) =>
        isPlain(operand) && isPlain(each) ? !matches(each, operand) : compare(each, operand) !== 0,
      ),
    );
  },
  $rename: (document, path, operand) => {
    setAt(document, String(operand), valueAt(document, path));
    setAt(document, path, undefined);
  },
  $currentDate: (document, path, operand, { now, timestamp }) => {
    const isTimestamp = isPlain(operand) && operand['$type'] === 'timestamp';
    setAt(document, path, isTimestamp ? timestamp() : now);
  },
};

function listAt(document: Document, path: string): Value[] {
  const value = valueAt(document, path) ?? [];
  if (!Array.isArray(value)) throw badValue(`The field '${path}' must be an array`);
  return value;
}

function add(value: Value, operand: Value): Value {
  if (value === undefined) return operand;
  if (typeof value === 'number' && typeof operand === 'number') return value + operand;
  if (isNumber(value) && isNumber(operand)) return BigInt(value) + BigInt(operand);
  throw badValue('Cannot apply $inc to a value of non-numeric type');
}

const isNumber = (value: Value): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** The document after an update: operators, a pipeline or a replacement. @throws ServerError */
export function updated(before: Document, update: Document | Document[], context: UpdateContext): Document {
  const after = apply(before, update, context);
  if (compare(after['_id'], before['_id']) !== 0)
    throw failedToParse("Performing an update on the path '_id' would modify the immutable field '_id'");
  return after;
}

function apply(before: Document, update: Document | Document[], context: UpdateContext): Document {
  if (Array.isArray(update)) {
    const [after] = new Aggregator(update).run([clone(before)]);
    if (after === undefined) throw failedToParse('The pipeline gave no document');
    return after;
  }
  const names = Object.keys(update);
  if (!names.some((name) => name.startsWith('$'))) return { _id: before['_id'], ...update };
  const after = clone(before);
  for (const name of names) {
    const change = changes[name];
    if (change === undefined) throw failedToParse(`Unknown modifier: ${name}`);
    for (const [path, operand] of Object.entries(update[name] as Document) as [string, Value][])
      change(after, path, operand, context);
  }
  return after;
}

/** The document that an upsert inserts: the filter's equalities with the update applied. */
export function upserted(filter: Document, update: Document | Document[], context: UpdateContext): Document {
  if (JSON.stringify(Object.keys(filter)).includes('$expr'))
    throw badValue('$expr is not allowed in the query predicate for an upsert');
  const seed: Document = {};
  for (const [path, value] of equalities(filter)) setAt(seed, path, clone(value));
  if (!Array.isArray(update) && '_id' in update) seed['_id'] ??= update['_id'] as Value;
  const after = apply(seed, update, { ...context, inserting: true });
  const { _id = new ObjectId(), ...rest } = after;
  return { _id: _id as Value, ...rest };
}

/** Checks the size limit of the server. */
export function checkSize(document: Document): void {
  if (BSON.calculateObjectSize(document) > 16 * 1024 * 1024) throw badValue('object to insert too large');
}
