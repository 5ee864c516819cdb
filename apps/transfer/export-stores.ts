import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { chainOf, chainStart, type ChainPoint } from '#platform/event-log/index';
import { makeFolder, syncFolder } from '#platform/files/files';
import { photoFolders } from '#platform/photo-store/index';
import {
  type AccountLine,
  accountLineOf,
  type EventLine,
  exportedSettings,
  files,
  Manifest,
  type OnProgress,
  type PhotoLine,
  toLine,
  TransferError,
  type TransferStores,
} from './format.ts';
import { writeLines } from './lines.ts';
import { checkBytes, missingFiles } from './photo-check.ts';

/** Erasures wait only briefly, so there are never this many. */
const mostErasures = 1_000_000;

export interface ExportOptions {
  readonly now: Date;
  readonly onProgress: OnProgress;
  /** Whether a photo needs the file with that SHA-256 (hex); undefined if that is unknown. */
  readonly isNeeded: ((sha256: string) => Promise<boolean>) | undefined;
  /** Called with a sentence for each damaged photo file. */
  readonly onFlaw: (flaw: string) => void;
}

/**
 * Writes everything that cannot be rebuilt into a new folder, in small pieces. A server may run at the same time:
 * events that it appends meanwhile are left out; its photos and accounts may be included without being used.
 * @throws TransferError if the folder contains anything else
 */
export async function exportStores(
  stores: TransferStores,
  folder: string,
  options: ExportOptions,
): Promise<Manifest> {
  const { now, onProgress, isNeeded, onFlaw } = options;
  await begin(folder);
  const to = (name: string): string => path.join(folder, name);
  // The order matters: photos and accounts are exported after the events that refer to them.
  const chain = { head: chainStart };
  const events = await writeLines(to(files.events), eventsOf(stores, chain, onProgress));
  const accounts = await writeLines(to(files.accounts), accountsOf(stores));
  const photoBytes = { sum: 0 };
  const photos = await writeLines(to(files.photos), photosOf(stores, folder, photoBytes, options));
  for await (const missing of missingFiles({ ...stores, isNeeded })) onFlaw(missing);
  const manifest: Manifest = {
    format: 'lightfall-export',
    version: 1,
    madeAt: now.toISOString(),
    files: { [files.events]: events, [files.accounts]: accounts, [files.photos]: photos },
    photoBytes: photoBytes.sum,
    head: chain.head.hash,
    settings: await settingsOf(stores),
  };
  await writeFile(to(files.manifest), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await rm(to(files.unfinished));
  await syncFolder(folder);
  return manifest;
}

/** An interrupted export starts again from the beginning. */
async function begin(folder: string): Promise<void> {
  await makeFolder(path.resolve(folder));
  const there = await readdir(folder);
  const mark = path.join(folder, files.unfinished);
  if (there.includes(files.unfinished)) {
    for (const name of Object.values(files))
      await rm(path.join(folder, name), { recursive: true, force: true });
  } else if (there.length > 0) {
    const what = there.includes(files.manifest) ? 'an export already' : 'other files';
    throw new TransferError(`${folder} holds ${what}. Name a new folder.`);
  }
  await writeFile(mark, '', { mode: 0o600, flush: true });
}

async function* eventsOf(
  { log }: TransferStores,
  chain: { head: ChainPoint },
  onProgress: OnProgress,
): AsyncGenerator<EventLine> {
  let count = 0;
  for await (const event of log.readAll()) {
    yield toLine(event);
    for await (const link of chainOf([event], chain.head)) chain.head = link;
    count += 1;
    if (count % 1000 === 0) onProgress('events', count);
  }
  onProgress('events', count, true);
}

async function* accountsOf({ records }: TransferStores): AsyncGenerator<AccountLine> {
  for await (const account of records.accounts.all()) {
    yield accountLineOf(account, {
      identities: await records.identities.of(account.id),
      standingChanges: await records.standings.of(account.id),
      notes: await records.reportNotes.of(account.id),
      lists: await records.lists.of(account.id),
    });
  }
  for (const erased of await records.accounts.unrecordedErasures(mostErasures)) yield { erased };
}

async function* photosOf(
  { photos }: TransferStores,
  folder: string,
  bytes: { sum: number },
  { onProgress, onFlaw }: ExportOptions,
): AsyncGenerator<PhotoLine> {
  let count = 0;
  for (const kind of photoFolders) {
    for await (const { name } of photos.list(kind)) {
      const line = await copyOut(photos, name, path.join(folder, files.photoFolder, name), onFlaw);
      if (line === undefined) continue; // the account was erased at this moment
      bytes.sum += line.bytes;
      yield line;
      count += 1;
      if (count % 20 === 0) onProgress('photos', count);
    }
  }
  onProgress('photos', count, true);
}

async function copyOut(
  photos: TransferStores['photos'],
  name: string,
  target: string,
  onFlaw: ExportOptions['onFlaw'],
): Promise<PhotoLine | undefined> {
  const found = await photos.open(name);
  if (found === undefined) return undefined;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const check = checkBytes(name);
  await pipeline(
    found.stream,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        check.take(chunk);
        yield chunk;
      }
    },
    createWriteStream(target, { mode: 0o600, flush: true }),
  );
  const flaw = check.flaw();
  if (flaw !== undefined) onFlaw(flaw);
  return { name, bytes: found.size, sha256: check.sha256() };
}

async function settingsOf({ records }: TransferStores): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const name of exportedSettings) {
    const value = await records.settings.get(name);
    if (value !== undefined) settings[name] = value;
  }
  return settings;
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
