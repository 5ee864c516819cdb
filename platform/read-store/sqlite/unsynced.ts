import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { Lease } from '../../concurrency/reservation.ts';
import { hasCode } from '../../files/files.ts';
import { acquireStoreLease, shareStoreLease } from '../../sqlite/lease.ts';
import { StoreUnavailable } from '../port.ts';
import type { Sqlite } from './sqlite.ts';

/**
 * The read models are written without waiting for the disk, so a crash of the operating system may leave a torn file. A
 * note beside the file is durable before the first such write. It is removed once the file is synced and no connection
 * writes like this. Its name identifies the boot and the file, so it does not match a copy of the file. A killed
 * process leaves no torn file, since the operating system has everything that it wrote.
 */
const noteBegins = (path: string) => `${path}.unsynced-`;

/** Shared by all connections that write without waiting for the disk. */
const leaseName = 'unsynced';
const longestWait = 5000; // milliseconds
/** For connections that are closing at the same time. */
const shortWait = 250; // milliseconds

const bootIdFile = '/proc/sys/kernel/random/boot_id';

/** The path of the file's note in this boot; undefined without a file, or if boots or files cannot be told apart. */
export function noteOf(path: string): string | undefined {
  const bootId = readBootId();
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (bootId === undefined || file === undefined || file.birthtimeNs === 0n) return undefined;
  return `${noteBegins(path)}${bootId}-${file.dev}-${file.ino}-${file.birthtimeNs}`;
}

function readBootId(): string | undefined {
  try {
    // Files in /proc have no birth time. If there is one, Node reports another time instead, which may change.
    if (statSync(bootIdFile, { bigint: true }).birthtimeNs !== 0n) return undefined;
    const id = readFileSync(bootIdFile, 'utf8').trim();
    return /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return undefined;
    throw error;
  }
}

function notesOf(path: string): string[] {
  const begins = basename(noteBegins(path));
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(begins));
  return names.map((name) => join(dirname(path), name));
}

/** Whether the operating system may have crashed before a sync, or the file is a copy of one being written. */
export const mayBeTorn = (path: string): boolean => {
  const own = noteOf(path);
  return notesOf(path).some((note) => note !== own);
};

/** Removes the notes of a deleted file. */
export function removeNotes(path: string): void {
  for (const note of notesOf(path)) rmSync(note, { force: true });
}

/** Makes a note durable. */
function writeNote(note: string): void {
  sync(note, 'a');
  sync(dirname(note), 'r');
}

function sync(path: string, flags: 'a' | 'r'): void {
  const descriptor = openSync(path, flags, 0o600);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Lets a connection write without waiting for the disk. Dispose of the result before closing the connection: the last
 * one syncs the file and removes its note. Does nothing where the next start could not recognise a crash.
 * @throws StoreUnavailable when the note cannot be written
 */
export async function writeUnsynced(sqlite: Sqlite, path: string): Promise<AsyncDisposable> {
  const note = noteOf(path);
  if (note === undefined) return { [Symbol.asyncDispose]: () => Promise.resolve() };
  let sharing: Lease | undefined;
  try {
    sharing = await shareStoreLease(path, leaseName, AbortSignal.timeout(longestWait));
    writeNote(note);
    sqlite.run('PRAGMA synchronous = OFF');
  } catch (error) {
    await sharing?.[Symbol.asyncDispose]();
    throw new StoreUnavailable(`The read store cannot write beside ${path}`, { cause: error });
  }
  const { [Symbol.asyncDispose]: stopSharing } = sharing;
  return {
    async [Symbol.asyncDispose]() {
      try {
        sqlite.run('PRAGMA synchronous = FULL');
      } finally {
        await stopSharing();
      }
      const impatient = AbortSignal.timeout(shortWait);
      const alone = await acquireStoreLease(path, leaseName, impatient).catch((error: unknown) => {
        if (impatient.aborted) return undefined;
        throw error;
      });
      // Another connection still writes, and removes the note later.
      if (alone === undefined) return;
      try {
        if (isSynced(sqlite)) rmSync(note, { force: true });
      } finally {
        await alone[Symbol.asyncDispose]();
      }
    },
  };
}

/** Syncs the file. Returns false when a reader of an earlier state prevents pages from being moved to the file. */
function isSynced(sqlite: Sqlite): boolean {
  // SQLite syncs the file only after it has moved a page there, so this writes the first page again.
  sqlite.transaction(() => {
    sqlite.run(`PRAGMA user_version = ${Number(sqlite.rows('PRAGMA user_version')[0]?.[0])}`);
  });
  const [busy, pages, moved] = sqlite.rows('PRAGMA wal_checkpoint(FULL)')[0] ?? [];
  return busy === 0 && pages === moved;
}
