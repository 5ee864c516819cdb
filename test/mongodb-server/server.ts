import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { BSON, ObjectId, type Document } from 'mongodb';

import { collectionOf, nameOf, run, type CommandContext } from './commands.ts';
import { createCursors } from './cursors.ts';
import {
  createFaults,
  holding,
  injected,
  notPrimary,
  type Fault,
  type Held,
  type PlannedFault,
} from './faults.ts';
import type { CheckPlan } from './target.ts';
import { ServerError } from './server-error.ts';
import { createState, type State } from './state.ts';
import { responseTo, takeRequests, type Request } from './wire.ts';

export interface MongoTestServer extends AsyncDisposable {
  /** Without a database's name. */
  readonly url: string;
  readonly state: State;
  /** The number of commands by name, for tests of how often something is requested. */
  readonly asked: ReadonlyMap<string, number>;
  plan(fault: PlannedFault): void;
  /** Holds back the next such command, or the response to it. */
  hold(command: string, collection: string, kind?: 'hold' | 'hold-answer'): Held;
  clearFaults(): void;
  /** Breaks all connections. */
  disconnect(): void;
  /** Refuses connections until `start`. The data stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface MongoTestServerOptions {
  /** A replica set of one, with change streams and retried writes; otherwise a single server, which has neither. */
  readonly replicaSet?: boolean;
  /** Refuse queries and writes that no index serves. */
  readonly refuseScans?: boolean;
  readonly now?: () => Date;
  /** Awaited before each command runs. */
  readonly before?: (command: string, collection: string) => Promise<void>;
}

/**
 * A server in this process that speaks MongoDB's protocol, so that tests can use the real driver. It supports the
 * commands and operators that this project uses and answers others with an error. It shows that the driver is used
 * correctly, not how MongoDB behaves: the same tests run against a real server when MONGODB_URL is set.
 */
export async function startMongoTestServer(options: MongoTestServerOptions = {}): Promise<MongoTestServer> {
  const { replicaSet = false, refuseScans = false, now = () => new Date(), before } = options;
  const state = createState(now);
  const faults = createFaults();
  const asked = new Map<string, number>();
  const sockets = new Set<Socket>();
  const responses = createResponses();
  const cursors = createCursors();
  let server: Server;
  let port = 0;

  const context = (fault: Fault | undefined, signal: AbortSignal): CommandContext => ({
    state,
    cursors,
    checkPlan: refuseScans ? refuseScan : () => undefined,
    isReplicaSet: replicaSet,
    hello: () => helloOf(`127.0.0.1:${port}`, replicaSet),
    writeFault: (index) =>
      fault?.kind === 'write-error' && fault.index === index ? injected(fault.code) : undefined,
    signal,
  });

  const respond = async ({ command }: Request, socket: Socket, signal: AbortSignal): Promise<Document> => {
    const name = nameOf(command);
    asked.set(name, (asked.get(name) ?? 0) + 1);
    await before?.(name, collectionOf(command));
    const fault = faults.take(name, collectionOf(command));
    if (fault?.kind === 'hold') {
      fault.arrived?.();
      await fault.until;
    }
    if (fault?.kind === 'drop-before') socket.destroy();
    if (fault?.kind === 'drop-before') return {};
    try {
      if (fault?.kind === 'not-primary') throw notPrimary();
      if (fault?.kind === 'error') throw injected(fault.code);
      const done = await responses.once(command, () => run(command, context(fault, signal)));
      if (fault?.kind === 'hold-answer') {
        fault.arrived?.();
        await fault.until;
      }
      if (fault?.kind === 'drop-after') socket.destroy();
      return { ...done, ok: 1 };
    } catch (error) {
      return failure(error, replicaSet && command['txnNumber'] !== undefined);
    }
  };

  const listen = async (): Promise<void> => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      socket.on('error', () => undefined); // Clients may disconnect at any time.
      serve(socket, respond);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const disconnect = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    disconnect();
    await closed;
  };
  await listen();

  return {
    url: `mongodb://127.0.0.1:${port}/`,
    state,
    asked,
    plan: (fault) => faults.plan(fault),
    hold: (command, collection, kind = 'hold') => {
      const { fault, ...held } = holding(kind);
      faults.plan({ command, collection, fault });
      return held;
    },
    clearFaults: () => faults.clear(),
    disconnect,
    stop,
    start: listen,
    [Symbol.asyncDispose]: stop,
  };
}

/** Answers the requests of one connection, one after the other. */
function serve(
  socket: Socket,
  respond: (request: Request, socket: Socket, signal: AbortSignal) => Promise<Document>,
): void {
  const gone = new AbortController();
  const isGone = () => socket.destroyed;
  let rest: Buffer = Buffer.alloc(0);
  let last = Promise.resolve();
  socket.once('close', () => gone.abort());
  socket.on('data', (bytes: Buffer) => {
    const taken = takeRequests(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]));
    rest = taken.rest;
    for (const request of taken.requests) {
      last = last.then(async () => {
        if (isGone()) return;
        const done = await respond(request, socket, gone.signal);
        if (!request.silent && !isGone()) socket.write(responseTo(request, done));
      });
    }
  });
}

/** Keeps a write that the driver repeats, because it does not know the result, from running twice. */
function createResponses() {
  const known = new Map<string, Promise<Document>>();
  return {
    once(command: Document, work: () => Promise<Document>): Promise<Document> {
      if (command['txnNumber'] === undefined) return work();
      const key = `${BSON.EJSON.stringify(command['lsid'])} ${String(command['txnNumber'])}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const response = work();
      known.set(key, response);
      return response;
    },
  };
}

function failure(error: unknown, isRetryable: boolean): Document {
  if (!(error instanceof Error)) throw error;
  const known =
    error instanceof ServerError ? error : new ServerError(8, 'UnknownError', error.stack ?? error.message);
  const { code, codeName, message, more } = known;
  const errorLabels =
    isRetryable && [10107, 91, 189, 11600, 13435].includes(code) ? ['RetryableWriteError'] : [];
  return { ok: 0, code, codeName, errmsg: message, ...more, ...(errorLabels.length > 0 && { errorLabels }) };
}

const electionId = new ObjectId('7fffffff0000000000000001');

const helloOf = (address: string, replicaSet: boolean): Document => ({
  ismaster: true,
  isWritablePrimary: true,
  helloOk: true,
  maxBsonObjectSize: 16 * 1024 * 1024,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
  ...(replicaSet && {
    setName: 'rs0',
    setVersion: 1,
    electionId,
    secondary: false,
    hosts: [address],
    primary: address,
    me: address,
  }),
});

const refuseScan: CheckPlan = (plan, { database, name }, query) => {
  if (plan.stage !== 'COLLSCAN') return;
  throw new ServerError(
    291,
    'NoQueryExecutionPlans',
    `No index answers this query of ${database}.${name}: ${JSON.stringify(query)}`,
  );
};
