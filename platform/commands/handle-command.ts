import { Refusal } from '#contracts/shared/errors';
import type { EventMetadata } from '#contracts/shared/event-metadata';
import type { AnyEvent, RecordedEvent } from '#contracts/shared/recorded-event';

import type { Actor, Decider } from './decider.ts';
import { WrongExpectedRevision, type EventLog } from '#platform/event-log/index';
import { emptyStream, type FoldedStreams, type Folding, type Loaded } from './folded-streams.ts';
import { nameBasedId } from './name-based-id.ts';

/**
 * How often a command that holds its stream's lock is tried while other processes append to the stream; then it is
 * refused as a conflict.
 */
const attempts = 20;

/** The request that a command comes from. */
export interface CommandContext {
  /**
   * The same when the request is repeated: the command then finds its events in the stream and does not append them
   * again.
   */
  readonly commandId: string;
  readonly actor: Actor;
  readonly correlationId: string;
  /** When the request was made. */
  readonly time: Date;
  /** For a decision: the revision of the item that the moderator saw, if the request names one. */
  readonly seen?: number | undefined;
  /** For an undo: the decision that it takes back. */
  readonly takesBack?: TakenBack;
}

/** An event of the command's stream. It can be taken back only if no later event supersedes it. */
interface TakenBack {
  readonly revision: bigint;
  isSupersededBy(event: RecordedEvent): boolean;
}

export interface Handled<State> {
  readonly state: State;
  /** Position of the command's last event or, if it changed nothing, of its stream's last event. */
  readonly position: bigint;
  readonly changed: boolean;
}

export interface CommandOptions<State, Event extends AnyEvent> {
  /**
   * True if the command creates its stream. The stream is then assumed to be empty, and read only if the append shows
   * that it is not.
   */
  readonly begins?: boolean;
  /** Called with the events before they are appended; throws a Refusal to refuse them. */
  readonly admit?: (events: readonly Event[], state: State) => Promise<void>;
  /** Called with admitted events once it is certain that they will never be in the log. */
  readonly release?: (events: readonly Event[]) => Promise<void>;
}

/**
 * Reads the stream, folds it, decides and appends. Starts again when another writer has appended first. After such a
 * conflict the commands of this process wait for the stream's lock, so only other processes can cause another one.
 * `commandOf` gets the state just read, and returns the command and the facts that the decision needs.
 * @throws Refusal when the decider refuses, or `conflict` when other writers were first at every attempt
 */
export async function handleCommand<State, Command, Facts, Event extends AnyEvent>(
  streams: FoldedStreams,
  decider: Decider<State, Command, Facts, Event>,
  stream: string,
  commandOf: (loaded: Loaded<State>) => Promise<{ command: Command; facts: Facts }>,
  context: CommandContext,
  { begins = false, admit, release }: CommandOptions<State, Event> = {},
): Promise<Handled<State>> {
  let admitted: readonly Event[] = [];
  /** Undefined if another writer appended first. */
  async function attempt(guessed: boolean): Promise<Handled<State> | undefined> {
    const loaded = guessed ? emptyStream(decider) : await streams.load(decider, stream);
    const earlier = await ownEvents(streams.log, stream, loaded, context.commandId);
    if (earlier !== undefined) return { state: loaded.state, position: earlier.position, changed: true };
    try {
      await refuseSuperseded(streams, stream, context.takesBack);
      const { command, facts } = await commandOf(loaded);
      const events = decider.decide(loaded.state, command, context.actor, facts);
      if (events.length === 0) return { state: loaded.state, position: loaded.position, changed: false };
      await admit?.(events, loaded.state);
      admitted = events;
      return await append(streams, decider, stream, loaded, events, context);
    } catch (error) {
      // If an earlier run of the command has appended its events, they are the result, even if the command would be
      // refused now.
      const again = error instanceof WrongExpectedRevision || (guessed && error instanceof Refusal);
      if (!again) throw error;
      return undefined;
    }
  }
  async function attemptLocked(): Promise<Handled<State>> {
    for (let count = 0; count < attempts; count += 1) {
      const handled = await attempt(false);
      if (handled !== undefined) return handled;
    }
    throw new Refusal('conflict');
  }

  try {
    const handled = streams.locks.isHeld(stream) ? undefined : await attempt(begins);
    if (handled !== undefined) return handled;
    using _lock = await streams.locks.take(stream);
    return await attemptLocked();
  } catch (error) {
    if (error instanceof Refusal && admitted.length > 0) await release?.(admitted);
    throw error;
  }
}

/**
 * Reads all events after the one to be taken back. An event that is appended after this read makes our append fail.
 * @throws Refusal `decided-since`
 */
async function refuseSuperseded(
  { log, parse }: FoldedStreams,
  stream: string,
  takesBack?: TakenBack,
): Promise<void> {
  if (takesBack === undefined) return;
  for await (const raw of log.readStream(stream, { from: takesBack.revision + 1n })) {
    if (takesBack.isSupersededBy(parse(raw))) throw new Refusal('decided-since');
  }
}

async function append<State, Event extends AnyEvent>(
  streams: FoldedStreams,
  decider: Folding<State, Event>,
  stream: string,
  loaded: Loaded<State>,
  events: readonly Event[],
  context: CommandContext,
): Promise<Handled<State>> {
  const metadata = metadataOf(context);
  const drafts = events.map((event, index) => ({ id: eventIdOf(context.commandId, index), event, metadata }));
  const { position, revision } = await streams.log.append(stream, loaded.revision, drafts);
  const first = revision - BigInt(drafts.length - 1);
  const recorded = () =>
    drafts.map<RecordedEvent<Event>>(({ id, event }, index) => ({
      ...event,
      id,
      stream,
      metadata,
      position,
      revision: first + BigInt(index),
    }));
  const stateAfter = streams.appended(decider, stream, loaded, recorded);
  return {
    get state() {
      return stateAfter();
    },
    position,
    changed: true,
  };
}

/** The id of a command's event, from its index among the command's events. */
export const eventIdOf = (commandId: string, index: number): string => nameBasedId(String(index), commandId);

/**
 * The last event that an earlier run of the same command appended. Reads the stream only if the fingerprints say that
 * the event may be in it.
 */
async function ownEvents(
  log: EventLog,
  stream: string,
  { revision, mayHold }: Loaded<unknown>,
  commandId: string,
): Promise<RecordedEvent | undefined> {
  if (revision === 'none' || !mayHold(eventIdOf(commandId, 0))) return undefined;
  let last: RecordedEvent | undefined;
  let index = 0;
  for await (const event of log.readStream(stream)) {
    if (event.id === eventIdOf(commandId, index)) {
      last = event;
      index += 1;
    } else if (last !== undefined) break;
  }
  return last;
}

const metadataOf = (context: CommandContext): EventMetadata => ({
  time: context.time.toISOString(),
  actor: context.actor.userId,
  correlationId: context.correlationId,
  causationId: context.commandId,
  ...(context.seen !== undefined && { seen: context.seen }),
});
