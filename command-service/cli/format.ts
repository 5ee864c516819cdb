import * as z from 'zod/mini';

import type { RawRecordedEvent } from '#contracts/events/index';
import { providers } from '#contracts/providers';

/**
 * A folder that `npm run export` writes and `npm run import` reads: what cannot be rebuilt, whatever the stores.
 * The manifest is written last; without it the folder is not whole.
 */
export const files = {
  manifest: 'manifest.json',
  /** One line per event, in the log's order. */
  events: 'events.jsonl',
  /** One line per account: personal data and password hashes. Sessions never leave their store. */
  accounts: 'accounts.jsonl',
  /** One line per file of the photo store, which is below `photos/` by its name. */
  photos: 'photos.jsonl',
  photoFolder: 'photos',
  /** In a folder that is still being written. */
  unfinished: 'unfinished',
} as const;

export const listed = [files.events, files.accounts, files.photos] as const;

const count = z.int().check(z.gte(0));
const decimal = z.string().check(z.regex(/^\d{1,19}$/));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const Sum = z.object({ lines: count, bytes: count, sha256 });
export type Sum = z.infer<typeof Sum>;

export const Manifest = z.object({
  format: z.literal('lightfall-export'),
  version: z.literal(1),
  /** When the export began (ISO). */
  madeAt: z.string(),
  files: z.object({ [files.events]: Sum, [files.accounts]: Sum, [files.photos]: Sum }),
  photoBytes: count,
  /** Small facts about the installation. */
  settings: z.record(z.string(), z.string()),
  /** Up to this position (of the log that was exported) everything had been carried on; null when that is not known. */
  reactions: z.nullable(decimal),
});
export type Manifest = z.infer<typeof Manifest>;

export const EventLine = z.object({
  position: decimal,
  stream: z.string().check(z.minLength(1)),
  revision: decimal,
  id: z.string(),
  type: z.string(),
  data: z.unknown(),
  metadata: z.looseObject({
    time: z.string(),
    actor: z.string(),
    correlationId: z.string(),
    causationId: z.string(),
  }),
});
export type EventLine = z.infer<typeof EventLine>;

export const toLine = ({ position, revision, ...event }: RawRecordedEvent): EventLine => ({
  position: String(position),
  stream: event.stream,
  revision: String(revision),
  id: event.id,
  type: event.type,
  data: event.data,
  metadata: { ...event.metadata },
});

const text = z.nullable(z.string());
export const AccountLine = z.union([
  z.object({
    account: z.object({
      id: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      firstName: text,
      lastName: text,
      profileImageUrl: text,
      passwordHash: text,
      createdAt: z.number(),
      updatedAt: z.number(),
      recorded: z.boolean(),
    }),
    identities: z.array(z.object({ provider: z.enum(providers), subject: z.string(), userId: z.string() })),
  }),
  /** Of an account that was erased a moment ago: its event is still due. */
  z.object({ erased: z.string() }),
]);
export type AccountLine = z.infer<typeof AccountLine>;

/** A name of the photo store; it becomes a path, so it may lead nowhere else. */
const fileName = z
  .string()
  .check(z.regex(/^(?!\.{1,2}(\/|$))[\w.-]{1,200}(\/(?!\.{1,2}(\/|$))[\w.-]{1,200}){1,7}$/));
export const PhotoLine = z.object({ name: fileName, bytes: count, sha256 });
export type PhotoLine = z.infer<typeof PhotoLine>;

/** Something about a folder or the stores that the operator can put right; its message says what. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
