import * as z from 'zod/mini';

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
  /** The revision that was seen when this was decided; null if it is no decision, or nobody named one. */
  seen: z.nullable(z.int()),
  correlationId: z.string(),
  causationId: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
