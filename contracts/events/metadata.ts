import * as z from 'zod/mini';

/** Who did it when, and why: carried by every event beside its data. */
export const EventMetadata = z.object({
  /** ISO 8601, UTC. */
  time: z.string(),
  /** A user's id, or `system` for what the service itself did. */
  actor: z.string(),
  /** The request that started it all. */
  correlationId: z.string(),
  /** The command, or the event that a reaction answered. */
  causationId: z.string(),
  /** On an event of a cascade: the id of the event at its root. Undoing the root undoes exactly these. */
  cascadeId: z.optional(z.string()),
});
export type EventMetadata = z.infer<typeof EventMetadata>;

export const systemActor = 'system';

/** A field's value before and after. */
export const change = <T extends z.ZodMiniType>(value: T) => z.object({ from: value, to: value });
