import type { Changes } from '#contracts/shared/changes';
import { Refusal } from '#contracts/shared/errors';

/** The values of an earlier revision, if one was named; `unknown` when there is no such revision. */
export type Earlier<Fields> = Fields | 'unknown' | undefined;

/** @throws Refusal `invalid` for an unknown revision; call it only for people who may see the entity */
export function requireKnown<Fields extends object>(earlier: Earlier<Fields>): Fields | undefined {
  if (earlier !== 'unknown') return earlier;
  throw new Refusal('invalid', { errors: [{ path: 'revision', message: 'There is no such revision' }] });
}

/** The entries of `wanted` that differ from `current`, each with the old and new value. */
export function changesBetween<T extends object>(current: T, wanted: Wanted<T>): Changes<T> {
  const changes: Changes<T> = {};
  for (const key of Object.keys(wanted) as (keyof T)[]) {
    const to = wanted[key];
    if (to !== undefined && to !== current[key]) changes[key] = { from: current[key], to };
  }
  return changes;
}

/** Some of the fields; undefined means the same as left out. */
export type Wanted<T> = { readonly [K in keyof T]?: T[K] | undefined };

export const isEmpty = (value: object): boolean => Object.keys(value).length === 0;
