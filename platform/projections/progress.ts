import { UnreadableEvent } from '#contracts/shared/recorded-event';

import type { ReadModelDeclaration } from '#platform/read-store/index';

export interface ModelStatus {
  readonly name: string;
  readonly version: string;
  /** Position of the last event in the stored read model. */
  readonly position: bigint;
  /** The number of positions between `position` and the last known event in the log. */
  readonly lag: bigint;
  /** `standing-by`: another process writes the model. */
  readonly state: 'standing-by' | 'catching-up' | 'live' | 'stopped';
  /** The error that stopped the model, or after which it is retrying. */
  readonly error?: string;
  /** A description of the event at which the model stopped. */
  readonly stoppedAt?: string;
}

/** The parts of a model's status that change apart from its position. */
export type ModelState = Omit<ModelStatus, 'position' | 'lag'>;

/** A read model has stopped and does not continue by itself. */
export class ModelStopped extends Error {
  override readonly name = 'ModelStopped';
}

/** Tracks the position and state of each model, and lets others wait for a position. */
export interface Progress {
  status(): readonly ModelStatus[];
  of(name: string): ModelStatus;
  sawHead(position: bigint): void;
  /** Another process writes the model, or this one will soon. */
  standingBy(name: string): void;
  started(name: string, position: bigint): void;
  reached(name: string, position: bigint): void;
  live(name: string): void;
  interrupted(name: string, error: Error): void;
  stopped(name: string, error: Error): void;
  allReached(position: bigint): Promise<void>;
  /** Ends the reports of progress and rejects all pending waits. */
  close(): void;
}

interface State {
  readonly declaration: ReadModelDeclaration;
  position: bigint;
  state: ModelStatus['state'];
  error: Error | undefined;
}

const eventOf = ({ error, position }: State): string =>
  error instanceof UnreadableEvent ? error.event : `the event after position ${position}`;

interface Waiting {
  readonly target: bigint;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export interface ProgressListeners {
  /** Called when anything other than a position may have changed. */
  readonly onState?: (() => void) | undefined;
}

export function createProgress(
  declarations: readonly ReadModelDeclaration[],
  { onState }: ProgressListeners = {},
): Progress {
  const states = new Map(
    declarations.map((declaration): [string, State] => [
      declaration.name,
      { declaration, position: 0n, state: 'standing-by', error: undefined },
    ]),
  );
  const waiting = new Set<Waiting>();
  let head = 0n;
  let closed = false;

  const stateOf = (name: string): State => {
    const state = states.get(name);
    if (state === undefined) throw new Error(`There is no read model ${name}`);
    return state;
  };
  const lagOf = ({ position }: State): bigint => (head > position ? head - position : 0n);
  const statusOf = (state: State): ModelStatus => ({
    name: state.declaration.name,
    version: state.declaration.version,
    position: state.position,
    lag: lagOf(state),
    state: state.state,
    ...(state.error && { error: state.error.message }),
    ...(state.state === 'stopped' && { stoppedAt: eventOf(state) }),
  });

  function settle(one: Waiting): boolean {
    const all = [...states.values()];
    const stopped = all.find(({ state, position }) => state === 'stopped' && position < one.target);
    if (stopped !== undefined) {
      const { name } = stopped.declaration;
      one.reject(new ModelStopped(`Read model ${name} has stopped`, { cause: stopped.error }));
    } else if (all.every(({ position }) => position >= one.target)) one.resolve();
    else if (closed) one.reject(new Error('The projections are closed'));
    else return false;
    return true;
  }
  const tell = () => {
    for (const one of waiting) if (settle(one)) waiting.delete(one);
  };

  function change(name: string, changes: Partial<State>): void {
    const known = stateOf(name);
    const { state: before, error } = known;
    const state = Object.assign(known, changes);
    if (state.position > head) head = state.position;
    tell();
    if (state.state !== before || state.error !== error) onState?.();
  }

  return {
    status: () => [...states.values()].map(statusOf),
    of: (name) => statusOf(stateOf(name)),
    sawHead(position) {
      if (position > head) head = position;
    },
    standingBy: (name) => change(name, { state: 'standing-by', error: undefined }),
    started: (name, position) => change(name, { position, state: 'catching-up' }),
    reached: (name, position) => change(name, { position, error: undefined }),
    live: (name) => change(name, { state: 'live', error: undefined }),
    interrupted: (name, error) => change(name, { state: 'catching-up', error }),
    stopped: (name, error) => change(name, { state: 'stopped', error }),
    allReached: (target) =>
      new Promise((resolve, reject) => {
        const one = { target, resolve, reject };
        if (!settle(one)) waiting.add(one);
      }),
    close() {
      closed = true;
      tell();
    },
  };
}
