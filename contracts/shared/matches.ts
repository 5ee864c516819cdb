import type * as z from 'zod/mini';

/** Whether zod would accept a value and return it unchanged. If it says no, zod may still accept the value. */
export type Matches = (value: unknown) => boolean;

/**
 * Compiles a schema to a check that creates no objects. This halves the cost of reading a long stream for the first
 * time. A schema of an unknown kind, or with a further check on a value, never matches.
 */
export function compileMatches(schema: z.core.$ZodType): Matches {
  // The cast is to zod's own union of all its schemas.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.checks !== undefined && def.checks.length > 0) return () => false;
  switch (def.type) {
    case 'string':
      return 'format' in def ? () => false : (value) => typeof value === 'string';
    case 'number':
      return 'format' in def ? () => false : (value) => Number.isFinite(value);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'literal':
      return isOneOf(def.values);
    case 'enum':
      return isOneOf(Object.values(def.entries));
    case 'nullable':
      return or(null, compileMatches(def.innerType));
    case 'optional':
      return or(undefined, compileMatches(def.innerType));
    case 'array': {
      const matches = compileMatches(def.element);
      return (value) => Array.isArray(value) && value.every(matches);
    }
    case 'object':
      return def.catchall === undefined ? isObjectOf(def.shape) : () => false;
    default:
      return () => false;
  }
}

const isOneOf = (values: readonly unknown[]): Matches => {
  const known = new Set(values);
  return (value) => known.has(value);
};

const or =
  (other: null | undefined, matches: Matches): Matches =>
  (value) =>
    value === other || matches(value);

/** A value with a key that the shape does not have does not match: zod would remove that key. */
function isObjectOf(shape: z.core.$ZodShape): Matches {
  const fields = Object.entries(shape).map(([key, schema]) => ({ key, matches: compileMatches(schema) }));
  const keys = new Set(Object.keys(shape));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const key in value) if (!keys.has(key)) return false;
    for (const { key, matches } of fields) if (!matches(Reflect.get(value, key))) return false;
    return true;
  };
}
