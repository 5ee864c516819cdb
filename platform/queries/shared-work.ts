import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets a long query give way to other requests from time to time. */
export interface Task {
  /** Waits for its next turn. @throws an AbortError when the query was aborted */
  yield(): Promise<void>;
}

/** Gives tasks turns: one in each round of the event loop, so that other requests are handled in between. */
export function createScheduler(): (signal: AbortSignal) => Task {
  let last: Promise<unknown> = Promise.resolve();
  return (signal) => ({
    async yield() {
      signal.throwIfAborted();
      const mine = last.then(() => nextTurn());
      last = mine;
      await mine;
      signal.throwIfAborted();
    },
  });
}

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/** Makes a response once for all callers that request it while it is being made. */
export type SingleFlight<T> = (
  key: string,
  caller: AbortSignal,
  make: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** The signal passed to `make` is aborted when the last caller has disconnected. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  const start = (key: string, make: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const stop = new AbortController();
    const forget = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    const answer = make(stop.signal).finally(forget);
    const flight: Flight<T> = { answer, stop, waiting: 0 };
    flights.set(key, flight);
    stop.signal.addEventListener('abort', forget);
    return flight;
  };

  return async (key, caller, make) => {
    caller.throwIfAborted();
    const flight = flights.get(key) ?? start(key, make);
    flight.waiting += 1;
    const leave = () => {
      flight.waiting -= 1;
      if (flight.waiting === 0) flight.stop.abort();
    };
    caller.addEventListener('abort', leave, { once: true });
    try {
      return await flight.answer;
    } finally {
      caller.removeEventListener('abort', leave);
    }
  };
}
