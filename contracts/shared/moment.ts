import type { RecordedEvent } from './recorded-event.ts';

/** A moment of the log: right after the last event at or before a position, or at a time. */
export type Moment = { readonly position: bigint } | { readonly time: Date };

/** Whether the event came after the moment. */
export const isAfter = ({ position, metadata }: RecordedEvent, moment: Moment): boolean =>
  'position' in moment ? position > moment.position : Date.parse(metadata.time) > moment.time.getTime();

const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * The moment that a text names: a position (`1234`), an ISO 8601 time with its zone, or a UTC day; undefined for any
 * other text.
 */
export function parseMoment(text: string): Moment | undefined {
  if (/^\d{1,19}$/.test(text)) return { position: BigInt(text) };
  const time = new Date(text);
  return isoTime.test(text) && !Number.isNaN(time.getTime()) ? { time } : undefined;
}
