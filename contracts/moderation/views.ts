import * as z from 'zod/mini';

import { signalKinds } from './signals.ts';
import { queueFlags, queueKinds } from './words.ts';
import { reportable, reportReasons, reportStatuses } from '../report/words.ts';
import { roles } from '../shared/account-words.ts';
import { FieldContent } from '../shared/coordinates.ts';
import { Photo } from '../photo/views.ts';
import { statuses } from '../shared/statuses.ts';

const nullableText = z.nullable(z.string());
const named = z.object({ id: z.string(), name: z.string() });
const changes = z.nullable(z.record(z.string(), z.object({ from: FieldContent, to: FieldContent })));

/** The person who sent something, and how their earlier submissions were decided. */
export const QueueSubmitter = z.object({
  id: z.string(),
  name: z.string(),
  approved: z.int(),
  declined: z.int(),
  /** Nothing of this person was approved yet. */
  isNew: z.boolean(),
  trusted: z.boolean(),
});
export type QueueSubmitter = z.infer<typeof QueueSubmitter>;

const Signal = z.object({ kind: z.enum(signalKinds), key: z.string(), count: z.int() });
export type Signal = z.infer<typeof Signal>;

/** One item that needs a review. */
export const QueueItem = z.object({
  kind: z.enum(queueKinds),
  /** Id of the city, location, edit or photo; for a change its event's id; for a report `{type}-{entityId}`. */
  id: z.string(),
  /** The subject of the item: the edited location, or the changed or reported entity. */
  entityType: z.enum(reportable),
  entityId: z.uuid(),
  locationId: z.nullable(z.uuid()),
  name: z.string(),
  cityId: z.nullable(z.uuid()),
  cityName: nullableText,
  submittedAt: z.string(),
  submitter: z.nullable(QueueSubmitter),
  thumbnailUrl: nullableText,
  photoCount: z.int(),
  /** One line: a place's category and address, an edit's first changed words, or a report's reasons. */
  summary: z.string(),
  /** The beginning of a waiting location's description; null for other kinds. */
  description: nullableText,
  flags: z.array(z.enum(queueFlags)),
  /** What it has in common with other waiting items, the most telling first; `count`: how many wait with that key. */
  signals: z.array(Signal),
  /**
   * The public places that it may duplicate: those with the same name (flag `duplicate`), or a similar one. Empty for
   * kinds other than locations and edits. `distance`: metres, null if either has no coordinates.
   */
  duplicates: z.array(z.object({ id: z.string(), name: z.string(), distance: z.nullable(z.number()) })),
  /**
   * The shown state: the revision of the city or location, or of a photo's or report's own stream. A decision that
   * names it is refused if the item has changed since.
   */
  revision: z.int(),
});
export type QueueItem = z.infer<typeof QueueItem>;

/** What three or more waiting items have in common. */
export const QueueGroup = z.object({
  key: z.string(),
  kind: z.enum(signalKinds),
  count: z.int(),
  /** What they share: a site, the beginning of a text, a picture's place, a person. */
  label: z.string(),
  /** The senders of the first ones. */
  submitters: z.array(named),
  /** The first three, oldest first. */
  items: z.array(QueueItem),
});
export type QueueGroup = z.infer<typeof QueueGroup>;

/** A photo with the name of its place. */
const PlacedPhoto = z.extend(Photo, { locationName: z.string() });
export type PlacedPhoto = z.infer<typeof PlacedPhoto>;

/** What a moderator needs to know to decide about an item, in addition to the calls for its place or city. */
export const QueueDetail = z.object({
  item: QueueItem,
  /** The texts of its city, or of its location, at the item's revision; for a photo those of its location. */
  fields: z.record(z.string(), FieldContent),
  /** Whether it still needs a review. */
  waits: z.boolean(),
  /** What an edit would change, or what a change has changed. */
  changes,
  /** For an edit: fields whose value has changed since it was made, with their current values. */
  conflicts: z.record(z.string(), FieldContent),
  /** For a report: all open reports with their notes. */
  reports: z.array(
    z.object({
      id: z.uuid(),
      reason: z.enum(reportReasons),
      note: nullableText,
      createdAt: z.string(),
      by: named,
      /** How many of this person's reports were upheld, and how many were not. */
      upheld: z.int(),
      dismissed: z.int(),
    }),
  ),
  /** The latest decisions on the item and on its subject, newest first. */
  decisions: z.array(
    z.object({
      /** The event's wire name without its version. */
      type: z.string(),
      at: z.string(),
      by: named,
      reason: nullableText,
    }),
  ),
  /** The photo of the item. */
  photo: z.nullable(PlacedPhoto),
  /** For a change of a place's featured photo: the photo that was featured before. */
  photoBefore: z.nullable(PlacedPhoto),
  /** The same picture on other places, and the sender's latest other photos. */
  sameElsewhere: z.array(PlacedPhoto),
  othersOfPerson: z.array(PlacedPhoto),
});
export type QueueDetail = z.infer<typeof QueueDetail>;

