import type { Recorded } from '#contracts/events/index';

import type { LifeCycle } from '../read-store/models.ts';
import { standing } from './life-cycle.ts';

/** What a city and a location keep of their own stream beside their content. */
interface Tracked extends LifeCycle {
  readonly updatedAt: string;
  readonly decidedAt: string | null;
  readonly revision: number;
}

/** `after` with the times that its change of status asks for. */
export function dated<D extends Tracked>(before: D, after: D, event: Recorded): D {
  if (before === after) return before;
  const { time } = event.metadata;
  const stands = standing(after);
  let { decidedAt } = before;
  if (stands !== standing(before)) decidedAt = stands === 'pending' ? null : time;
  const updatedAt = before.status === after.status ? before.updatedAt : time;
  return { ...after, decidedAt, updatedAt };
}

/** The document as of this event of its own stream. */
export const revised = <D extends Tracked>(document: D, event: Recorded): D => ({
  ...document,
  revision: Number(event.revision),
});

/** A change of content. */
export const edited = <D extends Tracked>(document: D, event: Recorded): D => ({
  ...document,
  updatedAt: event.metadata.time,
});
