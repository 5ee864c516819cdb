import * as z from 'zod/mini';

import { reportStatuses, statuses } from '../vocabulary.ts';

export const Stats = z.object({
  /** Approved ones. */
  locations: z.int(),
  cities: z.int(),
  photos: z.int(),
  /** People who contributed anything in the last 30 days. */
  contributors: z.int(),
});
export type Stats = z.infer<typeof Stats>;

/** The demonstration data that a first start loads. */
export const Sample = z.object({
  /** Some of its cities are there. */
  present: z.boolean(),
  cities: z.int(),
  /** Public places in those cities, also what people have added to them. */
  locations: z.int(),
});
export type Sample = z.infer<typeof Sample>;

/** One thing that a person sent in, and what became of it. */
export const Submission = z.object({
  entityType: z.enum(['city', 'location', 'edit', 'photo', 'report']),
  /** Its id; for an edit, its location's. */
  entityId: z.uuid(),
  editId: z.nullable(z.uuid()),
  /** Its own; of an edit, a photo and a report that of the place or city that it is about. */
  name: z.string(),
  status: z.enum([...statuses, ...reportStatuses]),
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  thumbnailUrl: z.nullable(z.string()),
  /** Of an edit: what it would change. */
  changes: z.nullable(
    z.record(z.string(), z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  ),
  /** Of what was declined since it repeats another one: that one, if the person sees it. */
  duplicateOf: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
});
export type Submission = z.infer<typeof Submission>;

export const HistoryEntry = z.object({
  revision: z.int(),
  position: z.string(),
  eventId: z.string(),
  /** The event's wire name. */
  type: z.string(),
  time: z.string(),
  actor: z.object({ id: z.string(), name: z.string() }),
  reason: z.nullable(z.string()),
  changes: z.nullable(
    z.record(z.string(), z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  ),
  correlationId: z.string(),
  causationId: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** What a person may be shown. */
  message: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requestId: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;
