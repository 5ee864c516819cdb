import * as z from 'zod/mini';
import { eventsPerMark, type ChainPoint, chainStart, type EventLog } from '#platform/event-log/index';
import type { RecordStore } from '#platform/record-store/index';
import { buffer } from 'node:stream/consumers';
import type { PhotoStore } from '#platform/photo-store/index';

const position = z.pipe(
  z.string().check(z.regex(/^\d{1,19}$/)),
  z.transform((text: string) => BigInt(text)),
);
const Known = z.object({ id: z.string(), unquestionedTo: position });
const Head = z.object({ id: z.string(), events: z.number(), position, hash: z.string() });
const Mark = z.object({ position, hash: z.string() });
/** What earlier releases stored about the log: the position up to which they had reacted to it. */
const Reactions = z.object({ logId: z.string(), position });

const names = { log: 'log', head: 'log-head', reactions: 'reactions' } as const;
const markName = (logId: string, events: number): string => `log-mark-${logId}-${events}`;

/** What the records know about the event log that they belong to. */
export interface KnownLog {
  readonly id: string;
  /** The operator has accepted the log up to this position, even where it has changed. */
  readonly unquestionedTo: bigint;
  /** The last point known of the log. Its hash is empty if only an earlier release knew the log. */
  readonly head: ChainPoint;
}

type Settings = RecordStore['settings'];

async function read<S extends z.ZodMiniType>(
  settings: Settings,
  name: string,
  schema: S,
): Promise<z.infer<S> | undefined> {
  const stored = await settings.get(name);
  return stored === undefined ? undefined : schema.parse(JSON.parse(stored));
}

const write = (settings: Settings, name: string, value: Readonly<Record<string, unknown>>): Promise<void> =>
  settings.set(
    name,
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)),
  );

/** The log that the records belong to; undefined if they do not know one yet. */
export async function readKnownLog({ settings }: RecordStore): Promise<KnownLog | undefined> {
  const known = await read(settings, names.log, Known);
  if (known !== undefined) {
    const head = await readHead(settings, known.id);
    return { ...known, head: head ?? { events: 0, position: 0n, hash: '' } };
  }
  const reactions = await read(settings, names.reactions, Reactions);
  if (reactions === undefined) return undefined;
  const head = { events: 0, position: reactions.position, hash: '' };
  return { id: reactions.logId, unquestionedTo: 0n, head };
}

/** Stores that the records belong to that log from now on. */
export const writeKnownLog = (
  { settings }: RecordStore,
  known: Pick<KnownLog, 'id' | 'unquestionedTo'>,
): Promise<void> => write(settings, names.log, known);

/** The last known point of the log with that id; undefined if the records have none. */
export async function readHead(settings: Settings, logId: string): Promise<ChainPoint | undefined> {
  const head = await read(settings, names.head, Head);
  if (head?.id !== logId) return undefined;
  const { events, position, hash } = head;
  return { events, position, hash };
}

export const writeHead = (settings: Settings, id: string, head: ChainPoint): Promise<void> =>
  write(settings, names.head, { id, ...head });

/** The position and hash that the records hold for the log's event of that number, counted from 1. */
export const readMark = (settings: Settings, logId: string, events: number) =>
  read(settings, markName(logId, events), Mark);

/**
 * Stores a point of the log unless it is stored already. Returns false if a different point is stored for that event;
 * that point stays.
 */
export async function addMark(
  settings: Settings,
  logId: string,
  { events, position, hash }: ChainPoint,
): Promise<boolean> {
  if (events % eventsPerMark !== 0) return true;
  const kept = await readMark(settings, logId, events);
  if (kept !== undefined) return kept.position === position && kept.hash === hash;
  await write(settings, markName(logId, events), { position, hash });
  return true;
}

/** The last stored point before the head; undefined if there is none. */
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

/** How many events are read at most. Fewer follow the last stored point, unless the records know no point. */
const examinedMost = 3 * eventsPerMark;

/** When the log's last event was appended (milliseconds since 1970); undefined for an empty log or an unknown time. */
export async function lastEventTime(log: EventLog, records: RecordStore): Promise<number | undefined> {
  const head = (await readHead(records.settings, log.id)) ?? chainStart;
  const from = await markBefore(log, records, head);
  let [count, time] = [0, ''];
  for await (const { metadata } of log.readAll({ after: from?.position ?? 0n, limit: examinedMost })) {
    time = metadata.time;
    count += 1;
  }
  return time === '' || count === examinedMost ? undefined : Date.parse(time);
}

/** Holds one file for each log that the photos belong to; the file's name is the log's id. */
const noteFolder = 'log';
const noteName = (logId: string): string => `${noteFolder}/${logId}`;

/** `replacedAnotherAt`: when (milliseconds since 1970) the log replaced another; null for a store's first log. */
const Note = z.object({ replacedAnotherAt: z.nullable(z.number()) });

/** Ids of the logs that the photos belong to: usually one, none in a new store, two after an interrupted start. */
export async function logsOfPhotos(photos: PhotoStore): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { name } of photos.list(noteFolder)) ids.push(name.slice(noteFolder.length + 1));
  return ids;
}

/** The log that photos belong to from now on, and the logs that they belonged to before (`logsOfPhotos`). */
interface LogOfPhotos extends z.infer<typeof Note> {
  readonly logId: string;
  readonly before: readonly string[];
}

/** Stores which log the photos belong to, unless that is stored already. */
export async function writeLogOfPhotos(
  photos: PhotoStore,
  { logId, before, replacedAnotherAt }: LogOfPhotos,
): Promise<void> {
  const isNoted = before.includes(logId);
  // A stored file is never overwritten, so a note with another content is deleted first.
  if (isNoted && replacedAnotherAt !== null) await photos.delete(noteName(logId));
  if (!isNoted || replacedAnotherAt !== null)
    await photos.put(noteName(logId), Buffer.from(JSON.stringify({ replacedAnotherAt })));
  for (const other of before) if (other !== logId) await photos.delete(noteName(other));
}

/**
 * The time (milliseconds since 1970) from which this log knows which photos are needed: older photos may belong to
 * another log. @throws Error if the photos do not belong to that log alone
 */
export async function photosKnownSince(photos: PhotoStore, logId: string): Promise<number> {
  const ids = await logsOfPhotos(photos);
  const file = ids.length === 1 && ids[0] === logId ? await photos.open(noteName(logId)) : undefined;
  if (file === undefined) throw new Error(`The photos do not belong to log ${logId}`);
  const note = Note.parse(JSON.parse((await buffer(file.stream)).toString()));
  return note.replacedAnotherAt ?? 0;
}
