import * as z from 'zod/mini';

/** Who did it, when and why: part of every event, beside its data. */
export const EventMetadata = z.object({
  /** ISO 8601, UTC. */
  time: z.string(),
  /** A user's id, or `system` for events that the service itself causes. */
  actor: z.string(),
  /** The id of the request that caused the event. */
  correlationId: z.string(),
  /** The id of the command; in logs of the first release sometimes the id of the event that led to this one. */
  causationId: z.string(),
  /** For a decision: the revision of the item that the moderator saw, if the request named one. */
  seen: z.optional(z.int()),
  /** Written only by the first release: the event of the parent that caused this one. */
  cascadeId: z.optional(z.string()),
});
export type EventMetadata = z.infer<typeof EventMetadata>;

/**
 * When a city was closed, the first release recorded the effect on its locations and photos as events of theirs. Such
 * an event adds nothing to the city's own event: it has its place in the stream and in the log, but no effect.
 */
export const isOfFirstReleaseCascade = ({ cascadeId }: EventMetadata): boolean => cascadeId !== undefined;

export const systemActor = 'system';

/** The schema of an event: its versioned type, and the fields of its data. */
export const event = <const T extends string, F extends z.core.$ZodShape>(type: T, data: F) =>
  z.object({ type: z.literal(type), data: z.object(data) });

/** A field's value before and after. */
export const change = <T extends z.ZodMiniType>(value: T) => z.object({ from: value, to: value });

/**
 * Written only by the first release: the event that is taken back, the latest event of the stream for which that is
 * possible.
 */
export const undoes = z.optional(z.string());

/**
 * Set on an event that applied at once and waits for a later review; such an event is a change in the queue, under its
 * own id. Absent if it needs no review.
 */
export const review = z.optional(z.literal('after'));

/** The change (the id of its event) that this event reverts; the change needs no review any longer. */
export const reverts = z.optional(z.string());

/** The change, reverted earlier, that this event applies again; it waits for review again. */
export const reapplies = z.optional(z.string());
