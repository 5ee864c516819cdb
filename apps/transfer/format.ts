import * as z from 'zod/mini';

import { Reasons } from '#contracts/moderation/team-api';
import { notifyChoices } from '#contracts/shared/account-words';
import { providers } from '#contracts/shared/providers';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import type { EventLog } from '#platform/event-log/index';
import { PublicKeys, signingSettings } from '#platform/log-integrity/signing-key';
import type { PhotoStore } from '#platform/photo-store/index';
import {
  type Account,
  firstStanding,
  type ProviderIdentity,
  type RecordStore,
  type ReportNote,
  type StandingChange,
  type StoredList,
} from '#platform/record-store/index';

/**
 * The files of the folder that `npm run export` writes and `npm run import` reads. It contains everything that cannot
 * be rebuilt, for any kind of store. The manifest is written last; without it the folder is incomplete.
 */
export const files = {
  manifest: 'manifest.json',
  /** One line per event, in the log's order. */
  events: 'events.jsonl',
  /** One line per account: personal data and password hashes. Sessions are not exported. */
  accounts: 'accounts.jsonl',
  /** One line per file of the photo store; the file itself is below `photos/` under the same name. */
  photos: 'photos.jsonl',
  photoFolder: 'photos',
  /** Present while the folder is being written. */
  unfinished: 'unfinished',
} as const;

export const listed = [files.events, files.accounts, files.photos] as const;

const count = z.int().check(z.gte(0));
const decimal = z.string().check(z.regex(/^\d{1,19}$/));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const Sum = z.object({ lines: count, bytes: count, sha256 });
export type Sum = z.infer<typeof Sum>;

/** A JSON text that has this schema's shape. */
const jsonOf = (schema: z.ZodMiniType) =>
  z.string().check(
    z.refine((value) => {
      try {
        return schema.safeParse(JSON.parse(value)).success;
      } catch {
        return false; // no JSON
      }
    }),
  );

/** Settings that another installation can use; all others belong to these stores alone. */
const Settings = z.object({
  sample: z.optional(z.string()),
  reasons: z.optional(jsonOf(Reasons.shape.reasons)),
  [signingSettings.key]: z.optional(z.string()),
  [signingSettings.publicKeys]: z.optional(jsonOf(PublicKeys)),
});
export const exportedSettings = Object.keys(Settings.shape);

export const Manifest = z.object({
  format: z.literal('lightfall-export'),
  version: z.literal(1),
  /** When the export began (ISO). */
  madeAt: z.string(),
  files: z.object({ [files.events]: Sum, [files.accounts]: Sum, [files.photos]: Sum }),
  photoBytes: count,
  /** The hash over all events, as the log computes it. An export of the first release has none. */
  head: z.optional(z.string().check(z.regex(/^([0-9a-f]{64})?$/))),
  settings: Settings,
});
export type Manifest = z.infer<typeof Manifest>;

const Metadata = z.looseObject({
  time: z.string(),
  actor: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
});
/** Preserves the order of the fields, because the event's hash depends on it. */
const asItIs = z.custom<z.infer<typeof Metadata>>((value) => Metadata.safeParse(value).success);

export const EventLine = z.object({
  position: decimal,
  /** A store's own streams have other characters in their names. */
  stream: z.string().check(z.regex(/^[a-z][a-z\d-]*$/)),
  revision: decimal,
  id: z.guid(),
  type: z.string(),
  data: z.unknown(),
  metadata: asItIs,
});
export type EventLine = z.infer<typeof EventLine>;

export const toLine = ({ position, revision, ...event }: RecordedEvent): EventLine => ({
  position: String(position),
  stream: event.stream,
  revision: String(revision),
  id: event.id,
  type: event.type,
  data: event.data,
  metadata: { ...event.metadata },
});

export const fromLine = ({ position, revision, ...event }: EventLine): RecordedEvent => ({
  ...event,
  position: BigInt(position),
  revision: BigInt(revision),
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
      /** Exports of earlier releases have none of these. */
      publicName: z._default(text, null),
      publicPage: z._default(z.boolean(), false),
      notify: z._default(z.enum(notifyChoices), 'off'),
      standing: z._default(
        z.object({
          role: z.enum(['user', 'moderator']),
          trusted: z.boolean(),
          blocked: z.boolean(),
          revision: z.int(),
        }),
        firstStanding,
      ),
    }),
    /** Why the person was trusted or blocked. Exports of earlier releases have neither this nor a standing. */
    standingChanges: z._default(
      z.array(
        z.object({
          eventId: z.string(),
          userId: z.string(),
          revision: z.int(),
          reason: text,
          notedAt: z.number(),
        }),
      ),
      [],
    ),
    identities: z.array(z.object({ provider: z.enum(providers), subject: z.string(), userId: z.string() })),
    /** The notes that the person wrote in their reports; absent if there are none. */
    notes: z.optional(z.array(z.object({ reportId: z.string(), userId: z.string(), text: z.string() }))),
    /** The person's lists of places, newest first; absent if there are none. */
    lists: z.optional(
      z.array(
        z.object({
          id: z.string(),
          userId: z.string(),
          name: z.string(),
          note: text,
          date: text,
          places: z.array(z.string()),
          sharedId: text,
          revision: z.int(),
          createdAt: z.number(),
          updatedAt: z.number(),
        }),
      ),
    ),
  }),
  /** An account that was just erased: its event is not appended yet. */
  z.object({ erased: z.string() }),
]);
export type AccountLine = z.infer<typeof AccountLine>;

/** Sessions and links are not exported, so the fields that invalidate them are not either. */
export const accountLineOf = (
  { credentials: _, ...account }: Account,
  belongings: {
    readonly identities: readonly ProviderIdentity[];
    readonly standingChanges: readonly StandingChange[];
    readonly notes: readonly ReportNote[];
    readonly lists: readonly StoredList[];
  },
): AccountLine => ({
  account,
  identities: [...belongings.identities],
  standingChanges: [...belongings.standingChanges],
  ...(belongings.lists.length > 0 && {
    lists: belongings.lists.map((list) => ({ ...list, places: [...list.places] })),
  }),
  ...(belongings.notes.length > 0 && {
    notes: belongings.notes.toSorted((one, other) => (one.reportId < other.reportId ? -1 : 1)),
  }),
});

/** A name in the photo store. It becomes a path, so it must not lead out of the folder. */
const fileName = z
  .string()
  .check(z.regex(/^(?!\.{1,2}(\/|$))[\w.-]{1,200}(\/(?!\.{1,2}(\/|$))[\w.-]{1,200}){1,7}$/));
export const PhotoLine = z.object({ name: fileName, bytes: count, sha256 });
export type PhotoLine = z.infer<typeof PhotoLine>;

/** A problem with a folder or the stores that the operator can correct; the message describes it. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}

/** The stores whose content cannot be rebuilt from the others. */
export interface TransferStores {
  readonly log: EventLog;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
}

/** Called with the number of items done; `isAll` with the last call. */
export type OnProgress = (what: string, count: number, isAll?: boolean) => void;

/** The setting that marks an unfinished import. */
export const importSetting = 'import';
