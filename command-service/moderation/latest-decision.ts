import type { DecisionItem } from '#contracts/moderation/commands';
import { decidedBy, supersedes, type DecidedItem } from '#contracts/moderation/decided-items';
import { parseEvent, streamOf, type Recorded } from '#contracts/events';
import type { EventLog } from '#platform/event-log/index';

/** The streams that hold the decisions on an item. Reverts of a change are in the stream of what it changed. */
export function streamsOf({
  kind,
  id,
  entityType,
  entityId,
}: Pick<DecisionItem, 'kind' | 'id' | 'entityType' | 'entityId'>): readonly string[] {
  switch (kind) {
    case 'city':
    case 'location':
    case 'photo':
      return [streamOf[kind](id)];
    case 'edit':
      return [streamOf.location(entityId)];
    case 'report':
      return [streamOf.reports(entityType, entityId)];
    case 'change':
      return [
        streamOf.change(id),
        entityType === 'city' ? streamOf.city(entityId) : streamOf.location(entityId),
      ];
  }
}

/**
 * Who made the latest decision on the item, or took one back; null when its sender has ended it or sent it in again
 * since, and when nobody has decided it.
 */
export async function latestDecider(
  log: Pick<EventLog, 'readStream'>,
  item: DecidedItem,
  streams: readonly string[],
): Promise<string | null> {
  let latest: Recorded | undefined;
  for (const stream of streams) {
    const event = await latestAbout(log, item, stream);
    if (event !== undefined && (latest === undefined || event.position > latest.position)) latest = event;
  }
  return latest === undefined || decidedBy(latest) === null ? null : latest.metadata.actor;
}

async function latestAbout(
  log: Pick<EventLog, 'readStream'>,
  item: DecidedItem,
  stream: string,
): Promise<Recorded | undefined> {
  for await (const raw of log.readStream(stream, { backwards: true })) {
    const event = parseEvent(raw);
    if (supersedes(event, item)) return event;
  }
  return undefined;
}
