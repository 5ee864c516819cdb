import { createReservation } from '#platform/concurrency/reservation';
import { Refusal } from '#contracts/shared/errors';

/** An admitted upload; disposing of it ends it. */
interface Admitted extends Disposable {
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
  readonly userId: string;
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
