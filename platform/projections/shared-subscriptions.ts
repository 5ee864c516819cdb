import { asError } from '#contracts/shared/as-error';
import type { ParseEvent, RecordedEvent } from '#contracts/shared/recorded-event';
import { pause } from '#platform/concurrency/waiting';
import type { EventLog, CaughtUp } from '#platform/event-log/index';

/** Receives every event of the log, in order. */
export interface Subscriber {
  /** Whether it receives each batch before or after the others have applied it. */
  readonly priority?: 'first' | 'last' | undefined;
  /** The position of the last event received. */
  position(): bigint;
  apply(events: readonly RecordedEvent[]): Promise<void>;
  /** Called when every event in the log has been received. */
  caughtUp(): Promise<void>;
}

export interface SharedSubscriptions {
  /**
   * Passes all events after its position to a subscriber. Fulfilled when `signal` or `stop` is aborted and the current
   * batch is done.
   * @throws the error of the subscriber or the log
   */
  subscribe(subscriber: Subscriber, stop?: AbortSignal): Promise<void>;
  /** How many subscriptions to the log are open. */
  count(): number;
}

interface Member {
  readonly subscriber: Subscriber;
  readonly stop: AbortSignal | undefined;
  readonly settle: (error?: Error) => void;
}

/** One subscription to the log, shared by all subscribers at the same position. */
interface SharedSubscription {
  readonly members: Set<Member>;
  position: bigint;
  /** Whether a batch is being applied. No member can be added then. */
  busy: boolean;
  live: boolean;
  /** Aborted to close the subscription. */
  readonly ended: AbortController;
}

export interface SharedSubscriptionsOptions {
  readonly log: EventLog;
  readonly parse: ParseEvent;
  /** Events applied at once while catching up. */
  readonly batchSize: number;
  /** Closes every subscription after its current batch. */
  readonly signal: AbortSignal;
}

const priorities = ['first', undefined, 'last'] as const;

/** Milliseconds that members of a live subscription wait for one that still applies a batch. Readers wait 2 seconds. */
const patience = 500;

/**
 * Shares one subscription to the log among subscribers at the same position, and one among all that have caught up. A
 * subscriber that is slow with a batch leaves the live subscription, so that the others continue. It joins again once
 * it has caught up.
 */
