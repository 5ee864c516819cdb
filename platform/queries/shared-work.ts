import { setImmediate as nextTick } from 'node:timers/promises';

/** Lets a long query give way to other requests from time to time. */
export interface Task {
  /** Waits for the task's next slot. @throws an AbortError if the query was aborted */
  yield(): Promise<void>;
}

/**
 * Returns a function that lets the event loop answer waiting requests before its caller continues. In each round of the
 * loop, one of the waiting callers continues.
 */
export function createPauses(): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(() => nextTick()));
}

/** Tasks of one scheduler take turns. */
export function createScheduler(): (signal: AbortSignal) => Task {
  const pause = createPauses();
  return (signal) => ({
    async yield() {
      signal.throwIfAborted();
      await pause();
      signal.throwIfAborted();
    },
  });
}

interface Flight<T> {
  readonly response: Promise<T>;
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
    const response = make(stop.signal).finally(forget);
    const flight: Flight<T> = { response, stop, waiting: 0 };
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
      return await flight.response;
    } finally {
      caller.removeEventListener('abort', leave);
    }
  };
}
