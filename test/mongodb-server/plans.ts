import { BSON, type Db, type Document } from 'mongodb';
import { expect } from 'vitest';

import { openTcpProxy } from '../tcp-proxy.ts';
import { collectionOf, nameOf } from './commands.ts';
import { takeRequests } from './wire.ts';

export interface Tap extends AsyncDisposable {
  /** The URL of the same database through the tap. */
  readonly url: string;
  /** All commands sent through it so far. */
  readonly commands: readonly Document[];
}

/** Records the commands that a driver sends to a server, the tests' own or a real one without TLS. */
export async function openTap(databaseUrl: string): Promise<Tap> {
  const url = new URL(databaseUrl);
  const commands: Document[] = [];
  const proxy = await openTcpProxy({
    host: url.hostname,
    port: Number(url.port || 27017),
    listen: () => {
      let rest: Buffer = Buffer.alloc(0);
      return (bytes) => {
        const taken = takeRequests(Buffer.concat([rest, bytes]));
        ({ rest } = taken);
        commands.push(...taken.requests.map(({ command }) => command));
      };
    },
  });
  url.host = `127.0.0.1:${proxy.port}`;
  // Otherwise the driver would connect to the addresses that the replica set reports.
  url.searchParams.set('directConnection', 'true');
  return { url: url.href, commands, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
}

/** The parts of a command that select documents. */
const fields: Readonly<Record<string, readonly string[]>> = {
  find: ['filter', 'sort', 'hint', 'limit'],
  aggregate: ['pipeline', 'hint', 'cursor'],
  count: ['query', 'hint', 'limit'],
  findAndModify: ['query', 'sort', 'update', 'remove', 'upsert'],
};
const lists: Readonly<Record<string, string>> = { update: 'updates', delete: 'deletes' };

/** The parts of a command that can be explained: each of several writes by itself, and no change stream. */
function explainable(command: Document): Document[] {
  const name = nameOf(command);
  const of: unknown = command[name];
  const list = lists[name];
  if (list !== undefined) {
    const statements: readonly Document[] = command[list];
    return statements.map((statement) => ({ [name]: of, [list]: [statement] }));
  }
  const known = fields[name]?.filter((field) => field in command);
  if (known === undefined || command['pipeline']?.[0]?.['$changeStream'] !== undefined) return [];
  return [{ [name]: of, ...Object.fromEntries(known.map((field) => [field, command[field]])) }];
}

/**
 * Expects every command to find its documents by an index, and in index order.
 * @returns the names and collections of these commands
 */
export async function expectIndexed(raw: Db, commands: readonly Document[]): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const asked of commands.flatMap(explainable)) {
    const { queryPlanner } = await raw.command({ explain: asked, verbosity: 'queryPlanner' });
    const plan = JSON.stringify(queryPlanner?.winningPlan);
    const what = BSON.EJSON.stringify(asked);
    expect(plan, what).toMatch(/IXSCAN|IDHACK/);
    expect(plan, what).not.toMatch(/COLLSCAN|"SORT"/);
    seen.add(`${nameOf(asked)} ${collectionOf(asked)}`);
  }
  return seen;
}
