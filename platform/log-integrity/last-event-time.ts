import { chainStart, eventsPerMark, type EventLog } from '#platform/event-log/index';
import type { RecordStore } from '#platform/record-store/index';

import { markBefore, readHead } from './known-log.ts';

/** How many events are read at most: those since the last kept point are fewer, unless the records know no point. */
const most = 3 * eventsPerMark;

/** When the log's last event was appended (milliseconds since 1970); undefined for an empty log, or when unknown. */
export async function lastEventTime(log: EventLog, records: RecordStore): Promise<number | undefined> {
  const head = (await readHead(records.settings, log.id)) ?? chainStart;
  const from = await markBefore(log, records, head);
  let [count, time] = [0, ''];
  for await (const { metadata } of log.readAll({ after: from?.position ?? 0n, limit: most })) {
    time = metadata.time;
    count += 1;
  }
  return time === '' || count === most ? undefined : Date.parse(time);
}
