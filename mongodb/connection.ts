import { MongoClient, MongoError, MongoServerError, type Db } from 'mongodb';

/** A database on a MongoDB server. */
export interface Connection extends AsyncDisposable {
  readonly db: Db;
  /** Change streams are there: the server is a replica set or a sharded cluster, not a single one. */
  readonly hasChangeStreams: boolean;
  /**
   * Runs work on the database. What the driver throws is thrown as the store's own error that it does not answer; a
   * duplicate key is an answer and stays what it is.
   */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs work without which the connection is of no use: when it fails, the connection is closed. */
  readonly prepare: <T>(work: () => Promise<T>) => Promise<T>;
  /** @throws the store's own error when the server does not answer */
  readonly ping: () => Promise<void>;
}

export interface ConnectionOptions {
  /** A connection string; the database is the one that it names, otherwise `lightfall`. */
  readonly url: string;
  /** Under which the server's log and `currentOp` show the connections. */
  readonly appName: string;
  /** The store's error for a server that does not answer. */
  readonly unavailable: (message: string, options: ErrorOptions) => Error;
}

/** Milliseconds, each unless the connection string says otherwise. */
const patience = { serverSelectionTimeoutMS: 3000, connectTimeoutMS: 3000, socketTimeoutMS: 15_000 };
const defaultDatabase = 'lightfall';

/**
 * Connects to a server. Lost connections are made again by the driver itself.
 * @throws the error of `unavailable` when the server does not answer
 */
export async function connect({ url, appName, unavailable }: ConnectionOptions): Promise<Connection> {
  const fail = (error: Error): Error =>
    unavailable(`MongoDB does not answer: ${error.message}`, { cause: error });
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw isFault(error) ? fail(error) : error;
    }
  };
  const client = createClient(url, appName, unavailable);
  const prepare = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await run(work);
    } catch (error) {
      await client.close();
      throw error;
    }
  };
  const db = client.db(databaseIn(url));
  const hello = await prepare(() => db.command({ hello: 1 }));
  const hasChangeStreams = 'setName' in hello || hello['msg'] === 'isdbgrid';
  const ping = async () => void (await run(() => db.command({ ping: 1 })));
  return { db, hasChangeStreams, run, prepare, ping, [Symbol.asyncDispose]: () => client.close() };
}

/** The server's fault, or the connection's: a socket that has just ended fails with an error of Node's own. */
const isFault = (error: unknown): error is Error =>
  (error instanceof MongoError && !isDuplicateKey(error)) ||
  (error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(E(?!RR_)[A-Z]+|ERR_(STREAM|SOCKET)_\w+)$/.test(error.code));

function createClient(
  url: string,
  appName: string,
  unavailable: ConnectionOptions['unavailable'],
): MongoClient {
  const timeouts = Object.entries(patience).filter(([name]) => !new RegExp(`[?&]${name}=`, 'i').test(url));
  try {
    return new MongoClient(url, {
      appName,
      ...Object.fromEntries(timeouts),
      // A position in the log does not fit into a double.
      useBigInt64: true,
      ignoreUndefined: true,
      // What is acknowledged survives the loss of the primary, and of its power.
      writeConcern: { w: 'majority', journal: true },
    });
  } catch {
    // Not its cause: the driver's message repeats the connection string, password and all.
    throw unavailable('MONGODB_URL is no connection string of MongoDB', {});
  }
}

function databaseIn(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^/?]+)/.exec(url)?.[1];
  return name === undefined ? defaultDatabase : decodeURIComponent(name);
}

/** The uniqueness that an index holds was violated; `keyPattern` tells which. */
export const isDuplicateKey = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === 11000;

/** Whether a duplicate key is that of this field's index. */
export const isDuplicateOf = (error: unknown, field: string): boolean => {
  if (!isDuplicateKey(error)) return false;
  const pattern: unknown = error['keyPattern'];
  return pattern instanceof Object && field in pattern;
};

/**
 * Runs an upsert once more when another process inserted the same document in the same moment: now it is there to
 * be updated. A second duplicate key is one that the upsert's own condition asks for.
 */
export async function upserting<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return upsert();
  }
}
