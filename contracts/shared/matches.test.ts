import { readFile, readdir } from 'node:fs/promises';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { compileMatches } from './matches.ts';
import { DomainEvent, parseEvent } from '../events.ts';
import { UnreadableEvent, type RecordedEvent } from './recorded-event.ts';

interface Fixture {
  readonly type: string;
  readonly data: object;
}
const folder = new URL('../fixtures/', import.meta.url);
const fixtures = await Promise.all(
  (await readdir(folder))
    .filter((name) => name.endsWith('.json'))
    .map(async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Fixture),
);
const schemas = DomainEvent.def.options.flatMap(({ def }) => def.options.map((option) => option));
const schemaOf = (type: string): z.ZodMiniType | undefined =>
  schemas.find(({ shape }) => shape.type.def.values.some((value) => value === type));

/** An event's data with one value changed, anywhere in it. */
function spoilt(value: unknown, at: readonly number[], by: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return by;
  const keys = Object.keys(value);
  const [step = 0, ...rest] = at;
  const key = keys[step % (keys.length + 1)];
  if (key === undefined) return { ...value, unknown: by };
  const { [key]: inner, ...others } = value as Record<string, unknown>;
  if (rest.length === 0 && step % 2 === 1) return others;
  return { ...value, [key]: spoilt(inner, rest, by) };
}

describe('the quick check of an event', () => {
  it('knows every event schema: almost every fixture matches', () => {
    const matched = fixtures.filter(({ type, data }) => {
      const schema = schemaOf(type);
      return schema !== undefined && compileMatches(schema)({ type, data });
    });
    // All but those of older versions, which first become another type.
    expect(matched).toHaveLength(fixtures.filter(({ type }) => schemaOf(type) !== undefined).length);
    expect(matched.length).toBeGreaterThan(50);
  });

  it('never matches a value that zod would refuse or change', () => {
    const others = fc.constantFrom<unknown>(null, undefined, '', 'x', 0, 1.5, NaN, Infinity, true, [], {}, [
      'x',
    ]);
    const steps = fc.array(fc.nat(12), { minLength: 1, maxLength: 4 });
    let passed = 0;
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), steps, others, ({ type, data }, at, by) => {
        const schema = schemaOf(type);
        const event = { type, data: spoilt(data, at, by) };
        if (schema === undefined || !compileMatches(schema)(event)) return;
        passed += 1;
        expect(z.safeParse(schema, event)).toEqual({ success: true, data: event });
      }),
      { numRuns: 3000 },
    );
    expect(passed).toBeGreaterThan(20);
  });

  it.each<[string, z.ZodMiniType, unknown]>([
    ['a text with a rule', z.string().check(z.minLength(3)), 'long enough'],
    ['a format', z.uuid(), '0b54f3f0-9f0f-5c4e-8b93-6f6f1f7c2a11'],
    ['a whole number', z.int(), 3],
    ['a strict object', z.strictObject({}), {}],
    ['a union', z.union([z.string(), z.number()]), 'x'],
    ['something transformed', z.pipe(z.string(), z.transform(Number)), '3'],
  ])('leaves a schema with %s to zod', (_, schema, value) => {
    expect(compileMatches(schema)(value)).toBe(false);
  });
});

describe('parseEvent', () => {
  const raw = (type: string, data: unknown): RecordedEvent => ({
    id: 'an-id',
    stream: 'city-a',
    revision: 0n,
    position: 7n,
    type,
    data,
    metadata: { time: '2026-01-01T00:00:00.000Z', actor: 'a', correlationId: 'b', causationId: 'c' },
  });

  it('removes fields that its type does not have', () => {
    const [{ type, data } = { type: '', data: {} }] = fixtures.filter(
      ({ type }) => schemaOf(type) !== undefined,
    );
    expect(parseEvent(raw(type, { ...data, unknown: 1 }))).toEqual(raw(type, data));
  });

  it.each([
    ['an unknown type', 'city-painted.v1', {}],
    ['data that lacks something', 'city-deleted.v1', {}],
    ['no data', 'city-deleted.v1', undefined],
    ['a name of the language’s own', 'toString', {}],
  ])('stops at %s', (_, type, data) => {
    expect(() => parseEvent(raw(type, data))).toThrow(UnreadableEvent);
  });
});
