import { ServerError } from './server-error.ts';

/** A fault of a command. */
export type Fault =
  /** The connection breaks before the command runs, or after it ran and before its response. */
  | { readonly kind: 'drop-before' | 'drop-after' }
  /** The server has stepped down: it refuses the command. */
  | { readonly kind: 'not-primary' }
  /** The command does not run, and fails with this code. */
  | { readonly kind: 'error'; readonly code: number }
  /** One write in the middle of a command with many fails. */
  | { readonly kind: 'write-error'; readonly index: number; readonly code: number }
  /** The command runs, or its response is sent, after this is fulfilled. `arrived` is called at that point. */
  | {
      readonly kind: 'hold' | 'hold-answer';
      readonly until: Promise<unknown>;
      readonly arrived?: () => void;
    };

/** A command that is held back. */
export interface Held {
  /** Fulfilled once it has arrived; if its response is held back, once it has run. */
  readonly arrived: Promise<void>;
  /** Lets it run, or its response be sent. */
  readonly release: () => void;
}

export interface PlannedFault {
  readonly command: string;
  /** Only for this collection; by default for any. */
  readonly collection?: string;
  readonly fault: Fault;
  /** How many commands it affects; one by default. */
  readonly times?: number;
}

export interface Faults {
  plan(fault: PlannedFault): void;
  /** The fault for this command, which is then used up. */
  take(command: string, collection: string): Fault | undefined;
  clear(): void;
}

export function createFaults(): Faults {
  let planned: { readonly fault: PlannedFault; left: number }[] = [];
  return {
    plan: (fault) => planned.push({ fault, left: fault.times ?? 1 }),
    take: (command, collection) => {
      const met = planned.find(
        ({ fault }) => fault.command === command && (fault.collection ?? collection) === collection,
      );
      if (met === undefined) return undefined;
      met.left -= 1;
      if (met.left === 0) planned = planned.filter((each) => each !== met);
      return met.fault.fault;
    },
    clear: () => {
      planned = [];
    },
  };
}

/** A fault that holds a command back, with the functions to control it. */
export function holding(kind: 'hold' | 'hold-answer'): Held & { readonly fault: Fault } {
  let release: () => void = () => undefined;
  let come: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  const arrived = new Promise<void>((resolve) => (come = resolve));
  return { fault: { kind, until, arrived: come }, arrived, release };
}

export const notPrimary = (): ServerError => new ServerError(10107, 'NotWritablePrimary', 'not primary');
export const injected = (code: number): ServerError =>
  new ServerError(code, 'Injected', `injected failure ${code}`);
