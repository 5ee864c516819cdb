import { MongoClient, MongoError, MongoServerError, type Db } from 'mongodb';

/** A database on a MongoDB server. */
export interface Connection extends AsyncDisposable {
  readonly db: Db;
  /** Whether change streams are available: only on a replica set or a sharded cluster, not on a standalone server. */
  readonly hasChangeStreams: boolean;
  /**
   * Runs work on the database that takes at most 8 s. Errors of the driver are thrown as the store's own error for a
   * server that does not answer; a duplicate key is a response, and is thrown unchanged. The limit exists because some
   * operations that began just when the connection was lost have never settled; the work itself may continue after it.
   */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** The same without the limit, for building indexes, dropping collections and writing many documents. */
  readonly runLong: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs work that the connection is useless without: if it fails, the connection is closed. */
  readonly prepare: <T>(work: () => Promise<T>) => Promise<T>;
  /** @throws the store's own error when the server does not answer */
  readonly ping: () => Promise<void>;
}

export interface ConnectionOptions {
  /** A connection string; the database is the one that it names, otherwise `lightfall`. */
  readonly url: string;
  /** The name under which the server's log and `currentOp` show the connections. */
  readonly appName: string;
  /** Creates the store's error for a server that does not answer. */
  readonly unavailable: (message: string, options: ErrorOptions) => Error;
  /** Milliseconds that `run` waits. Default 8000, because commands must be answered within ten seconds. */
  readonly respondWithin?: number;
}

/** Milliseconds; the connection string can set others. */
const patience = { serverSelectionTimeoutMS: 3000, connectTimeoutMS: 3000, socketTimeoutMS: 15_000 };
const defaultDatabase = 'lightfall';

/**
 * Connects to a server. The driver itself replaces lost connections.
 * @throws the error of `unavailable` when the server does not answer
 */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  const { url, appName, unavailable, respondWithin = 8000 } = options;
  const fail = (error: Error): Error =>
    unavailable(`MongoDB does not answer: ${error.message}`, { cause: error });
  const runLong = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw isFault(error) ? fail(error) : error;
    }
  };
  const run = <T>(work: () => Promise<T>): Promise<T> =>
    within(respondWithin, runLong(work), () => unavailable('MongoDB does not answer in time', {}));
  const client = createClient(url, appName, unavailable);
  const prepare = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await runLong(work);
    } catch (error) {
      await client.close();
      throw error;
    }
  };
  const db = client.db(databaseIn(url));
  const hello = await prepare(() => db.command({ hello: 1 }));
  const hasChangeStreams = 'setName' in hello || hello['msg'] === 'isdbgrid';
  const ping = async () => {
    await run(() => db.command({ ping: 1 }));
  };
  return { db, hasChangeStreams, run, runLong, prepare, ping, [Symbol.asyncDispose]: () => client.close() };
}

/** Returns the response. Throws what `late` returns if there is none within the given milliseconds. */
async function within<T>(ms: number, response: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([response, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the server or the connection is at fault. A socket that has just ended fails with an error of Node. */
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
      // Acknowledged writes survive the loss of the primary, and a power failure.
      writeConcern: { w: 'majority', journal: true },
    });
  } catch {
    // Has no cause, because the driver's message repeats the connection string, including the password.
    throw unavailable('MONGODB_URL is no connection string of MongoDB', {});
  }
}

function databaseIn(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^/?]+)/.exec(url)?.[1];
  return name === undefined ? defaultDatabase : decodeURIComponent(name);
}

/** Whether a write violated a unique index; `keyPattern` tells which. */
export const isDuplicateKey = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === 11000;

/** Whether the violated unique index is that of this field. */
export const isDuplicateOf = (error: unknown, field: string): boolean => {
  if (!isDuplicateKey(error)) return false;
  const pattern: unknown = error['keyPattern'];
  return pattern instanceof Object && field in pattern;
};

/**
 * Runs an upsert, and repeats it if another process inserted the same document at the same moment: the document now
 * exists, and can be updated. A second duplicate key results from the upsert's own condition.
 */
export async function upserting<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return upsert();
  }
}
