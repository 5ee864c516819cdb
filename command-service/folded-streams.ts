import { LRUCache } from 'lru-cache';

import { parseEvent, type DomainEvent, type RawRecordedEvent, type Recorded } from '#contracts/events/index';

import { foldFrom, type Decider } from './domain/decider.ts';
import type { EventLog, ExpectedRevision } from '#stores/event-log/index';

/** Streams whose folded states are kept, and the bytes that they take together, roughly. */
const most = { streams: 10_000, bytes: 32 * 1024 * 1024 };
/** Roughly what is kept of a stream (an entity's fields), and of each of its events (its mark), in bytes. */
const bytesOf = { stream: 4000, event: 24 };

/** What folding takes of a decider. */
export type Folding<State, Event extends DomainEvent> = Pick<
  Decider<State, never, never, Event>,
  'initial' | 'evolve' | 'fold' | 'extraBytes'
>;

/** A stream folded: its state, and where it stands. The state is shared with other readers and never changes. */
export interface Loaded<State> {
  readonly state: State;
  readonly revision: ExpectedRevision;
  /** Of its last event, 0n for none. */
  readonly position: bigint;
  /** False when the stream up to here holds no event of this id. True now and then for no reason. */
  readonly mayHold: (eventId: string) => boolean;
}

/** Folds streams. What was folded once is kept, and only read on from there. */
export interface FoldedStreams {
  readonly log: EventLog;
  /** The stream as it stands in the log now, whatever other processes have appended. */
  load<State, Event extends DomainEvent>(
    decider: Folding<State, Event>,
    stream: string,
  ): Promise<Loaded<State>>;
  /** What a loaded stream was after the event of that revision; undefined when it has not come so far. */
  stateAt<State, Event extends DomainEvent>(
    decider: Folding<State, Event>,
    stream: string,
    loaded: Loaded<State>,
    revision: bigint,
  ): Promise<State | undefined>;
  /** Takes events that were just appended to a loaded stream; gives the state after them. */
  appended<State, Event extends DomainEvent>(
    decider: Folding<State, Event>,
    stream: string,
    loaded: Loaded<State>,
    events: readonly Recorded<Event>[],
  ): State;
}

interface Kept {
  /** Of the stream's own decider; its name says which that is. */
  readonly state: unknown;
  readonly extraBytes: number;
  readonly last: Pick<RawRecordedEvent, 'id' | 'revision' | 'position'>;
  /** Of all its events; it may also hold some of later ones. */
  readonly marks: Set<number>;
}

/** Streams of a log. Nothing is kept but what the log gave, so that any number of processes may write to it. */
export function createFoldedStreams(log: EventLog): FoldedStreams {
  const cache = new LRUCache<string, Kept>({
    max: most.streams,
    maxSize: most.bytes,
    sizeCalculation: ({ extraBytes, marks }) => bytesOf.stream + extraBytes + bytesOf.event * marks.size,
  });

  function keep<State>(
    { extraBytes }: Pick<Folding<State, never>, 'extraBytes'>,
    stream: string,
    state: State,
    { last, marks }: Pick<Kept, 'last' | 'marks'>,
  ): Kept {
    const { id, revision, position } = last;
    const kept: Kept = {
      state,
      extraBytes: extraBytes?.(state) ?? 0,
      last: { id, revision, position },
      marks,
    };
    cache.set(stream, kept);
    return kept;
  }

  /**
   * Reads on after what is kept, or from the beginning. The last event kept is read again: when another one stands
   * there (the log was put back to an earlier time under a running process), the answer is `replaced`.
   */
  async function readOn<State, Event extends DomainEvent>(
    decider: Folding<State, Event>,
    stream: string,
    kept: Kept | undefined,
  ): Promise<Kept | 'none' | 'replaced'> {
    const fold = foldFrom(decider, kept === undefined ? decider.initial : stateOf<State>(kept));
    const marks = kept?.marks ?? new Set<number>();
    let last: Kept['last'] | undefined;
    for await (const raw of log.readStream(stream, kept && { from: kept.last.revision })) {
      if (last === undefined && kept !== undefined) {
        if (raw.id !== kept.last.id || raw.revision !== kept.last.revision) return 'replaced';
        last = kept.last;
        continue;
      }
      fold.add(toEventOf<Event>(raw));
      marks.add(markOf(raw.id));
      last = raw;
    }
    if (last === undefined) return kept === undefined ? 'none' : 'replaced';
    return last === kept?.last ? kept : keep(decider, stream, fold.state(), { last, marks });
  }

  /** Whether the log, asked now, has nothing after what is kept. */
  async function isAtEnd(stream: string, { last }: Kept): Promise<boolean> {
    const end = await log.lastOf?.(stream);
    return end?.id === last.id && end.revision === last.revision;
  }

  return {
    log,
    async load<State, Event extends DomainEvent>(decider: Folding<State, Event>, stream: string) {
      const kept = cache.get(stream);
      if (kept !== undefined && (await isAtEnd(stream, kept))) return toLoaded<State>(kept);
      let found = kept === undefined ? 'replaced' : await readOn(decider, stream, kept);
      if (found === 'replaced') found = await readOn(decider, stream, undefined);
      return typeof found === 'string' ? emptyStream(decider) : toLoaded<State>(found);
    },
    async stateAt(decider, stream, loaded, revision) {
      if (loaded.revision === 'none' || revision > loaded.revision) return undefined;
      if (revision === loaded.revision) return loaded.state;
      const fold = foldFrom(decider, decider.initial);
      for await (const raw of log.readStream(stream, { limit: Number(revision) + 1 }))
        fold.add(toEventOf(raw));
      return fold.state();
    },
    appended(decider, stream, { state, revision }, events) {
      const fold = foldFrom(decider, state);
      for (const event of events) fold.add(event);
      const after = fold.state();
      const kept = cache.peek(stream);
      const last = events.at(-1);
      // Kept as of another revision, it is left alone: whoever loads the stream next reads on from there.
      const isNext = revision === 'none' ? kept === undefined : kept?.last.revision === revision;
      if (isNext && last !== undefined) {
        const marks = kept?.marks ?? new Set<number>();
        for (const { id } of events) marks.add(markOf(id));
        keep(decider, stream, after, { last, marks });
      }
      return after;
    },
  };
}

/** What a command that makes its stream starts from. */
export const emptyStream = <State>({ initial }: Pick<Folding<State, never>, 'initial'>): Loaded<State> => ({
  state: initial,
  revision: 'none',
  position: 0n,
  mayHold: () => false,
});

const toLoaded = <State>(kept: Kept): Loaded<State> => ({
  state: stateOf<State>(kept),
  revision: kept.last.revision,
  position: kept.last.position,
  mayHold: (eventId) => kept.marks.has(markOf(eventId)),
});

/** A stream has one decider, whose states alone are kept under its name. */
const stateOf = <State>({ state }: Kept) => state as State;

/** A stream holds the events of its own decider alone; its name says which. */
const toEventOf = <Event extends DomainEvent>(raw: RawRecordedEvent) => parseEvent(raw) as Recorded<Event>;

/** 28 bits of an event's id: small enough that a set of them takes little room, seldom the same for two events. */
const markOf = (eventId: string): number => Number.parseInt(eventId.slice(0, 7), 16);