export function createSharedSubscriptions({
  log,
  parse,
  batchSize,
  signal,
}: SharedSubscriptionsOptions): SharedSubscriptions {
  const subscriptions = new Set<SharedSubscription>();

  function open(position: bigint, first: Member): void {
    const ended = new AbortController();
    const subscription: SharedSubscription = {
      members: new Set([first]),
      position,
      busy: false,
      live: false,
      ended,
    };
    subscriptions.add(subscription);
    void run(subscription);
  }

  async function run(subscription: SharedSubscription): Promise<void> {
    let failure: Error | undefined;
    try {
      const recorded = log.subscribe({
        after: subscription.position,
        signal: AbortSignal.any([signal, subscription.ended.signal]),
      });
      for await (const { events, atHead } of inBatches(recorded, batchSize)) {
        subscription.busy = true;
        await applyBatch(subscription, events);
        if (atHead)
          await Promise.all(
            [...subscription.members].map((member) =>
              callMember(subscription, member, (subscriber) => subscriber.caughtUp()),
            ),
          );
        subscription.live ||= atHead;
        subscription.busy = false;
        removeStopped(subscription);
        if (subscription.live) mergeIntoAnother(subscription);
        if (signal.aborted || subscription.members.size === 0) break;
      }
    } catch (error) {
      failure = asError(error);
    } finally {
      subscriptions.delete(subscription);
      subscription.ended.abort();
      for (const member of subscription.members) member.settle(failure);
    }
  }

  async function applyBatch(subscription: SharedSubscription, raw: readonly RecordedEvent[]): Promise<void> {
    const { events, failure } = parseAll(raw, parse);
    const last = events.at(-1);
    if (last !== undefined) {
      for (const priority of priorities) {
        const members = [...subscription.members].filter(
          ({ subscriber }) => subscriber.priority === priority,
        );
        await Promise.all(members.map((member) => applyPatiently(subscription, member, events)));
      }
      subscription.position = last.position;
    }
    if (failure !== undefined) throw failure;
  }

  /** Fulfilled once the member has applied the events, or has left because it is slow. */
  async function applyPatiently(
    subscription: SharedSubscription,
    member: Member,
    events: readonly RecordedEvent[],
  ): Promise<void> {
    const done = new AbortController();
    const applied = callMember(subscription, member, (subscriber) => subscriber.apply(events));
    void applied.finally(() => done.abort());
    if (subscription.live && subscription.members.size > 1 && (await pause(patience, done.signal))) {
      subscription.members.delete(member);
      void continueAlone(member, applied);
      return;
    }
    await applied;
  }

  async function continueAlone(member: Member, applied: Promise<boolean>): Promise<void> {
    if (!(await applied)) return;
    if (signal.aborted || member.stop?.aborted === true) member.settle();
    else open(member.subscriber.position(), member);
  }

  /** Calls one member. A member that fails is removed, and the others continue. Returns whether it has succeeded. */
  async function callMember(
    subscription: SharedSubscription,
    member: Member,
    action: (subscriber: Subscriber) => Promise<void>,
  ): Promise<boolean> {
    try {
      await action(member.subscriber);
      return true;
    } catch (error) {
      subscription.members.delete(member);
      member.settle(asError(error));
      return false;
    }
  }
  function removeStopped(subscription: SharedSubscription): void {
    for (const member of subscription.members) {
      if (member.stop?.aborted !== true) continue;
      subscription.members.delete(member);
      member.settle();
    }
    if (subscription.members.size === 0) subscription.ended.abort();
  }
  /** Checks every subscription, because a merge may have moved the member. */
  function removeIfStopped(member: Member): void {
    for (const subscription of subscriptions)
      if (!subscription.busy && subscription.members.has(member)) removeStopped(subscription);
  }
  function mergeIntoAnother(subscription: SharedSubscription): void {
    for (const other of subscriptions) {
      if (other === subscription || !other.live || other.busy || other.position !== subscription.position)
        continue;
      for (const member of subscription.members) other.members.add(member);
      subscription.members.clear();
      return;
    }
  }

  return {
    subscribe(subscriber, stop) {
      if (signal.aborted || stop?.aborted === true) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const member: Member = {
          subscriber,
          stop,
          settle(error) {
            stop?.removeEventListener('abort', onStop);
            if (error === undefined) resolve();
            else reject(error);
          },
        };
        const onStop = () => removeIfStopped(member);
        stop?.addEventListener('abort', onStop);
        const position = subscriber.position();
        // A new subscriber never joins a live subscription. Its own subscription first calls `caughtUp` and then
        // merges.
        const subscription = [...subscriptions].find(
          (each) => each.position === position && !each.busy && !each.live,
        );
        if (subscription === undefined) open(position, member);
        else subscription.members.add(member);
      });
    },
    count: () => subscriptions.size,
  };
}

interface Parsed {
  readonly events: readonly RecordedEvent[];
  readonly failure?: Error;
}

/** Parses events up to the first one that this release does not know. `failure`: the error for that event. */
function parseAll(raw: readonly RecordedEvent[], parse: ParseEvent): Parsed {
  const events: RecordedEvent[] = [];
  for (const event of raw) {
    try {
      events.push(parse(event));
    } catch (error) {
      return { events, failure: asError(error) };
    }
  }
  return { events };
}

interface Batch {
  readonly events: readonly RecordedEvent[];
  /** The log had no more events when it was read. */
  readonly atHead: boolean;
}

/**
 * Groups a subscription into batches of `most` events, or fewer at the end of the log. Reads nothing while a batch is
 * being applied.
 * @throws the subscription's error, after a batch with the events before it
 */
export async function* inBatches(
  subscription: AsyncIterable<RecordedEvent | CaughtUp>,
  most: number,
): AsyncGenerator<Batch, void, undefined> {
  let events: RecordedEvent[] = [];
  const batch = (atHead: boolean): Batch => {
    const full = { events, atHead };
    events = [];
    return full;
  };
  try {
    for await (const item of subscription) {
      if ('position' in item) events.push(item);
      else yield batch(true);
      if (events.length >= most) yield batch(false);
    }
  } catch (error) {
    if (events.length > 0) yield batch(false);
    throw error;
  }
  if (events.length > 0) yield batch(false);
}
