import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import pLimit from 'p-limit';

import { Refusal } from '#contracts/shared/errors';

import type { FromPictureProcess, Header, Making, Rendered, ToPictureProcess } from './picture-messages.ts';

export interface Decoder extends AsyncDisposable {
  /**
   * Reads the header of a picture without metadata, calls `plan` to learn what to make of it (it may throw a Refusal),
   * and makes that. Decodes one picture at a time. `onSpent` gets the milliseconds of processor time that it took, also
   * if it fails.
   * @throws Refusal `not-an-image` (it cannot be decoded within the limits of memory and time), `unavailable` (the
   * machine is too busy, or no process can be started)
   */
  decode(bytes: Buffer, plan: Plan, onSpent?: (milliseconds: number) => void): Promise<Rendered>;
}

type Plan = (header: Header) => Making;

export interface DecoderOptions {
  /**
   * Bytes of resident memory at which the decoding process is ended. The most expensive accepted picture, a progressive
   * JPEG of 50 megapixels in four full channels, took 504 MB; next come an AVIF of 12 megapixels with 384 MB and a GIF
   * of 50 with 351 MB. Memory left over from the previous picture is added to that.
   */
  readonly memoryMost?: number;
  /**
   * Milliseconds of processor time at which the process is ended: it takes 0.4 s for a photo of 24 megapixels, some 3
   * for the most expensive JPEG, 5 for a strip of 1600 x 16,000 pixels of noise.
   */
  readonly timeMost?: number;
  /** Milliseconds of elapsed time at which the process is ended, however little processor time it got. */
  readonly waitMost?: number;
  /** Milliseconds without a picture after which the process is ended, to free its memory. */
  readonly idleMost?: number;
}

const megabyte = 1_000_000;
/** Bytes that an idle decoding process may hold; it starts with 65 MB. */
const memoryAtRest = 110 * megabyte;
const script = fileURLToPath(new URL('./picture-process.mjs', import.meta.url));

/**
 * Decodes pictures in a separate process, which is started when a picture needs it, also after it died. If it dies,
 * only the picture that it was decoding is refused.
 */
export function createDecoder(options: DecoderOptions = {}): Decoder {
  const { memoryMost = 560 * megabyte, timeMost = 5000, waitMost = 20_000, idleMost = 30_000 } = options;
  const oneAtATime = pLimit(1);
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  /** The next picture gets a new process. */
  function retire(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function startOne(): Promise<ChildProcess> {
    const started = await start(memoryMost, timeMost);
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

  /** @throws Refusal `not-an-image`, `unavailable`, and what `plan` throws */
  const decode: Decoder['decode'] = async (bytes, plan, onSpent) => {
    clearTimeout(idle);
    const process = await running();
    const wait = { isOver: false };
    let last = { resident: 0, spent: 0 };
    const timer = setTimeout(() => {
      wait.isOver = true;
      retire();
    }, waitMost);
    const send = async (message: ToPictureProcess) => (last = await ask(process, message));
    try {
      return await rendered(send, bytes, plan);
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      // The exact time is unknown, but it is no more than this.
      last = { resident: 0, spent: timeMost };
      throw wait.isOver || error.byItself ? notNow() : new Refusal('not-an-image', { detail: tooCostly });
    } finally {
      clearTimeout(timer);
      rest(last.resident);
      onSpent?.(last.spent);
    }
  };

  return {
    decode: (...picture) => oneAtATime(() => decode(...picture)),
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

async function rendered(ask: Asking, bytes: Buffer, plan: Plan): Promise<Rendered> {
  const first = await ask({ bytes });
  const make = plan('header' in first ? first.header : damaged());
  const second = await ask({ make });
  return 'rendered' in second ? second.rendered : damaged();
}

const tooCostly = 'The picture cannot be decoded, or takes too much memory or time.';
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

/**
 * `most`: bytes of memory and milliseconds for a picture. @throws Refusal `unavailable` if no process can be started
 */
async function start(...most: readonly number[]): Promise<ChildProcess> {
  const child = fork(script, most.map(String), {
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
  // A sending error is followed by the exit event, which is handled.
  child.on('error', () => undefined);
  return child;
}

class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
  /** The process ended without a signal: it could not start, and the picture is not the cause. */
  readonly byItself: boolean;

  constructor(process: ChildProcess) {
    super('The process that decodes pictures has ended');
    this.byItself = process.exitCode !== null;
  }
}

/** @throws ProcessDied if it ends before it answers */
function ask(process: ChildProcess, message: ToPictureProcess): Promise<FromPictureProcess> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => {
      process.off('message', onMessage);
      reject(new ProcessDied(process));
    };
    // The cast: only picture-process.mjs sends on this channel.
    const onMessage = (response: unknown): void => {
      process.off('exit', onExit);
      resolve(response as FromPictureProcess);
    };
    if (process.exitCode !== null || process.signalCode !== null) return onExit();
    process.once('message', onMessage).once('exit', onExit);
    // If a message cannot be sent, the exit event follows.
    process.send(message, () => undefined);
  });
}
