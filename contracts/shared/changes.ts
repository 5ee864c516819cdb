/** Some fields, each with its old and new value. */
export type Changes<T> = { [K in keyof T]?: { from: T[K]; to: T[K] } };

/** Whether a field has the same value in both; a value is a text, a point or null. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** Changes as zod reads them from an event: an unchanged field may be present with undefined. */
type ReadChanges<T> = { readonly [K in keyof T]?: { from: T[K]; to: T[K] } | undefined };

/** Only the changed fields. */
export function presentChanges<T extends object>(changes: ReadChanges<T>): Changes<T> {
  const present: Changes<T> = {};
  for (const field of Object.keys(changes) as (keyof T)[]) {
    const change = changes[field];
    if (change !== undefined) present[field] = change;
  }
  return present;
}

/** The values after the changes. */
export function applyChanges<T extends object>(values: T, changes: ReadChanges<T>): T {
  const next = { ...values };
  for (const field of Object.keys(changes) as (keyof T)[]) {
    const change = changes[field];
    if (change !== undefined) next[field] = change.to;
  }
  return next;
}
