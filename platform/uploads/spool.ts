import { createHash, randomUUID, type Hash } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';

import { Refusal } from '#contracts/shared/errors';

/** A complete body, on disk. Disposing of it frees the space. */
export interface Spooled extends AsyncDisposable {
  /** SHA-256 of its bytes, hex. */
  readonly digest: string;
  read(): Promise<Buffer>;
}

export interface SpoolOptions {
  /** The folder for the file. The file has no name in it. */
  readonly folder: string;
  /** The most bytes that a body may have. */
  readonly most: number;
  /** Called with the number of bytes of each chunk that arrives. */
  readonly onBytes: (bytes: number) => void;
  /** Stops the upload, with the signal's reason. */
  readonly signal: AbortSignal;
  readonly pace?: Pace;
}

/** The slowest accepted transfer: this many bytes in each period of `time` (milliseconds). */
export interface Pace {
  readonly bytes: number;
  readonly time: number;
}

/**
 * 6.5 kB a second: a tenth of the rate that the longest body needs to arrive within the server's 120 s for a request.
 */
const leastPace: Pace = { bytes: 64 * 1024, time: 10_000 };

/**
 * Writes a request's body to a file while it arrives, so that only one chunk of it is in memory.
 * @throws Refusal `file-too-large`, `too-slow`, `unavailable` (the disk is full), `invalid` (the body ended early)
 */
export async function spool(request: IncomingMessage, options: SpoolOptions): Promise<Spooled> {
  const file = await openNameless(options.folder);
  try {
    const hash = createHash('sha256');
    await receive(request, file, hash, options);
    const digest = hash.digest('hex');
    return { digest, read: () => readAll(file), [Symbol.asyncDispose]: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens a file that is removed when it is closed, also by the end of the process. */
async function openNameless(folder: string): Promise<FileHandle> {
  const name = path.join(folder, randomUUID());
  const file = await open(name, 'wx+', 0o600).catch(noRoom);
  await unlink(name);
  return file;
}

async function readAll(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new RangeError('A spooled body is shorter than it was');
    at += bytesRead;
  }
  return bytes;
}

/** Leaves the request open on failure, so that it can still be answered. */
function receive(
  request: IncomingMessage,
  file: FileHandle,
  hash: Hash,
  options: SpoolOptions,
): Promise<void> {
  const { most, onBytes, signal, pace = leastPace } = options;
  return new Promise((resolve, reject) => {
    let size = 0;
    let writing: Promise<void> = Promise.resolve();
    let sizeBefore = 0;
    let settled = false;
    const check = setInterval(() => {
      if (size - sizeBefore < pace.bytes) settle(() => reject(new Refusal('too-slow')));
      sizeBefore = size;
    }, pace.time);

    const settle = (then: () => void): void => {
      if (settled) return;
      settled = true;
      clearInterval(check);
      signal.removeEventListener('abort', onAbort);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose).pause();
      // The file must not be closed while a write is in progress.
      void writing.then(then, then);
    };
    const onAbort = (): void => settle(() => reject(signal.reason as Error));
    // The last write may still be in progress, and may still fail.
    const onEnd = (): void => settle(() => resolve(writing));
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > most) return settle(() => reject(new Refusal('file-too-large')));
      onBytes(chunk.length);
      hash.update(chunk);
      request.pause();
      writing = file.appendFile(chunk).catch(noRoom);
      writing.then(() => {
        if (!settled) request.resume();
      }, onEnd);
    };
    const onClose = (): void => settle(() => reject(new Refusal('invalid', { detail: endedEarly })));

    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

const endedEarly = 'The request ended before its body was whole.';
const noRoom = (cause: unknown): never => {
  throw Object.assign(new Refusal('unavailable', { retryAfter: 60 }), { cause });
};
