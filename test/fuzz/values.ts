import { categories } from '#contracts/location/words';

import type { JsonSchema } from './described.ts';
import type { Memory } from './memory.ts';
import type { Random } from './random.ts';

/** Sources for values, beside the schema. */
export interface ValueContext {
  readonly random: Random;
  readonly memory: Memory;
  /** Secrets of the sender and of others. */
  readonly passwords: readonly string[];
  readonly tokens: readonly string[];
  readonly emails: readonly string[];
}

/** A value that matches the schema. The server may still refuse it, since the schema does not express every rule. */
export function valueOf(schema: JsonSchema, name: string, context: ValueContext): unknown {
  const { random } = context;
  const choices = schema['anyOf'];
  if (Array.isArray(choices)) return valueOf(random.pick(choices as JsonSchema[]), name, context);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as unknown[]);
  switch (schema['type']) {
    case 'object':
      return objectOf(schema, context);
    case 'array':
      return arrayOf(schema, name, context);
    case 'string':
      return textOf(schema, name, context);
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    case 'boolean':
      return random.percent(50);
    default:
      return null;
  }
}

function objectOf(schema: JsonSchema, context: ValueContext): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema['required'] ?? []) as string[]);
  const made: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (required.has(name) || context.random.percent(60)) made[name] = valueOf(property, name, context);
  }
  return made;
}

function arrayOf({ items = {} }: JsonSchema, name: string, context: ValueContext): unknown[] {
  return Array.from({ length: context.random.below(4) }, () => valueOf(items as JsonSchema, name, context));
}

function numberOf({ minimum = 0, maximum = 1000 }: JsonSchema, random: Random): number {
  const [from, to] = [Number(minimum), Number(maximum)];
  // Revisions are small numbers, whatever the schema allows.
  return from + random.below(Math.min(to - from, 8) + 1);
}

function textOf(schema: JsonSchema, name: string, context: ValueContext): string {
  const known = knownText(name, context);
  if (known !== undefined) return known;
  const { random, memory } = context;
  const seen = random.percent(15) ? memory.one('name', random) : undefined;
  return seen ?? freeText(random, Math.min(Number(schema['maxLength'] ?? 40), random.percent(5) ? 2000 : 40));
}

/** Fields whose name gives them a meaning. */
function knownText(
  name: string,
  { random, memory, passwords, tokens, emails }: ValueContext,
): string | undefined {
  switch (name) {
    case 'cityId':
    case 'city':
      return memory.one('city', random);
    case 'locationId':
      return memory.one('location', random);
    case 'category':
      return random.pick(categories);
    case 'imageUrl':
      return `https://example.org/${random.below(1000)}.jpg`;
    case 'imageData':
      return `data:image/gif;base64,${dot(random).toString('base64')}`;
    case 'email':
      return random.percent(40) ? random.pick(emails) : `person-${random.below(1_000_000)}@fuzz.test`;
    case 'password':
    case 'currentPassword':
    case 'newPassword':
      return random.pick(passwords);
    case 'accessToken':
    case 'refreshToken':
      return random.pickAny(tokens);
    case 'limit':
      return String(1 + random.below(40));
    case 'cursor':
      return memory.one('cursor', random);
    case 'bestTime':
      return random.pick(['morning', 'Night', 'any', 'Any time', 'noon', '']);
    case 'by':
    case 'addedBy':
    case 'actor':
    case 'submitter':
      return memory.one('person', random);
    case 'into':
      return memory.one('location', random);
    case 'entityId':
      return memory.one(random.pick(['city', 'location', 'photo', 'person'] as const), random);
    case 'position':
      return String(1 + random.below(300));
    case 'from':
    case 'to':
    case 'time':
      return random.pick(['2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z', String(1 + random.below(300))]);
    case 'minRating':
      return String(random.below(6));
    default:
      return undefined;
  }
}

const pieces = [
  ...['a', 'B', 'é', 'ß', 'İ', 'ﬁ', '中', 'あ', '🏙', '👩‍👩‍👧', 'e\u0301', 'ا', 'ק'],
  ...["'", '"', '%', '_', '*', '\\', '/', '.', '$', '{', '<b>', '&amp;', '--', ';', '`', '|', '(', ')', '^'],
  ...[' ', '  ', '-', 'Lis', 'bon', 'view', '0', '42', 'null', 'NaN', 'AND', 'NEAR', 'OR'],
];

function freeText(random: Random, most: number): string {
  let text = 'x';
  const length = 1 + random.below(Math.max(1, most - 1));
  for (let piece = random.pick(pieces); text.length + piece.length <= length; piece = random.pick(pieces)) {
    text += piece;
  }
  return text;
}

/** A picture of one pixel, hardly ever the same twice. */
function dot(random: Random): Buffer {
  const colours = Buffer.from(Array.from({ length: 6 }, () => random.below(256)));
  const head = Buffer.from('47494638396101000100800000', 'hex');
  const rest = Buffer.from('2c00000000010001000002024401003b', 'hex');
  return Buffer.concat([head, colours, rest]);
}
