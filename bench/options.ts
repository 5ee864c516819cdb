import { parseArgs } from 'node:util';

export interface Options {
  /** Names of the measurements to run; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** Seconds that each number is measured in each round. */
  readonly seconds: number;
  /** How often the server and its floor take turns. */
  readonly rounds: number;
  readonly cities: number;
  readonly locations: number;
  /** Locations in the log that is replayed from one server into another. */
  readonly serverLocations: number;
  /** Locations in the store in which search alone is measured. */
  readonly searchLocations: number;
  readonly connections: number;
  /** Sockets that are open at once, and for how many seconds things are approved meanwhile. */
  readonly sockets: number;
  readonly socketSeconds: number;
  readonly soakSeconds: number;
  /** How much there is in the installations that are compared with each other. */
  readonly growth: 'small' | 'medium' | 'full';
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const defaults = {
  seconds: '3',
  rounds: '3',
  cities: '200',
  locations: '20000',
  'server-locations': '2000',
  'search-locations': '1000000',
  connections: '32',
  sockets: '2000',
  'socket-seconds': '60',
  'soak-seconds': '180',
} as const;

export const usage = (names: readonly string[]): string =>
  `npm run bench -- [--only ${names.join(',')}]\n` +
  Object.entries(defaults)
    .map(([name, value]) => `  [--${name} ${value}]`)
    .join('\n') +
  '\n  [--growth small|medium|full]';

/** @throws UsageError with the mistake */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const values = parse(args);
  const only = values.only?.split(',').map((name) => name.trim());
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0)
    throw new UsageError(`There is no ${unknown.join(', ')}; there are ${names.join(', ')}`);
  const number = (name: keyof typeof defaults): number => {
    const value = Number(values[name]);
    if (Number.isSafeInteger(value) && value > 0) return value;
    throw new UsageError(`--${name} must be a whole number above 0`);
  };
  if (values.growth !== 'small' && values.growth !== 'medium' && values.growth !== 'full')
    throw new UsageError('--growth is small, medium or full');
  return {
    only,
    growth: values.growth,
    seconds: number('seconds'),
    rounds: number('rounds'),
    cities: number('cities'),
    locations: number('locations'),
    serverLocations: number('server-locations'),
    searchLocations: number('search-locations'),
    connections: number('connections'),
    sockets: number('sockets'),
    socketSeconds: number('socket-seconds'),
    soakSeconds: number('soak-seconds'),
  };
}

function parse(args: readonly string[]) {
  const number = (name: keyof typeof defaults) => ({ type: 'string', default: defaults[name] }) as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        growth: { type: 'string', default: 'small' },
        seconds: number('seconds'),
        rounds: number('rounds'),
        cities: number('cities'),
        locations: number('locations'),
        'server-locations': number('server-locations'),
        'search-locations': number('search-locations'),
        connections: number('connections'),
        sockets: number('sockets'),
        'socket-seconds': number('socket-seconds'),
        'soak-seconds': number('soak-seconds'),
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
