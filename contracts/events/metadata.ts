import * as z from 'zod/mini';

/** Who did it when, and why: carried by every event beside its data. */
export const EventMetadata = z.object({
  /** ISO 8601, UTC. */
  time: z.string(),
  /** A user's id, or `system` for what the service itself did. */
  actor: z.string(),
  /** The request that started it all. */
  correlationId: z.string(),
  /** The command; in logs of the first release also the event that led to this one. */
  causationId: z.string(),
  /** Written by the first release alone: the event of the parent that this one followed from. */
  cascadeId: z.optional(z.string()),
});
export type EventMetadata = z.infer<typeof EventMetadata>;

/**
 * The first release recorded what the end of a city did to its locations and photos as events of theirs. Such an event
 * says nothing that the city's own event does not say: it has its place in the stream and in the log, and no effect.
 */
export const isOfFirstReleaseCascade = ({ cascadeId }: EventMetadata): boolean => cascadeId !== undefined;

export const systemActor = 'system';

/** A field's value before and after. */
export const change = <T extends z.ZodMiniType>(value: T) => z.object({ from: value, to: value });

/** Written by the first release alone: the event that is taken back. It is the last one of the stream that it could be. */
export const undoes = z.optional(z.string());

/**
 * Of what applied at once and waits for somebody to look at it afterwards; such an event is a change in the queue, under
 * its own id. Absent where nobody needs to look.
 */
export const review = z.optional(z.literal('after'));

/** The change (the id of its event) that this event takes back: nobody needs to look at it any more. */
export const reverts = z.optional(z.string());

/** The change that an earlier event took back and that applies again from here on: it waits for a look again. */
export const reapplies = z.optional(z.string());
