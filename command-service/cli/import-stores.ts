import path from 'node:path';
import { readFile } from 'node:fs/promises';

import * as z from 'zod/mini';

import type { RecordStore } from '../record-store/index.ts';
import { checkFolder, idOf } from './check-folder.ts';
import { readManifest } from './export-stores.ts';
import { AccountLine, files, PhotoLine, TransferError, type Manifest } from './format.ts';
import { importEvents, verifyEvents } from './import-events.ts';
import { readLines, sorted, sumOf } from './lines.ts';
import { importSetting, type Told, type Transferred } from './transferred.ts';

const ImportState = z.object({ id: z.string(), state: z.enum(['under way', 'done']) });

/**
 * Reads an export into empty stores, and then compares each of them with it. Broken off, it goes on where it stopped
 * when it is called again. Gives the manifest; undefined when that export is in these stores already.
 * @throws TransferError when the folder is damaged, or the stores hold something else
 */
export async function importStores(
  stores: Transferred,
  folder: string,
  tell: Told,
): Promise<Manifest | undefined> {
  const manifest = await readManifest(folder);
  await checkFolder(folder, manifest, tell);
  const id = idOf(manifest);
  if (await isDone(stores, id)) return undefined;
  await setState(stores.records, { id, state: 'under way' });

  const from = (name: string): string => path.join(folder, name);
  // What events speak of comes before them.
  await importPhotos(stores, folder, tell);
  await importAccounts(stores, from(files.accounts), tell);
  await importEvents(stores.log, { file: from(files.events), tell });

  await verifyAccounts(stores, from(files.accounts));
  await verifyPhotos(stores, from(files.photos), tell);
  const upTo = manifest.reactions === null ? null : BigInt(manifest.reactions);
  const reached = await verifyEvents(stores.log, { file: from(files.events), upTo, tell });

  await importSettings(stores, manifest, reached);
  await setState(stores.records, { id, state: 'done' });
  return manifest;
}

async function isDone({ log, records }: Transferred, id: string): Promise<boolean> {
  const stored = await records.settings.get(importSetting);
  const state = stored === undefined ? undefined : ImportState.parse(JSON.parse(stored));
  if (state?.id === id) return state.state === 'done';
  if (state?.state === 'under way') {
    throw new TransferError(
      'Another import into these stores is not finished. Finish it, or empty the stores.',
    );
  }
  const { done } = await records.accounts.all()[Symbol.asyncIterator]().next();
  if (done !== true || (await log.head()) > 0n) {
    throw new TransferError('The stores are not empty. Import into empty stores.');
  }
  return false;
}

const setState = (records: RecordStore, state: z.infer<typeof ImportState>): Promise<void> =>
  records.settings.set(importSetting, JSON.stringify(state));

async function importPhotos({ photos }: Transferred, folder: string, tell: Told): Promise<void> {
  let count = 0;
  for await (const { name } of readLines(path.join(folder, files.photos), PhotoLine)) {
    // A photo at a time, at most a few megabytes.
    if (!(await photos.has(name)))
      await photos.put(name, await readFile(path.join(folder, files.photoFolder, name)));
    count += 1;
    if (count % 20 === 0) tell('photos', count);
  }
  tell('photos', count, true);
}

async function verifyPhotos({ photos }: Transferred, file: string, tell: Told): Promise<void> {
  let count = 0;
  for await (const { name, bytes, sha256 } of readLines(file, PhotoLine)) {
    const found = await photos.open(name);
    const sum = found && (await sumOf(found.stream));
    if (sum?.bytes !== bytes || sum.sha256 !== sha256) {
      throw new TransferError(`The photo store holds other bytes under ${name} than the export`);
    }
    count += 1;
    if (count % 100 === 0) tell('photos compared', count);
  }
  tell('photos compared', count, true);
}

async function importAccounts({ records }: Transferred, file: string, tell: Told): Promise<void> {
  let count = 0;
  for await (const line of readLines(file, AccountLine)) {
    if ('erased' in line) {
      await importErasure(records, line.erased);
      continue;
    }
    const { account, identities } = line;
    if ((await records.accounts.byId(account.id)) === undefined) await records.accounts.add(account);
    for (const identity of identities) await records.identities.add(identity);
    count += 1;
    if (count % 100 === 0) tell('accounts', count);
  }
  tell('accounts', count, true);
}

/** Leaves the note that the event of an erased account is due, as erasing it has done. */
async function importErasure({ accounts }: RecordStore, id: string): Promise<void> {
  const nobody = { emailVerified: false, firstName: null, lastName: null, profileImageUrl: null };
  const never = { createdAt: 0, updatedAt: 0, recorded: true, passwordHash: null };
  if ((await accounts.byId(id)) === undefined) {
    await accounts.add({ id, email: `${id}@erased.invalid`, ...nobody, ...never });
  }
  await accounts.erase(id);
}

async function verifyAccounts({ records }: Transferred, file: string): Promise<void> {
  for await (const line of readLines(file, AccountLine)) {
    if ('erased' in line) continue;
    const account = await records.accounts.byId(line.account.id);
    const identities = await records.identities.of(line.account.id);
    if (sorted({ account, identities }) !== sorted(line)) {
      throw new TransferError(`The account ${line.account.id} is not as it was exported`);
    }
  }
}

async function importSettings(
  { records, log }: Transferred,
  manifest: Manifest,
  reached: bigint | null,
): Promise<void> {
  for (const [name, value] of Object.entries(manifest.settings)) await records.settings.set(name, value);
  if (reached === null) return;
  await records.settings.set('reactions', JSON.stringify({ logId: log.id, position: String(reached) }));
}

/** Whether an import into these stores was begun and not finished. */
export async function isHalfImported({ settings }: RecordStore): Promise<boolean> {
  const stored = await settings.get(importSetting);
  return stored !== undefined && ImportState.parse(JSON.parse(stored)).state === 'under way';
}
