import { Refusal } from '#contracts/errors';

/** An admitted upload; disposing of it ends it. */
export interface Admitted extends Disposable {
  /** Counts bytes that have arrived and are kept. */
  add(bytes: number): void;
  /** Aborted with a Refusal when this upload must make room for another person's. */
  readonly signal: AbortSignal;
}

export interface Admission {
  /** @throws Refusal `too-many-requests` when this person has the allowed number of uploads in progress */
  enter(userId: string): Admitted;
  /** How many uploads are in progress. */
  count(): number;
}

export interface AdmissionOptions {
  /** Uploads of one person at once; null for no limit. */
  readonly perPerson: number | null;
  /** Bytes of all bodies that may be kept at once. */
  readonly bytesMost: number;
}

interface Upload {
  readonly stop: AbortController;
  bytes: number;
}

/** Seconds after which an upload of the same person is likely to have ended. */
const retryAfter = 5;

/**
 * Admits uploads, limited in number for each person and in bytes for all together. When the bytes are used up, the
 * person who holds the most loses their newest upload, so that nobody can keep others out.
 */
export function createAdmission({ perPerson, bytesMost }: AdmissionOptions): Admission {
  const people = new Map<string, Set<Upload>>();
  let bytesKept = 0;

  function count(upload: Upload, bytes: number): void {
    upload.bytes += bytes;
    bytesKept += bytes;
  }

  function makeRoom(): void {
    const [most = new Set()] = [...people.values()].toSorted((a, b) => bytesOf(b) - bytesOf(a));
    const newest = [...most].findLast(({ bytes }) => bytes > 0);
    if (newest === undefined) return;
    count(newest, -newest.bytes);
    newest.stop.abort(new Refusal('unavailable', { retryAfter }));
  }

  return {
    enter(userId) {
      const theirs = people.get(userId) ?? new Set();
      if (perPerson !== null && theirs.size >= perPerson) {
        throw new Refusal('too-many-requests', { retryAfter });
      }
      const upload: Upload = { stop: new AbortController(), bytes: 0 };
      people.set(userId, theirs.add(upload));
      return {
        signal: upload.stop.signal,
        add(bytes) {
          if (upload.stop.signal.aborted) return;
          count(upload, bytes);
          if (bytesKept > bytesMost) makeRoom();
        },
        [Symbol.dispose]() {
          if (!theirs.delete(upload)) return;
          count(upload, -upload.bytes);
          if (theirs.size === 0) people.delete(userId);
        },
      };
    },
    count: () => [...people.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

const bytesOf = (uploads: ReadonlySet<Upload>): number =>
  [...uploads].reduce((sum, { bytes }) => sum + bytes, 0);
