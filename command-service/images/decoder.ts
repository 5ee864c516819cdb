import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import pLimit from 'p-limit';

import { Refusal } from '#contracts/errors';
import type { WrittenDetails } from '#contracts/written-details';

import type { FromPictureProcess, Header, Rendered, ToPictureProcess } from './picture-messages.ts';
import type { Size } from './sizes.ts';

export interface Decoder extends AsyncDisposable {
  /**
   * Reads the header, asks `sizesFor` for the sizes (smallest first; it may throw a Refusal), and renders them.
   * Decodes one picture at a time. `details`: the picture's EXIF details, null when they are not wanted or not known.
   * @throws Refusal `not-an-image` (it cannot be decoded within the memory limit), `unavailable` (it took too long,
   * or no process can be started)
   */
  decode(bytes: Buffer, sizesFor: SizesFor, wantsDetails: boolean): Promise<Decoded>;
  /** Reads the details of a picture that was decoded before. @throws Refusal `unavailable` */
  readDetails(bytes: Buffer): Promise<WrittenDetails | null>;
}

export interface Decoded extends Rendered {
  readonly details: WrittenDetails | null;
}

export interface DecoderOptions {
  /**
   * Bytes of resident memory at which the decoding process is ended. The most expensive accepted picture, a
   * progressive JPEG of 50 megapixels in four full channels, took 483 MB; next come an AVIF of 12 megapixels with 384
   * MB and a GIF of 50 with 351 MB. Memory left over from the previous picture is added to that.
   */
  readonly memoryMost?: number;
  /** Milliseconds for one picture: longer than any accepted one needs on a slow machine (2.6 s were measured). */
  readonly timeMost?: number;
  /** Milliseconds without a picture after which the process ends, to free its memory. */
  readonly idleMost?: number;
}

const megabyte = 1_000_000;
/** Milliseconds for the EXIF of one picture: a camera's takes less than one. */
const detailsTimeMost = 2000;
/** Bytes that an idle decoding process may keep; it starts with 65 MB. */
const memoryAtRest = 110 * megabyte;
const script = fileURLToPath(new URL('./picture-process.mjs', import.meta.url));

/**
 * Decodes pictures in a separate process, which is started when a picture needs it, also after it died. When it dies,
 * only the picture that it was decoding is refused.
 */
export function createDecoder(options: DecoderOptions = {}): Decoder {
  const { memoryMost = 560 * megabyte, timeMost = 20_000, idleMost = 30_000 } = options;
  const oneAtATime = pLimit(1);
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  /** The next picture gets a new process. */
  function retire(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function startOne(): Promise<ChildProcess> {
    const started = await start(memoryMost);
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  }

  async function running(): Promise<ChildProcess> {
    child ??= await startOne();
    child.ref();
    child.channel?.ref();
    return child;
  }

  /** An idle decoding process must not keep the service running. */
  function rest(resident: number): void {
    if (resident > memoryAtRest) return retire();
    child?.unref();
    child?.channel?.unref();
    idle = setTimeout(retire, idleMost).unref();
  }

  /** @throws Refusal `not-an-image`, `unavailable`, and what `work` throws */
  async function inProcess<T>(work: (ask: Asking) => Promise<T>): Promise<T> {
    clearTimeout(idle);
    const process = await running();
    let isLate = false;
    let resident = 0;
    const timer = setTimeout(() => {
      isLate = true;
      retire();
    }, timeMost);
    const send = async (message: ToPictureProcess) => {
      const answer = await ask(process, message);
      ({ resident } = answer);
      return answer;
    };
    try {
      return await work(send);
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      throw isLate || error.byItself ? notNow() : new Refusal('not-an-image', { detail: tooCostly });
    } finally {
      clearTimeout(timer);
      rest(resident);
    }
  }

  /** Runs last: if EXIF crashes its reader or keeps it too long, only the details are lost, not the picture. */
  async function detailsBy(ask: Asking): Promise<WrittenDetails | null> {
    const timer = setTimeout(retire, detailsTimeMost);
    try {
      const answer = await ask({ wants: 'details' });
      return 'details' in answer ? answer.details : null;
    } catch (error) {
      if (error instanceof ProcessDied) return null;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    decode: (bytes, sizesFor, wantsDetails) =>
      oneAtATime(() =>
        inProcess(async (ask) => ({
          ...(await rendered(ask, bytes, sizesFor)),
          details: wantsDetails ? await detailsBy(ask) : null,
        })),
      ),
    readDetails: (bytes) =>
      oneAtATime(() =>
        inProcess(async (ask) => {
          await ask({ bytes });
          return detailsBy(ask);
        }),
      ),
    async [Symbol.asyncDispose]() {
      clearTimeout(idle);
      if (child === undefined) return;
      const ended = once(child, 'exit');
      retire();
      await ended;
    },
  };
}

type Asking = (message: ToPictureProcess) => Promise<FromPictureProcess>;

async function rendered(ask: Asking, bytes: Buffer, sizesFor: SizesFor): Promise<Rendered> {
  const first = await ask({ bytes });
  const sizes = sizesFor('header' in first ? first.header : damaged());
  const second = await ask({ sizes });
  return 'rendered' in second ? second.rendered : damaged();
}

type SizesFor = (header: Header) => readonly Size[];

const tooCostly = 'The picture cannot be decoded, or takes too much memory.';
const damaged = (): never => {
  throw new Refusal('not-an-image', { detail: 'The picture is damaged or incomplete.' });
};
/** In half a minute the service may be less busy. */
const notNow = (): Refusal => new Refusal('unavailable', { retryAfter: 30 });

/**
 * Environment variables that some systems need to start a program. The rest of the service's environment holds
 * secrets.
 */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'];

/** @throws Refusal `unavailable` when the system cannot start a process */
async function start(memoryMost: number): Promise<ChildProcess> {
  const child = fork(script, [String(memoryMost)], {
    serialization: 'advanced', // bytes are not converted to JSON
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=2'],
    env: {
      ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
      // Each thread would keep memory of its own.
      MALLOC_ARENA_MAX: '2',
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    await once(child, 'spawn');
  } catch {
    throw notNow();
  }
  // Errors of sending are followed by the exit, which is handled.
  child.on('error', () => undefined);
  return child;
}

class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
  /** It ended without a signal: it could not start, and the picture is not the cause. */
  readonly byItself: boolean;

  constructor(process: ChildProcess) {
    super('The process that decodes pictures has ended');
    this.byItself = process.exitCode !== null;
  }
}

/** @throws ProcessDied when it ends before it answers */
function ask(process: ChildProcess, message: ToPictureProcess): Promise<FromPictureProcess> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => {
      process.off('message', onMessage);
      reject(new ProcessDied(process));
    };
    // The cast: only picture-process.mjs sends on this channel.
    const onMessage = (answer: unknown): void => {
      process.off('exit', onExit);
      resolve(answer as FromPictureProcess);
    };
    if (process.exitCode !== null || process.signalCode !== null) return onExit();
    process.once('message', onMessage).once('exit', onExit);
    // A message that cannot be sent is followed by the exit.
    process.send(message, () => undefined);
  });
}
