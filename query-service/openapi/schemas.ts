import * as z from 'zod/mini';

import { About } from '#contracts/shared/about';
import { SignedIn, Session, User, Submitter } from '#contracts/account/views';
import { City, CityForReview, Sample } from '#contracts/city/views';
import {
  EditForReview,
  PendingEdit,
  Location,
  LocationForReview,
  Picture,
  Stats,
} from '#contracts/location/views';
import {
  HistoryEntry,
  Submission,
  Activity,
  BatchResult,
  Desk,
  QueueItem,
} from '#contracts/moderation/views';
import { Problem } from '#contracts/shared/problem';
import { Photo } from '#contracts/photo/views';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schemas that the document lists by name. */
const named = {
  City,
  CityForReview,
  Location,
  LocationForReview,
  Picture,
  Photo,
  PendingEdit,
  EditForReview,
  Submitter,
  Submission,
  QueueItem,
  Desk,
  HistoryEntry,
  BatchResult,
  Activity,
  Stats,
  About,
  Sample,
  User,
  SignedIn,
  Session,
  Problem,
} as const satisfies Record<string, z.ZodMiniType>;

/** JSON Schema (2020-12) of an input: a transformation is described by the schema before it. */
export const inputSchema = (schema: z.ZodMiniType): JsonSchema => convert(schema, 'input');

function convert(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (io !== 'input' || def.type !== 'pipe' || def.in._zod.def.type !== 'transform') return;
      const behind = z.toJSONSchema(def.out, { io, unrepresentable: 'any' });
      delete behind.$schema;
      Object.assign(jsonSchema, behind);
    },
  });
  const { $schema: _dialect, '~standard': _standard, ...rest } = json as Record<string, unknown>;
  return rest;
}

export const componentSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, convert(schema, 'output')]));

/** A response's schema, as a reference if it has a name. */
export function responseSchema(schema: z.ZodMiniType): JsonSchema {
  const name = Object.entries(named).find(([, known]) => known === schema)?.[0];
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (schema instanceof z.ZodMiniArray) {
    // The cast: the elements of a response's array are schemas of this project.
    return { type: 'array', items: responseSchema(schema.def.element as z.ZodMiniType) };
  }
  return convert(schema, 'output');
}
