import { createReservation } from '#platform/concurrency/reservation';
import { Refusal } from '#contracts/shared/errors';
import { createWindowCounter } from '#platform/concurrency/window-counter';
import { limits } from '#contracts/shared/limits';
import type { Person } from '#contracts/shared/person';
import type { RecordStore } from '#platform/record-store/index';
import { tooMany } from '../http/rate-limits.ts';
import { statfs } from 'node:fs/promises';

/** An admitted upload; disposing of it ends it. */
interface Admitted extends Disposable {
  /** Counts bytes that have arrived and are held. */
  add(bytes: number): void;
  /** Aborted with a Refusal if this upload must make room for another person's. */
  readonly signal: AbortSignal;
}

interface Admission {
  /** @throws Refusal `too-many-requests` if this person already has the allowed number of uploads in progress */
  enter(userId: string): Admitted;
  /** How many uploads are in progress. */
  count(): number;
}

interface AdmissionOptions {
  /** Uploads of one person at once; null for no limit. */
  readonly perPerson: number | null;
  /** Bytes of all bodies that may be held at once. */
  readonly bytesMost: number;
}

interface Upload {
  readonly userId: string;
  readonly stop: AbortController;
  bytes: number;
}

/** Seconds after which an upload of the same person has probably ended. */
const retryAfter = 5;

/**
 * Admits uploads, limited in number for each person and in bytes for all together. When the bytes are used up, the
 * person who holds the most loses their newest upload, so that nobody can lock others out.
 */
export function createAdmission({ perPerson, bytesMost }: AdmissionOptions): Admission {
  const inProgress = createReservation({ mostOfKey: perPerson ?? Infinity });
  const uploads = new Set<Upload>();
  let bytesKept = 0;

  function count(upload: Upload, bytes: number): void {
    upload.bytes += bytes;
    bytesKept += bytes;
  }

  function makeRoom(): void {
    const ofPeople = new Map<string, number>();
    for (const { userId, bytes } of uploads) ofPeople.set(userId, (ofPeople.get(userId) ?? 0) + bytes);
    const [most] = [...ofPeople].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    const newest = [...uploads].findLast(({ userId, bytes }) => userId === most && bytes > 0);
    if (newest === undefined) return;
    count(newest, -newest.bytes);
    newest.stop.abort(new Refusal('unavailable', { retryAfter }));
  }

  return {
    enter(userId) {
      const place = inProgress.take(userId);
      if (place === undefined) throw new Refusal('too-many-requests', { retryAfter });
      const upload: Upload = { userId, stop: new AbortController(), bytes: 0 };
      uploads.add(upload);
      return {
        signal: upload.stop.signal,
        add(bytes) {
          if (upload.stop.signal.aborted) return;
          count(upload, bytes);
          if (bytesKept > bytesMost) makeRoom();
        },
        [Symbol.dispose]() {
          if (!uploads.delete(upload)) return;
          place[Symbol.dispose]();
          count(upload, -upload.bytes);
        },
      };
    },
    count: () => inProgress.taken,
  };
}

/** Limits what each person's and each network's uploads cost: the time to decode them, and their bytes. */
interface Allowance {
  /** @throws Refusal `too-many-requests` if the allowance is used up */
  check(sender: Sender): Promise<void>;
  count(sender: Sender, cost: Cost): Promise<void>;
}

interface Sender {
  readonly person: Person;
  readonly network: string;
}

interface Cost {
  /** Bytes that arrived. */
  readonly bytes: number;
  /** Milliseconds of processor time. */
  readonly decoding: number;
}

const day = 24 * 60 * 60 * 1000;
const tenMinutes = 10 * 60 * 1000;

/** `clock`: milliseconds since 1970. */
export function createAllowance(windows: RecordStore['limits'], clock: () => number): Allowance {
  const counters = {
    decoding: createWindowCounter(windows, { width: tenMinutes }),
    bytes: createWindowCounter(windows, { width: day }),
  };
  return {
    async check(sender) {
      const now = clock();
      for (const { what, key, most } of limitsOf(sender)) {
        const opensAt = await counters[what].fullUntil({ key, most, now });
        if (opensAt !== undefined) throw tooMany(opensAt, now);
      }
    },
    async count(sender, cost) {
      const now = clock();
      for (const { what, key } of limitsOf(sender)) {
        if (cost[what] > 0) await counters[what].add(key, now, Math.ceil(cost[what]));
      }
    },
  };
}

/** Bytes of trusted people and moderators are not counted. */
function limitsOf({ person, network }: Sender) {
  const isKnown = person.isTrusted || person.canModerate;
  const bytes = { what: 'bytes', key: `upload-bytes:${network}`, most: limits.uploadBytesOfNetwork } as const;
  return [
    { what: 'decoding', key: `decoding:${person.userId}`, most: limits.decodingOfPerson } as const,
    { what: 'decoding', key: `decoding:${network}`, most: limits.decodingOfNetwork } as const,
    ...(isKnown ? [] : [bytes]),
  ];
}

/**
 * Bytes of the disk that uploads leave free for the event log and the records. A create takes 1 to 2 kB on disk, so
 * this is enough for some 300,000 of them, or for the copy of the read models that a replay builds. The operator gets
 * time to free space.
 */
const reserve = 512 * 1024 * 1024;
/** Bytes that one upload may still write: its body (7.5 MB), its original (5 MB), its renditions (4 MB of noise). */
const uploadMost = 17_000_000;
/** Milliseconds for which a reported amount of free space is used again. */
const believedFor = 1000;

/** Refuses uploads while their disk is nearly full. */
interface DiskReserve {
  /** `underWay`: how many uploads may still write, including this one. @throws Refusal `unavailable` */
  check(underWay: number): Promise<void>;
}

/** Watches the disk that holds `folder`. `clock`: milliseconds. */
export function createDiskReserve(folder: string, clock: () => number): DiskReserve {
  let seen = { at: -Infinity, free: Promise.resolve(0) };
  return {
    async check(underWay) {
      const now = clock();
      if (now - seen.at > believedFor) seen = { at: now, free: freeBytes(folder) };
      if ((await seen.free) - underWay * uploadMost < reserve) {
        throw new Refusal('unavailable', { detail: 'There is no room for photos now.', retryAfter: 60 });
      }
    },
  };
}

/** The bytes that an unprivileged process may still write to the disk that holds `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
