import { createHash } from 'node:crypto';

import { photosKeptFor } from '#command-service/photo/images/sweep-photos';
import { parseEvent, streamOf } from '#contracts/events';

import type { EventLog } from '#platform/event-log/index';
import { originalName, renditionName, type FileName, type PhotoStore } from '#platform/photo-store/index';
import type { ReadStore } from '#platform/read-store/index';
import { createNeededPhotos } from '#projections/photo/needed-photos';

/** Checks a file's bytes as they arrive. */
export interface ByteCheck {
  take(chunk: Uint8Array): void;
  /** SHA-256 (hex) of the bytes so far. */
  sha256(): string;
  /** What is wrong with the file, as a sentence; undefined for a correct one. */
  flaw(): string | undefined;
}

/**
 * Checks a stored file: an original against the SHA-256 in its name; a rendition, for which no hash is stored, against
 * the length in its WebP header.
 */
export function checkBytes(name: FileName): ByteCheck {
  const hash = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  let length = 0;
  let digest: string | undefined;
  const sha256 = () => (digest ??= hash.digest('hex'));
  return {
    take(chunk) {
      hash.update(chunk);
      length += chunk.length;
      if (head.length < 12) head = Buffer.concat([head, chunk.subarray(0, 12)]);
    },
    sha256,
    flaw() {
      const [folder, id] = name.split('/');
      if (folder === 'originals') {
        return sha256() === id
          ? undefined
          : `${name}: its bytes were changed, or cut: they have the SHA-256 ${sha256()}`;
      }
      const isWebp =
        length >= 12 && head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP';
      if (!isWebp) return `${name}: it is not a WebP picture any more`;
      return head.readUInt32LE(4) + 8 === length
        ? undefined
        : `${name}: it has ${length} bytes, not as many as it says`;
    },
  };
}

/** What is wrong with a stored file; undefined if it is correct, or was just removed. */
export async function flawInFile(photos: PhotoStore, name: FileName): Promise<string | undefined> {
  const found = await photos.open(name);
  if (found === undefined) return undefined;
  const check = checkBytes(name);
  for await (const chunk of found.stream as AsyncIterable<Uint8Array>) check.take(chunk);
  return check.flaw();
}

const isSha256 = /^[0-9a-f]{64}$/;

export interface MissingOptions {
  readonly log: EventLog;
  readonly photos: PhotoStore;
  /** Whether a photo needs the file with that SHA-256 (hex); undefined if the read models cannot tell. */
  readonly isNeeded: ((sha256: string) => Promise<boolean>) | undefined;
}

/**
 * Lists the missing files that photos need, as sentences. Holds one event in memory at a time. If the read models
 * cannot tell, a photo needs its files unless it was deleted itself.
 */
export async function* missingFiles({ log, photos, isNeeded }: MissingOptions): AsyncGenerator<string> {
  for await (const raw of log.readAll()) {
    if (!raw.type.startsWith('photo-added.')) continue;
    const event = parseEvent(raw);
    if (event.type !== 'photo-added.v1') continue;
    const { photoId, sha256, renditions } = event.data;
    if (!isSha256.test(sha256)) {
      yield `photo ${photoId}: its original is named by no SHA-256`;
      continue;
    }
    for (const name of [originalName(sha256), ...renditions.map((width) => renditionName(sha256, width))]) {
      if (await photos.has(name)) continue;
      if (!(await (isNeeded?.(sha256) ?? isPresent(log, photoId)))) break;
      yield `${name}: it is missing; photo ${photoId} needs it`;
    }
  }
}

async function isPresent(log: EventLog, photoId: string): Promise<boolean> {
  for await (const { type } of log.readStream(streamOf.photo(photoId), { backwards: true, limit: 1 })) {
    return !type.startsWith('photo-deleted.');
  }
  return false;
}

/** Returns a function that tells which files photos need; undefined if the read models cannot tell. */
export async function neededAt(now: Date, stores: { readonly log: EventLog; readonly store: ReadStore }) {
  const isNeeded = await createNeededPhotos(stores, now.getTime() - photosKeptFor);
  const isKnown = await isNeeded('').then(
    () => true,
    () => false,
  );
  return isKnown ? isNeeded : undefined;
}
