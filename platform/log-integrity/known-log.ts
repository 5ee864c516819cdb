import * as z from 'zod/mini';
import { eventsPerMark, type ChainPoint, chainStart, type EventLog } from '#platform/event-log/index';
import type { RecordStore } from '#platform/record-store/index';

const position = z.pipe(
  z.string().check(z.regex(/^\d{1,19}$/)),
  z.transform((text: string) => BigInt(text)),
);
const Known = z.object({ id: z.string(), unquestionedTo: position });
const Head = z.object({ id: z.string(), events: z.number(), position, hash: z.string() });
const Mark = z.object({ position, hash: z.string() });
/** What earlier releases kept about the log: how far they had reacted to it. */
const Reactions = z.object({ logId: z.string(), position });

const names = { log: 'log', head: 'log-head', reactions: 'reactions' } as const;
const markName = (logId: string, events: number): string => `log-mark-${logId}-${events}`;

/** What the records know about the event log that they belong to. */
export interface KnownLog {
  readonly id: string;
  /** The operator has accepted the log as it is up to this position, even where it has changed. */
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

/** The log that the records belong to; undefined when they do not know one yet. */
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

/** Notes that the records belong to that log from now on. */
export const writeKnownLog = (
  { settings }: RecordStore,
  known: Pick<KnownLog, 'id' | 'unquestionedTo'>,
): Promise<void> => write(settings, names.log, known);

/** The last known point of the log with that id; undefined when the records have none. */
export async function readHead(settings: Settings, logId: string): Promise<ChainPoint | undefined> {
  const head = await read(settings, names.head, Head);
  if (head?.id !== logId) return undefined;
  const { events, position, hash } = head;
  return { events, position, hash };
}

export const writeHead = (settings: Settings, id: string, head: ChainPoint): Promise<void> =>
  write(settings, names.head, { id, ...head });

/** The position and hash that the records keep for the log's event of that number, counted from 1. */
export const readMark = (settings: Settings, logId: string, events: number) =>
  read(settings, markName(logId, events), Mark);

/**
 * Keeps a point of the log unless that point is kept already. False when a different point is kept there: it stays.
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
