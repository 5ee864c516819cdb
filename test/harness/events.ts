import { randomUUID } from 'node:crypto';

import { streamOf, type DomainEvent } from '#contracts/events';
import type { NewEvent } from '#platform/event-log/index';
import { location } from '#projections/testing/events';

import type { DataFolder } from './data-folder.ts';

/** An event as a command of that person would append it now. */
export const newEvent = (actor: string, event: DomainEvent, id: string = randomUUID()): NewEvent => ({
  id,
  event,
  metadata: {
    time: new Date().toISOString(),
    actor,
    correlationId: randomUUID(),
    causationId: randomUUID(),
  },
});

export interface NewLocations {
  readonly cityId: string;
  readonly submitter: string;
  readonly moderator: string;
  readonly fields: NonNullable<Parameters<typeof location.submitted>[2]>;
  /** The status of each, by number; by default it is approved. */
  readonly statusOf?: (number: number) => 'approved' | 'rejected' | 'pending';
}

/** Appends that many locations directly to the log, as another process might, and returns their ids. */
export async function appendLocations(
  folder: DataFolder,
  count: number,
  { cityId, submitter, moderator, fields, statusOf = () => 'approved' }: NewLocations,
): Promise<string[]> {
  await using log = await folder.openLog();
  const appends = Array.from({ length: count }, async (_, number) => {
    const id = randomUUID();
    const status = statusOf(number);
    await log.append(streamOf.location(id), 'none', [
      newEvent(submitter, location.submitted(id, cityId, fields)),
      ...(status === 'pending' ? [] : [newEvent(moderator, location[status](id, cityId))]),
    ]);
    return id;
  });
  return await Promise.all(appends);
}
