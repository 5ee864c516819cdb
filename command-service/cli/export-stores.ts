import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import * as z from 'zod/mini';

import { syncFolder } from '../photo-store/durable.ts';
import { photoFolders } from '../photo-store/index.ts';
import {
  files,
  Manifest,
  toLine,
  TransferError,
  type AccountLine,
  type EventLine,
  type PhotoLine,
} from './format.ts';
import { writeLines } from './lines.ts';
import type { Told, Transferred } from './transferred.ts';

/** Settings that another installation can use; the rest are of these stores alone. */
const exportedSettings = ['sample'];
/** Each of them waits for a moment only. */
const mostErasures = 1_000_000;
const Reactions = z.object({ logId: z.string(), position: z.string() });

/**
 * Writes everything that cannot be rebuilt into a new folder, a piece at a time. A server may go on beside it: what
 * it writes meanwhile is left out or, of photos and accounts, may be in it unused.
 * @throws TransferError when the folder holds something else
 */
export async function exportStores(
  stores: Transferred,
  folder: string,
  { now, tell }: { readonly now: Date; readonly tell: Told },
): Promise<Manifest> {
  await begin(folder);
  const to = (name: string): string => path.join(folder, name);
  // In this order: what came of an event is in the log before the checkpoint passes it, and what an event speaks of is
  // stored before the event.
  const reactions = await reactionsOf(stores);
  const events = await writeLines(to(files.events), eventsOf(stores, tell));
  const accounts = await writeLines(to(files.accounts), accountsOf(stores));
  const photoBytes = { sum: 0 };
  const photos = await writeLines(to(files.photos), photosOf(stores, folder, photoBytes, tell));
  const manifest: Manifest = {
    format: 'lightfall-export',
    version: 1,
    madeAt: now.toISOString(),
    files: { [files.events]: events, [files.accounts]: accounts, [files.photos]: photos },
    photoBytes: photoBytes.sum,
    settings: await settingsOf(stores),
    reactions,
  };
  await writeFile(to(files.manifest), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await rm(to(files.unfinished));
  await syncFolder(folder);
  return manifest;
}

/** An export that was broken off begins anew. */
async function begin(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = await readdir(folder);
  const mark = path.join(folder, files.unfinished);
  if (there.includes(files.unfinished)) {
    for (const name of Object.values(files))
      await rm(path.join(folder, name), { recursive: true, force: true });
  } else if (there.length > 0) {
    const what = there.includes(files.manifest) ? 'an export already' : 'other files';
    throw new TransferError(`${folder} holds ${what}. Name a new folder.`);
  }
  await writeFile(mark, '', { flush: true });
}

async function* eventsOf({ log }: Transferred, tell: Told): AsyncGenerator<EventLine> {
  let count = 0;
  for await (const event of log.readAll()) {
    yield toLine(event);
    count += 1;
    if (count % 1000 === 0) tell('events', count);
  }
  tell('events', count, true);
}

async function* accountsOf({ records }: Transferred): AsyncGenerator<AccountLine> {
  for await (const account of records.accounts.all()) {
    const identities = await records.identities.of(account.id);
    yield { account, identities: [...identities] };
  }
  for (const erased of await records.accounts.unrecordedErasures(mostErasures)) yield { erased };
}

async function* photosOf(
  { photos }: Transferred,
  folder: string,
  bytes: { sum: number },
  tell: Told,
): AsyncGenerator<PhotoLine> {
  let count = 0;
  for (const kind of photoFolders) {
    for await (const { name } of photos.list(kind)) {
      const line = await copyOut(photos, name, path.join(folder, files.photoFolder, name));
      if (line === undefined) continue; // swept in this moment
      bytes.sum += line.bytes;
      yield line;
      count += 1;
      if (count % 20 === 0) tell('photos', count);
    }
  }
  tell('photos', count, true);
}

async function copyOut(
  photos: Transferred['photos'],
  name: string,
  target: string,
): Promise<PhotoLine | undefined> {
  const found = await photos.open(name);
  if (found === undefined) return undefined;
  await mkdir(path.dirname(target), { recursive: true });
  const hash = createHash('sha256');
  await pipeline(
    found.stream,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(target, { mode: 0o600, flush: true }),
  );
  return { name, bytes: found.size, sha256: hash.digest('hex') };
}

async function settingsOf({ records }: Transferred): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const name of exportedSettings) {
    const value = await records.settings.get(name);
    if (value !== undefined) settings[name] = value;
  }
  return settings;
}

async function reactionsOf({ records, log }: Transferred): Promise<string | null> {
  const stored = await records.settings.get('reactions');
  if (stored === undefined) return null;
  const { logId, position } = Reactions.parse(JSON.parse(stored));
  return logId === log.id ? position : null;
}

/** The manifest of a finished export. @throws TransferError */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, files.manifest);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new TransferError(`${folder} holds no finished export: there is no ${files.manifest}`, {
      cause: error,
    });
  });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    throw new TransferError(`${file} is damaged, or of another release`, { cause: error });
  }
}
