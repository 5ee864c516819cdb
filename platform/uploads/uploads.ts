import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { Person } from '#contracts/shared/person';

import { createFairSemaphore } from '#platform/concurrency/fair-semaphore';
import { announcesJson } from '../http/route.ts';
import type { RequestContext, RequestMiddleware } from '../http/context.ts';
import { goneWith } from '../http/gone-with.ts';
import { networkOf } from '../http/network.ts';
import { unreadableBody } from '../http/problems.ts';
import type { RecordStore } from '#platform/record-store/index';
import { createDiskReserve, createAllowance, createAdmission } from './admission.ts';
import { spool, type Pace } from './spool.ts';

export interface Uploads extends AsyncDisposable {
  /**
   * Reads the JSON body of an upload by a signed-in person. Reads a long body only after `check` has passed. A limited
   * number for each person are received to disk at once, and complete ones are processed one after another, fairly
   * among people.
   * @throws Refusal what `check` throws, `too-many-requests`, `unavailable`, `too-slow`, `file-too-large`, `not-json`,
   * `invalid`
   */
  body(check: (ctx: RequestContext) => Promise<void>): RequestMiddleware;
}

export interface UploadsOptions {
  /** The folder of embedded stores; undefined when all stores are on servers. */
  readonly dataDir: string | undefined;
  /** Counts the cost of each person's and network's uploads; null if they are not limited. */
  readonly counters: RecordStore['limits'] | null;
  /** Milliseconds. */
  readonly clock: () => number;
  readonly bytesMost?: number;
  readonly pace?: Pace;
}

/**
 * Uploads of one person at once. The web client sends three; other clients may send all files at once, and 20 photos of
 * a newcomer may wait for review.
 */
const perPerson = 25;

/**
 * Bytes of bodies on disk at once: some 34 of the longest. While it arrives, a body takes one chunk (64 kB) and its
 * connection (about 50 kB) in memory, so 1,000 of them take 110 MB; those that hold a slot take more, see
 * `slotsAtOnce`.
 */
const spoolMost = 256 * 1024 * 1024;

/**
 * Bodies processed at once, one of each person. Each takes its bytes (7.5 MB), its text (7.5), the data URL in it (7),
 * the picture (5.2), the comparison of its base64 (7) and the copy for the decoding process (5.2): 40 MB, so 80 MB for
 * two. The second is read and stored while the first is decoded; more would only wait in memory.
 */
const slotsAtOnce = 2;

/** @throws Error if there is no writable folder */
export async function createUploads(options: UploadsOptions): Promise<Uploads> {
  const { dataDir, counters, clock, bytesMost = spoolMost, pace } = options;
  const folder = await spoolFolder(dataDir);
  const admission = createAdmission({ perPerson: counters ? perPerson : null, bytesMost });
  const allowance = counters && createAllowance(counters, clock);
  const slots = createFairSemaphore({ atOnce: slotsAtOnce });
  const disk = dataDir === undefined ? undefined : createDiskReserve(dataDir, clock);

  async function receive(ctx: RequestContext, person: Person, next: () => Promise<unknown>): Promise<void> {
    const { userId } = person;
    const sender = { person, network: networkOf(ctx.ip) };
    let bytes = 0;
    await allowance?.check(sender);
    using admitted = admission.enter(userId);
    await disk?.check(admission.count());
    const signal = AbortSignal.any([admitted.signal, goneWith(ctx)]);
    const onBytes = (arrived: number): void => {
      bytes += arrived;
      admitted.add(arrived);
    };
    const { uploadBodyBytes: most } = limits;
    try {
      await using spooled = await spool(ctx.req, { folder, most, onBytes, signal, ...(pace && { pace }) });
      using _slot = await slots.take(userId, { signal });
      // The person's other uploads may have used up the allowance meanwhile.
      await allowance?.check(sender);
      ctx.state.bodyDigest = spooled.digest;
      ctx.request.body = parse(await spooled.read());
      await next();
    } finally {
      await allowance?.count(sender, { bytes, decoding: ctx.state.spent ?? 0 });
    }
  }

  return {
    body: (check) => async (ctx, next) => {
      const { viewer } = ctx.state;
      if (viewer === null) throw new Refusal('unauthorized');
      const hasBody = announcesJson(ctx, limits.uploadBodyBytes, 'file-too-large');
      // A short body is read first, so that its mistakes are reported before a missing location.
      if (isLong(ctx)) await check(ctx);
      if (hasBody) await receive(ctx, viewer, next);
      else await next();
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Beside the stores, or in the system's temporary folder when there is no data folder. */
async function spoolFolder(dataDir: string | undefined): Promise<string> {
  if (dataDir === undefined) return mkdtemp(path.join(tmpdir(), 'lightfall-uploads-'));
  const folder = path.resolve(dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Whether the body is longer than any other request may be, or of unknown length. */
const isLong = (ctx: RequestContext): boolean =>
  !(Number(ctx.get('Content-Length') || Infinity) <= limits.bodyBytes);

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw unreadableBody();
  }
}
