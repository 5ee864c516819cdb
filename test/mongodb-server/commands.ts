import type { Document } from 'mongodb';

import { create, createIndexes, drop, dropDatabase, listCollections, listIndexes } from './catalog.ts';
import { changeStream } from './change-stream.ts';
import { batchSizeOf, listSource, type Cursors } from './cursors.ts';
import { aggregate, count, explain, find } from './reads.ts';
import { ServerError } from './server-error.ts';
import type { State } from './state.ts';
import type { Target } from './target.ts';
import { findAndModify, insert, remove, update, type WriteChecks } from './writes.ts';

export interface CommandContext extends WriteChecks {
  readonly state: State;
  readonly cursors: Cursors;
  readonly isReplicaSet: boolean;
  readonly hello: () => Document;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

type Command = (target: Target, command: Document, context: CommandContext) => Document | Promise<Document>;

const allOf = (target: Target, documents: readonly Document[], { cursors }: CommandContext) =>
  cursors.open(listSource(`${target.database}.$cmd`, documents), documents.length + 1);

const hello: Command = (_target, _command, context) => context.hello();
const nothing: Command = () => ({});

const commands: Readonly<Record<string, Command>> = {
  hello,
  ismaster: hello,
  isMaster: hello,
  ping: nothing,
  endSessions: nothing,
  buildInfo: () => ({ version: '7.0.0', versionArray: [7, 0, 0, 0] }),
  insert,
  update,
  delete: remove,
  findAndModify,
  find: (target, command, { cursors, checkPlan }) => {
    const found = find(target, command, checkPlan);
    const source = listSource(`${target.database}.${target.name}`, found, command['singleBatch']);
    return cursors.open(source, batchSizeOf(command['batchSize']));
  },
  aggregate: (target, command, { cursors, checkPlan, isReplicaSet }) => {
    const pipeline: Document[] = command['pipeline'];
    const batchSize = batchSizeOf(command['cursor']?.batchSize);
    if (pipeline[0]?.['$changeStream'] === undefined) {
      const found = aggregate(target, command, checkPlan);
      return cursors.open(listSource(`${target.database}.${target.name}`, found), batchSize);
    }
    if (!isReplicaSet) {
      const message = 'The $changeStream stage is only supported on replica sets';
      throw new ServerError(40573, 'Location40573', message);
    }
    return cursors.open(changeStream(target, pipeline), batchSize);
  },
  getMore: (_target, command, { cursors, signal }) => {
    const waitMs = Number(command['maxTimeMS'] ?? 1000);
    return cursors.more(Number(command['getMore']), batchSizeOf(command['batchSize'], 1000), waitMs, signal);
  },
  killCursors: (_target, command, { cursors }) => {
    cursors.kill((command['cursors'] as unknown[]).map(Number));
    return { cursorsKilled: command['cursors'] };
  },
  count: (target, command, { checkPlan }) => count(target, command, checkPlan),
  explain: (target, command) => {
    const explained: Document = command['explain'];
    return explain({ ...target, name: String(Object.values(explained)[0]) }, explained);
  },
  create: (target) => create(target),
  createIndexes: (target, command) => createIndexes(target, command),
  listIndexes: (target, _command, context) => allOf(target, listIndexes(target), context),
  listCollections: (target, command, context) => allOf(target, listCollections(target, command), context),
  drop: (target) => drop(target),
  dropDatabase: (target) => dropDatabase(target),
};

export const nameOf = (command: Document): string => Object.keys(command)[0] ?? '';
/** The collection of a command; empty for a command about a whole database. */
export function collectionOf(command: Document): string {
  const name: unknown = nameOf(command) === 'getMore' ? command['collection'] : Object.values(command)[0];
  return typeof name === 'string' ? name : '';
}

/** Runs a command. @throws ServerError */
export async function run(command: Document, context: CommandContext): Promise<Document> {
  const work = commands[nameOf(command)];
  if (work === undefined)
    throw new ServerError(59, 'CommandNotFound', `no such command: '${nameOf(command)}'`);
  const database = String(command['$db'] ?? 'admin');
  return work({ state: context.state, database, name: collectionOf(command) }, command, context);
}
