import { LRUCache } from 'lru-cache';

import { createFairSemaphore, type FairSemaphore } from '#platform/concurrency/fair-semaphore';
import type { AnyEvent, ParseEvent, RecordedEvent } from '#contracts/shared/recorded-event';

import { foldFrom, type Decider } from './decider.ts';
import type { EventLog, ExpectedRevision } from '#platform/event-log/index';

/** How many streams' folded states are cached, and roughly how many bytes they may take together. */
const most = { streams: 10_000, bytes: 32 * 1024 * 1024 };
/**
 * Roughly how many bytes are cached for a stream (an entity's fields), and for each of its events (its fingerprint).
 */
const bytesOf = { stream: 4000, event: 24 };

/** The parts of a decider that folding needs. */
export type Folding<State, Event extends AnyEvent> = Pick<
  Decider<State, never, never, Event>,
  'initial' | 'evolve' | 'fold' | 'extraBytes'
>;

/** A folded stream: its state and its last revision. The state is shared with other readers and never changes. */
export interface Loaded<State> {
  readonly state: State;
  readonly revision: ExpectedRevision;
  /** Log position of the stream's last event, 0n if it has none. */
  readonly position: bigint;
  /** False if the stream so far has no event with this id. True means only that it may have one. */
  readonly mayHold: (eventId: string) => boolean;
}

/** Folds streams. Caches each folded state, and later reads only the newer events. */
export interface FoldedStreams {
  readonly log: EventLog;
  readonly parse: ParseEvent;
  /** Locks that serialise this process's commands on a stream. */
  readonly locks: FairSemaphore;
  /** Loads the stream as it is in the log now, including events that other processes have appended. */
  load<State, Event extends AnyEvent>(decider: Folding<State, Event>, stream: string): Promise<Loaded<State>>;
  /** The state of a loaded stream after the event of that revision; undefined if the stream is shorter. */
  stateAt<State, Event extends AnyEvent>(
    decider: Folding<State, Event>,
    stream: string,
    loaded: Loaded<State>,
    revision: bigint,
  ): Promise<State | undefined>;
  /**
   * Caches the state after events that were just appended to a loaded stream, and returns a function that gives this
   * state. A stream that these events create is cached only when it is loaded again: most such streams are not used
   * again soon, and their few events are read quickly.
   */
  appended<State, Event extends AnyEvent>(
    decider: Folding<State, Event>,
    stream: string,
    loaded: Loaded<State>,
    events: () => readonly RecordedEvent<Event>[],
  ): () => State;
}

interface Kept {
  /** The state of the stream's own decider; the stream's name says which decider that is. */
  readonly state: unknown;
  readonly extraBytes: number;
  readonly last: Pick<RecordedEvent, 'id' | 'revision' | 'position'>;
  /** Fingerprints of all events up to the last; fingerprints of later events may be among them. */
  readonly fingerprints: Set<number>;
}

/**
 * Folds the streams of a log. Caches only what it has read from the log, so any number of processes may write to the
 * log.
 */
export function createFoldedStreams(log: EventLog, parse: ParseEvent): FoldedStreams {
  const cache = new LRUCache<string, Kept>({
    max: most.streams,
    maxSize: most.bytes,
    sizeCalculation: ({ extraBytes, fingerprints }) =>
      bytesOf.stream + extraBytes + bytesOf.event * fingerprints.size,
  });

  function keep<State>(
    { extraBytes }: Pick<Folding<State, never>, 'extraBytes'>,
    stream: string,
    state: State,
    { last, fingerprints }: Pick<Kept, 'last' | 'fingerprints'>,
  ): Kept {
    const { id, revision, position } = last;
    const kept: Kept = {
      state,
      extraBytes: extraBytes?.(state) ?? 0,
      last: { id, revision, position },
      fingerprints,
    };
    cache.set(stream, kept);
    return kept;
  }

  /**
   * Reads the events after the cached ones, or all of them. Also reads the last cached event again: if another event is
   * in its place (the log was restored to an earlier time under a running process), the result is `replaced`.
   */
  async function readOn<State, Event extends AnyEvent>(
    decider: Folding<State, Event>,
    stream: string,
    kept: Kept | undefined,
  ): Promise<Kept | 'none' | 'replaced'> {
    const fold = foldFrom(decider, kept === undefined ? decider.initial : stateOf<State>(kept));
    const fingerprints = kept?.fingerprints ?? new Set<number>();
    let last: Kept['last'] | undefined;
    for await (const raw of log.readStream(stream, kept && { from: kept.last.revision })) {
      if (last === undefined && kept !== undefined) {
        if (raw.id !== kept.last.id || raw.revision !== kept.last.revision) return 'replaced';
        last = kept.last;
        continue;
      }
      fold.add(toEventOf<Event>(raw));
      fingerprints.add(fingerprintOf(raw.id));
      last = raw;
    }
    if (last === undefined) return kept === undefined ? 'none' : 'replaced';
    return last === kept?.last ? kept : keep(decider, stream, fold.state(), { last, fingerprints });
  }

  /** Safe cast: a stream holds only events of its own decider; its name says which decider that is. */
  const toEventOf = <Event extends AnyEvent>(raw: RecordedEvent) => parse(raw) as RecordedEvent<Event>;

  return {
    log,
    parse,
    locks: createFairSemaphore(),
    async load<State, Event extends AnyEvent>(decider: Folding<State, Event>, stream: string) {
      const kept = cache.get(stream);
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
      const kept = cache.peek(stream);
      // A cached state of another revision stays: the next load reads the events after it.
      if (kept === undefined || kept.last.revision !== revision)
        return () => foldOn(decider, state, events());
      const added = events();
      const last = added.at(-1) ?? kept.last;
      const after = foldOn(decider, state, added);
      for (const { id } of added) kept.fingerprints.add(fingerprintOf(id));
      keep(decider, stream, after, { last, fingerprints: kept.fingerprints });
      return () => after;
    },
  };
}

function foldOn<State, Event extends AnyEvent>(
  decider: Folding<State, Event>,
  state: State,
  events: readonly RecordedEvent<Event>[],
): State {
  const fold = foldFrom(decider, state);
  for (const event of events) fold.add(event);
  return fold.state();
}

/** The starting point of a command that creates its stream. */
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
  mayHold: (eventId) => kept.fingerprints.has(fingerprintOf(eventId)),
});

/** Safe cast: a stream has one decider, and only that decider's states are cached under the stream's name. */
const stateOf = <State>({ state }: Kept) => state as State;

/** The first 28 bits of an event's id: a set of them stays small, and two events seldom share one. */
const fingerprintOf = (eventId: string): number => Number.parseInt(eventId.slice(0, 7), 16);
