import { chainStart, eventsPerMark, type ChainPoint, type EventLog } from '#platform/event-log/index';
import type { RecordStore } from '#platform/record-store/index';

import { readMark } from './known-log.ts';

/** The last kept point before the head; undefined when none was kept. */
export async function markBefore(
  log: EventLog,
  records: RecordStore,
  head: ChainPoint,
): Promise<ChainPoint | undefined> {
  const events = Math.floor(Math.max(0, head.events - 1) / eventsPerMark) * eventsPerMark;
  if (events === 0) return chainStart;
  const mark = await readMark(records.settings, log.id, events);
  return mark && { events, ...mark };
}
