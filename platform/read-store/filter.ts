import type { Document, FieldValue, Index } from '#contracts/shared/read-model-declaration';

export type Condition =
  | FieldValue
  | { readonly in: readonly FieldValue[] }
  /** None of these values; null cannot be among them. Also matches a field without a value. */
  | { readonly notIn: readonly (string | number | boolean)[] }
  | {
      readonly gt?: FieldValue;
      readonly gte?: FieldValue;
      readonly lt?: FieldValue;
      readonly lte?: FieldValue;
    };

/** All conditions must hold. A value is never interpreted as an operator. */
export type Filter = Readonly<Record<string, Condition>>;

export const isList = (
  condition: Condition | undefined,
): condition is { readonly in: readonly FieldValue[] } =>
  typeof condition === 'object' && condition !== null && 'in' in condition;
export const isEquality = (condition: Condition | undefined): condition is FieldValue =>
  condition !== undefined && (typeof condition !== 'object' || condition === null);

/** Whether a store would find the document with the filter; computed without a store. */
export const matches = (document: Document, filter: Filter): boolean =>
  Object.entries(filter).every(([field, condition]) => holds(condition, fieldValue(document, field)));

function holds(condition: Condition, value: FieldValue): boolean {
  if (isEquality(condition)) return value === condition;
  if (isList(condition)) return condition.in.includes(value);
  if ('notIn' in condition) return !condition.notIn.some((each) => each === value);
  const { gt, gte, lt, lte } = condition;
  const isWithin = (bound: FieldValue | undefined, test: (order: number) => boolean) =>
    bound === undefined || (value !== null && test(compare(value, bound)));
  return (
    isWithin(gt, (order) => order > 0) &&
    isWithin(gte, (order) => order >= 0) &&
    isWithin(lt, (order) => order < 0) &&
    isWithin(lte, (order) => order <= 0)
  );
}

/** Null, then numbers (false and true as 0 and 1), then texts by their bytes, as the stores sort them. */
export function compare(one: FieldValue, other: FieldValue): number {
  if (typeof one === 'string' && typeof other === 'string')
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  const rank = (value: FieldValue) => (value === null ? 0 : typeof value === 'string' ? 2 : 1);
  return rank(one) - rank(other) || Number(one) - Number(other);
}

/** Compares documents by these fields, as an index of them does. */
export const inOrderOf =
  (fields: Index) =>
  (one: Document, other: Document): number => {
    for (const [field, direction] of fields) {
      const order = compare(fieldValue(one, field), fieldValue(other, field));
      if (order !== 0) return order * direction;
    }
    return 0;
  };

/** The value that the stores index: null for a field that is missing or holds more than one value. */
export function fieldValue(document: Document, field: string): FieldValue {
  const value: unknown = Reflect.get(document, field);
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    default:
      return null;
  }
}
