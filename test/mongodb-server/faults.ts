import { ServerError } from './server-error.ts';

/** What goes wrong with a command. */
export type Fault =
  /** The connection breaks before the command is done, or after it was done and before it is answered. */
  | { readonly kind: 'drop-before' | 'drop-after' }
  /** The server has stepped down: it does not do the command, and says so. */
  | { readonly kind: 'not-primary' }
  /** The command is not done, and fails with this code. */
  | { readonly kind: 'error'; readonly code: number }
  /** One write in the middle of a command with many fails. */
  | { readonly kind: 'write-error'; readonly index: number; readonly code: number }
  /** The command is done after this is fulfilled. `arrived` is told that it has come. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown>; readonly arrived?: () => void };

/** A command that was held up. */
export interface Held {
  /** Fulfilled once it has come. */
  readonly arrived: Promise<void>;
  /** Has it done. */
  readonly release: () => void;
}

export interface PlannedFault {
  readonly command: string;
  /** Only for this collection; for any if it is left out. */
  readonly collection?: string;
  readonly fault: Fault;
  /** How many commands it meets; one if it is left out. */
  readonly times?: number;
}

export interface Faults {
  plan(fault: PlannedFault): void;
  /** The fault that this command meets, which is thereby used up. */
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

/** A fault that holds a command up, and the hand on it. */
export function holding(): Held & { readonly fault: Fault } {
  let release: () => void = () => undefined;
  let come: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  const arrived = new Promise<void>((resolve) => (come = resolve));
  return { fault: { kind: 'hold', until, arrived: come }, arrived, release };
}

export const notPrimary = (): ServerError => new ServerError(10107, 'NotWritablePrimary', 'not primary');
export const injected = (code: number): ServerError =>
  new ServerError(code, 'Injected', `injected failure ${code}`);