/** Why an item was refused; see `BatchResult`. */
const decisionCodes = ['changed', 'conflict', 'city-first', 'own', 'decided', 'gone', 'limit'] as const;
export type DecisionCode = (typeof decisionCodes)[number];

const decisionResults = ['done', 'unchanged', 'refused'] as const;
export const BatchResult = z.object({
  /** Identifies the batch for an undo; it is the correlation id of its events. */
  batchId: z.uuid(),
  /** In the order of the items. */
  results: z.array(
    z.object({
      kind: z.enum(queueKinds),
      id: z.string(),
      result: z.enum(decisionResults),
      /** Why it was refused, in words; null otherwise. */
      message: nullableText,
      /**
       * Why it was refused: `changed` since the named revision, in `conflict` with a later change, its city must be
       * decided first, it is the moderator's own, it was already decided (`by` somebody), it no longer exists, or it is
       * beyond a limit or the moderator's rights. Null for other reasons, and if it was not refused.
       */
      code: z.nullable(z.enum(decisionCodes)),
      /** With `decided`: the person who decided it; otherwise null. */
      by: z.nullable(named),
      /** With `changed`: the current revision; otherwise null. */
      revision: z.nullable(z.int()),
    }),
  ),
  position: z.string(),
});
export type BatchResult = z.infer<typeof BatchResult>;

/** One event as the activity log shows it. */
export const Activity = z.object({
  position: z.string(),
  at: z.string(),
  actor: z.object({ id: z.string(), name: z.string(), role: z.enum(roles) }),
  /** The event's wire name without its version. */
  type: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  name: nullableText,
  cityName: nullableText,
  reason: nullableText,
  batchId: z.string(),
  undoable: z.boolean(),
});
export type Activity = z.infer<typeof Activity>;

/** Figures about the queue. Times in seconds; null if nothing was decided in the last 30 days. */
export const Desk = z.object({
  waiting: z.object({
    city: z.int(),
    location: z.int(),
    edit: z.int(),
    photo: z.int(),
    change: z.int(),
    report: z.int(),
  }),
  oldestAt: nullableText,
  /** Since midnight UTC. */
  decidedToday: z.int(),
  decidedTodayByMe: z.int(),
  medianWaitSeconds: z.nullable(z.number()),
  p95WaitSeconds: z.nullable(z.number()),
});
export type Desk = z.infer<typeof Desk>;

export const HistoryEntry = z.object({
  revision: z.int(),
  position: z.string(),
  eventId: z.string(),
  /** The event's wire name. */
  type: z.string(),
  time: z.string(),
  actor: named,
  reason: nullableText,
  changes,
  /** The revision that was seen when this was decided; null if it is not a decision, or the request named none. */
  seen: z.nullable(z.int()),
  /** Whether it is a decision, for which there is a receipt. */
  isDecision: z.boolean(),
  correlationId: z.string(),
  causationId: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** One thing that a person sent in, and how it was decided. */
export const Submission = z.object({
  entityType: z.enum(['city', 'location', 'edit', 'photo', 'report']),
  /** Its id; for an edit, its location's. */
  entityId: z.uuid(),
  editId: z.nullable(z.uuid()),
  /** For a photo: its place, if the person may see it. */
  locationId: z.nullable(z.uuid()),
  /**
   * Its own name; for an edit, a photo or a report, the name of its place or city, or one of `hiddenNames` if the
   * person may not see that.
   */
  name: z.string(),
  status: z.enum([...statuses, ...reportStatuses]),
  reason: nullableText,
  createdAt: z.string(),
  decidedAt: nullableText,
  /** Log position of the current decision, for its receipt; null if it is undecided. */
  decisionPosition: nullableText,
  thumbnailUrl: nullableText,
  /** For an edit: what it would change. */
  changes,
  /** If it was declined as a duplicate, or merged: the original, if the person may see it. */
  duplicateOf: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** The place that this one was merged into; then this one cannot be changed. */
  originalId: z.nullable(z.uuid()),
});
export type Submission = z.infer<typeof Submission>;
