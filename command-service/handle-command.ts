import { v5 as uuidV5 } from 'uuid';

import { Refusal } from '#contracts/errors';
import { parseEvent, type DomainEvent, type EventMetadata, type Recorded } from '#contracts/events/index';

import type { Actor, Decider } from './domain/decider.ts';
import { WrongExpectedRevision, type EventLog, type ExpectedRevision } from './event-log/index.ts';

/** Rounds against other writers of the same stream before the command is refused as a conflict. */
const attempts = 20;

/** The request (or the event, for a reaction) that a command comes from. */
export interface CommandContext {
  /** The same for a repetition of the same request: its events are then found in the stream, not appended twice. */
  readonly commandId: string;
  readonly actor: Actor;
  readonly correlationId: string;
  /** The event that caused it; the command itself if left out. */
  readonly causationId?: string;
  readonly cascadeId?: string;
  /** When it was given. */
  readonly time: Date;
}

export interface Handled<State> {
  readonly state: State;
  /** Position of the command's last event or, if it changed nothing, of its stream's last event. */
  readonly position: bigint;
  readonly changed: boolean;
}

/** A stream folded: its state, where it stands, and the events (short: one entity's life). */
export interface Loaded<State, Event extends DomainEvent> {
  readonly state: State;
  readonly revision: ExpectedRevision;
  readonly events: readonly Recorded<Event>[];
}

/** Folds a stream, up to a revision (inclusive) if one is given. */
export async function load<State, Event extends DomainEvent>(
  log: EventLog,
  decider: Pick<Decider<State, never, never, Event>, 'initial' | 'evolve'>,
  stream: string,
  upTo?: bigint,
): Promise<Loaded<State, Event>> {
  let state = decider.initial;
  const events: Recorded<Event>[] = [];
  for await (const raw of log.readStream(stream)) {
    if (upTo !== undefined && raw.revision > upTo) break;
    // A stream holds the events of its own decider alone; its name says which.
    const event = parseEvent(raw) as Recorded<Event>;
    state = decider.evolve(state, event);
    events.push(event);
  }
  return { state, revision: events.at(-1)?.revision ?? 'none', events };
}

/**
 * Reads the stream, folds it, decides, appends; from the start when another writer came first.
 * `commandOf` gives the command and what else the decision needs, from the state just read.
 * `begins`: the command makes the stream, which is then taken for empty and read only when it turns out not to be.
 * @throws Refusal when the decider refuses, or `conflict` when others kept coming first
 */
export async function handleCommand<State, Command, Facts, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Facts, Event>,
  stream: string,
  commandOf: (loaded: Loaded<State, Event>) => Promise<{ command: Command; facts: Facts }>,
  context: CommandContext,
  { begins = false }: { readonly begins?: boolean } = {},
): Promise<Handled<State>> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const guessed = begins && attempt === 0;
    const loaded: Loaded<State, Event> = guessed
      ? { state: decider.initial, revision: 'none', events: [] }
      : await load(log, decider, stream);
    const earlier = ownEvents(loaded.events, context.commandId);
    if (earlier !== undefined) return { state: loaded.state, position: earlier.position, changed: true };
    try {
      const { command, facts } = await commandOf(loaded);
      const events = decider.decide(loaded.state, command, context.actor, facts);
      if (events.length === 0) {
        return { state: loaded.state, position: loaded.events.at(-1)?.position ?? 0n, changed: false };
      }
      return await append(log, decider, stream, loaded, events, context);
    } catch (error) {
      // What an earlier run of the command has appended is its answer, whatever would be refused today.
      const again = error instanceof WrongExpectedRevision || (guessed && error instanceof Refusal);
      if (!again) throw error;
    }
  }
  throw new Refusal('conflict');
}

async function append<State, Event extends DomainEvent>(
  log: EventLog,
  decider: Pick<Decider<State, never, never, Event>, 'evolve'>,
  stream: string,
  loaded: Loaded<State, Event>,
  events: readonly Event[],
  context: CommandContext,
): Promise<Handled<State>> {
  const metadata = metadataOf(context);
  const drafts = events.map((event, index) => ({ id: eventId(context.commandId, index), event, metadata }));
  const { position, revision } = await log.append(stream, loaded.revision, drafts);
  const first = revision - BigInt(drafts.length - 1);
  const state = drafts.reduce<State>(
    (folded, { id, event }, index) =>
      decider.evolve(folded, { ...event, id, stream, metadata, position, revision: first + BigInt(index) }),
    loaded.state,
  );
  return { state, position, changed: true };
}

const eventId = (commandId: string, index: number): string => uuidV5(String(index), commandId);

/** The last event that an earlier run of the same command appended. */
function ownEvents<Event extends DomainEvent>(
  events: readonly Recorded<Event>[],
  commandId: string,
): Recorded<Event> | undefined {
  if (events.length === 0) return undefined;
  const first = eventId(commandId, 0);
  const start = events.findIndex((event) => event.id === first);
  if (start < 0) return undefined;
  let last = start;
  while (events[last + 1]?.id === eventId(commandId, last + 1 - start)) last += 1;
  return events[last];
}

const metadataOf = (context: CommandContext): EventMetadata => ({
  time: context.time.toISOString(),
  actor: context.actor.userId,
  correlationId: context.correlationId,
  causationId: context.causationId ?? context.commandId,
  ...(context.cascadeId === undefined ? {} : { cascadeId: context.cascadeId }),
});
