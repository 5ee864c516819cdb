import { parseArgs } from 'node:util';

const numbers = {
  /** Seconds that each number is measured in each round. */
  seconds: 3,
  /** How often the server and its floor take turns. */
  rounds: 3,
  cities: 200,
  locations: 20_000,
  /** Locations in the log that is replayed from one server into another. */
  'server-locations': 2000,
  /** Locations in the store for measuring search, or the map, alone. */
  'search-locations': 1_000_000,
  connections: 32,
  /** Sockets that are open at once, and for how many seconds locations are approved meanwhile. */
  sockets: 2000,
  'socket-seconds': 60,
  'soak-seconds': 180,
};
type NumberName = keyof typeof numbers;

export interface Options extends Readonly<Record<NumberName, number>> {
  /** Names of the measurements to run; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** The size of the installations that are compared with each other. */
  readonly growth: 'small' | 'full';
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = (names: readonly string[]): string =>
  `npm run bench -- [--only ${names.join(',')}]\n` +
  Object.entries(numbers)
    .map(([name, value]) => `  [--${name} ${value}]`)
    .join('\n') +
  '\n  [--growth small|full]';

/** @throws UsageError with the mistake */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const { only: named, growth = 'small', ...values } = parse(args);
  const only = named?.split(',').map((name) => name.trim());
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0)
    throw new UsageError(`There is no ${unknown.join(', ')}; there are ${names.join(', ')}`);
  if (growth !== 'small' && growth !== 'full') throw new UsageError('--growth is small or full');
  const chosen = { ...numbers };
  for (const name of Object.keys(numbers) as NumberName[]) {
    const value = Number(values[name] ?? numbers[name]);
    if (!Number.isSafeInteger(value) || value <= 0)
      throw new UsageError(`--${name} must be a whole number above 0`);
    chosen[name] = value;
  }
  return { only, growth, ...chosen };
}

function parse(args: readonly string[]): Readonly<Partial<Record<string, string>>> {
  const names = ['only', 'growth', ...Object.keys(numbers)];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
