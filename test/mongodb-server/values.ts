import { Binary, BSON, Long, MaxKey, MinKey, ObjectId, Timestamp, type Document } from 'mongodb';

/** A stored value: the result of `BSON.deserialize`, with 64-bit integers as bigints. */
export type Value = unknown;

const order = {
  minKey: 0,
  null: 1,
  number: 2,
  string: 3,
  object: 4,
  array: 5,
  binary: 6,
  objectId: 7,
  boolean: 8,
  date: 9,
  timestamp: 10,
  regex: 11,
  maxKey: 12,
} as const;

/** The rank of a value's type in BSON's order of types; comparisons hold within one type only. */
export function typeOrder(value: Value): number {
  if (value === undefined || value === null) return order.null;
  if (typeof value === 'number' || typeof value === 'bigint') return order.number;
  if (typeof value === 'string') return order.string;
  if (typeof value === 'boolean') return order.boolean;
  if (Array.isArray(value)) return order.array;
  if (value instanceof Date) return order.date;
  if (value instanceof ObjectId) return order.objectId;
  if (value instanceof Binary) return order.binary;
  if (value instanceof Timestamp) return order.timestamp;
  if (value instanceof RegExp) return order.regex;
  if (value instanceof MinKey) return order.minKey;
  if (value instanceof MaxKey) return order.maxKey;
  if (isPlain(value)) return order.object;
  throw new Error(`The test server does not know this type of value: ${BSON.EJSON.stringify({ value })}`);
}

export const isPlain = (value: Value): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Negative, zero or positive; in the order of BSON: first by type, texts by their bytes. */
export function compare(one: Value, other: Value): number {
  if (one === other) return 0;
  const types = typeOrder(one) - typeOrder(other);
  if (types !== 0 || typeOrder(one) === order.null) return types;
  if (typeof one === 'string' && typeof other === 'string')
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  if (Array.isArray(one) && Array.isArray(other)) return compareLists(one, other);
  if (isPlain(one) && isPlain(other)) return compareLists(Object.entries(one), Object.entries(other));
  const [a, b] = [comparable(one), comparable(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareLists(one: readonly Value[], other: readonly Value[]): number {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const found = compare(one[at], other[at]);
    if (found !== 0) return found;
  }
  return one.length - other.length;
}

function comparable(value: Value): number | bigint | string {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.getTime();
  if (value instanceof Long) return value.toBigInt();
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Binary) return Buffer.from(value.value()).toString('hex');
  return String(value);
}

/** The same text for equal values, for look-ups by key. */
export function keyOf(value: Value): string {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `n${value}`;
  return `j${BSON.EJSON.stringify({ value: value ?? null }, { relaxed: false })}`;
}

/** The values at a dotted path; an array on the way stands for each of its elements. */
export function valuesAt(value: Value, path: string): Value[] {
  return reach(value, path.split('.'));
}

function reach(value: Value, [key, ...rest]: readonly string[]): Value[] {
  if (key === undefined) return [value];
  if (Array.isArray(value)) {
    const elements = value.filter(isPlain).flatMap((element) => reach(element, [key, ...rest]));
    return /^\d+$/.test(key) ? [...elements, ...reach(value[Number(key)], rest)] : elements;
  }
  return isPlain(value) ? reach(value[key], rest) : [undefined];
}

export function setAt(document: Document, path: string, value: Value): void {
  const keys = path.split('.');
  const last = keys.pop() ?? path;
  let at: Document = document;
  for (const key of keys) {
    const next: Value = at[key];
    if (isPlain(next)) at = next;
    else at = at[key] = {};
  }
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
}

/** A copy whose objects and arrays may be changed. */
export function clone<T>(value: T): T {
  if (Array.isArray(value)) return value.map((element: unknown) => clone(element)) as T;
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, clone<unknown>(each)])) as T;
}
