import { MongoClient, MongoError, MongoServerError, type Db } from 'mongodb';

/** A database on a MongoDB server. */
export interface Connection extends AsyncDisposable {
  readonly db: Db;
  /** Change streams are there: the server is a replica set or a sharded cluster, not a single one. */
  readonly hasChangeStreams: boolean;
  /**
   * Runs work on the database that takes 8 s at most. What the driver throws is thrown as the store's own error that it
   * does not answer; a duplicate key is an answer and stays what it is. The limit is there because an operation that began
   * in the moment in which its connection was lost has been seen never to settle; the work itself may still go on.
   */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** The same without the limit: building indexes, dropping collections, writing many documents. */
  readonly runLong: <T>(work: () => Promise<T>) => Promise<T>;
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
  /** Milliseconds that `run` waits. Default 8000: commands answer within ten seconds. */
  readonly answerWithin?: number;
}

/** Milliseconds, each unless the connection string says otherwise. */
const patience = { serverSelectionTimeoutMS: 3000, connectTimeoutMS: 3000, socketTimeoutMS: 15_000 };
const defaultDatabase = 'lightfall';

/**
 * Connects to a server. Lost connections are made again by the driver itself.
 * @throws the error of `unavailable` when the server does not answer
 */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  const { url, appName, unavailable, answerWithin = 8000 } = options;
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
    within(answerWithin, runLong(work), () => unavailable('MongoDB does not answer in time', {}));
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
  const ping = async () => void (await run(() => db.command({ ping: 1 })));
  return { db, hasChangeStreams, run, runLong, prepare, ping, [Symbol.asyncDispose]: () => client.close() };
}

/** The answer, unless it takes longer than so many milliseconds: then what `late` makes is thrown. */
async function within<T>(ms: number, answer: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([answer, over]);
  } finally {
    clearTimeout(timer);
  }
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
