import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod/mini';

import { limits } from '#contracts/shared/limits';
import { normaliseEmail } from '#contracts/shared/normalise';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import { chainOf, chainStart } from '#platform/event-log/index';
import { recordLogIdentity } from '#platform/log-integrity/open-verified-log';
import {
  firstChoices,
  firstCredentials,
  firstStanding,
  type RecordStore,
} from '#platform/record-store/index';

import { readManifest } from './export-stores.ts';
import {
  AccountLine,
  accountLineOf,
  files,
  importSetting,
  listed,
  type Manifest,
  type OnProgress,
  PhotoLine,
  TransferError,
  type TransferStores,
} from './format.ts';
import { checkedEvents, importEvents, verifyEvents } from './import-events.ts';
import { readLines, sorted, sumOf } from './lines.ts';

const ImportState = z.object({ id: z.string(), state: z.enum(['under way', 'done']) });

/**
 * Imports an export into empty stores, and then compares them with it. If it was interrupted, calling it again
 * continues. Returns the manifest; undefined if that export was imported before.
 * @throws TransferError if the folder is damaged, or the stores contain anything else
 */
export async function importStores(
  stores: TransferStores,
  folder: string,
  onProgress: OnProgress,
): Promise<Manifest | undefined> {
  await refuseLinks(folder);
  const manifest = await readManifest(folder);
  await checkFolder(folder, manifest, onProgress);
  const id = idOf(manifest);
  if (await isDone(stores, id)) return undefined;
  await setState(stores.records, { id, state: 'under way' });

  const from = (name: string): string => path.join(folder, name);
  // Photos and accounts come before the events that refer to them.
  await importPhotos(stores, folder, onProgress);
  await importAccounts(stores, from(files.accounts), onProgress);
  await importEvents(stores.log, { file: from(files.events), onProgress });

  await verifyAccounts(stores, from(files.accounts));
  await verifyPhotos(stores, from(files.photos), onProgress);
  await verifyEvents(stores.log, { file: from(files.events), onProgress });

  await verifyHead(stores.log.readAll(), manifest);

  for (const [name, value] of Object.entries(manifest.settings)) {
    if (value !== undefined) await stores.records.settings.set(name, value);
  }
  // The last step: until then, a start refuses these stores.
  await recordLogIdentity(stores);
  await setState(stores.records, { id, state: 'done' });
  return manifest;
}

async function isDone({ log, records }: TransferStores, id: string): Promise<boolean> {
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

async function importPhotos(
  { photos }: TransferStores,
  folder: string,
  onProgress: OnProgress,
): Promise<void> {
  let count = 0;
  for await (const { name } of readLines(path.join(folder, files.photos), PhotoLine)) {
    // One photo at a time, at most a few megabytes.
    if (!(await photos.has(name)))
      await photos.put(name, await readFile(path.join(folder, files.photoFolder, name)));
    count += 1;
    if (count % 20 === 0) onProgress('photos', count);
  }
  onProgress('photos', count, true);
}

async function verifyPhotos({ photos }: TransferStores, file: string, onProgress: OnProgress): Promise<void> {
  let count = 0;
  for await (const { name, bytes, sha256 } of readLines(file, PhotoLine)) {
    const found = await photos.open(name);
    const sum = found && (await sumOf(found.stream));
    if (sum?.bytes !== bytes || sum.sha256 !== sha256) {
      throw new TransferError(`The photo store holds other bytes under ${name} than the export`);
    }
    count += 1;
    if (count % 100 === 0) onProgress('photos compared', count);
  }
  onProgress('photos compared', count, true);
}

/**
 * Reads all events, and compares the hash over them, which is the same in every log with the same events in the same
 * order. An export of the first release has no hash.
 * @throws TransferError with `addition` at its end
 */
async function verifyHead(
  events: AsyncIterable<RecordedEvent>,
  { head }: Manifest,
  addition = '',
): Promise<void> {
  let { hash } = chainStart;
  for await (const link of chainOf(events)) ({ hash } = link);
  if (head !== undefined && hash !== head)
    throw new TransferError(
      `The events have the hash ${hash}, but had ${head} when they were exported${addition}`,
    );
}

async function importAccounts(
  { records }: TransferStores,
  file: string,
  onProgress: OnProgress,
): Promise<void> {
  let count = 0;
  for await (const line of readLines(file, AccountLine)) {
    if ('erased' in line) {
      await importErasure(records, line.erased);
      continue;
    }
    const { account, identities, standingChanges, notes = [], lists = [] } = line;
    if ((await records.accounts.byId(account.id)) === undefined)
      await records.accounts.add({ ...account, credentials: firstCredentials });
    for (const identity of identities) await records.identities.add(identity);
    for (const change of standingChanges) await records.standings.note(change);
    for (const note of notes) await records.reportNotes.put(note);
    // The newest is listed first.
    for (const list of lists.toReversed()) await records.lists.add(list, limits.listsOfPerson);
    count += 1;
    if (count % 100 === 0) onProgress('accounts', count);
  }
  onProgress('accounts', count, true);
}

/** Restores the note that the event of an erased account must still be appended. */
async function importErasure({ accounts }: RecordStore, id: string): Promise<void> {
  const nobody = { emailVerified: false, firstName: null, lastName: null, profileImageUrl: null };
  const never = {
    createdAt: 0,
    updatedAt: 0,
    recorded: true,
    passwordHash: null,
    standing: firstStanding,
    credentials: firstCredentials,
    ...firstChoices,
  };
  if ((await accounts.byId(id)) === undefined) {
    await accounts.add({ id, email: `${id}@erased.invalid`, ...nobody, ...never });
  }
  await accounts.erase(id);
}

async function verifyAccounts({ records }: TransferStores, file: string): Promise<void> {
  for await (const line of readLines(file, AccountLine)) {
    if ('erased' in line) continue;
    const { id } = line.account;
    const account = await records.accounts.byId(id);
    const belongings = {
      identities: await records.identities.of(id),
      standingChanges: await records.standings.of(id),
      notes: await records.reportNotes.of(id),
      lists: await records.lists.of(id),
    };
    if (account === undefined || sorted(accountLineOf(account, belongings)) !== sorted(line)) {
      throw new TransferError(`The account ${line.account.id} is not as it was exported`);
    }
  }
}

/** Whether an import into these stores was started but not finished. */
export async function isHalfImported({ settings }: RecordStore): Promise<boolean> {
  const stored = await settings.get(importSetting);
  return stored !== undefined && ImportState.parse(JSON.parse(stored)).state === 'under way';
}

/**
 * Compares every file of an export with its manifest, its accounts with each other, and each event with those before
 * it, before anything is written.
 * @throws TransferError naming the first file that is missing or differs, or what no store could hold
 */
async function checkFolder(folder: string, manifest: Manifest, onProgress: OnProgress): Promise<void> {
  for (const name of listed) {
    const file = path.join(folder, name);
    await requireFile(file);
    const sum = await sumOf(createReadStream(file));
    if (sorted(sum) !== sorted(manifest.files[name])) throw changed(file);
  }
  await refuseSharedSignIns(path.join(folder, files.accounts));
  await verifyHead(checkedEvents(path.join(folder, files.events)), manifest, '. Nothing was imported.');
  let [count, photoBytes] = [0, 0];
  for await (const photo of readLines(path.join(folder, files.photos), PhotoLine)) {
    const file = path.join(folder, files.photoFolder, photo.name);
    await requireFile(file);
    const { bytes, sha256 } = await sumOf(createReadStream(file));
    if (bytes !== photo.bytes || sha256 !== photo.sha256) throw changed(file);
    photoBytes += bytes;
    count += 1;
    if (count % 100 === 0) onProgress('files checked', count);
  }
  if (photoBytes !== manifest.photoBytes) throw changed(path.join(folder, files.manifest));
  onProgress('files checked', count + listed.length, true);
}

/**
 * An export contains no links; a link could lead to any file of this machine. The folder that the operator names may
 * itself be a link.
 * @throws TransferError naming the first link
 */
async function refuseLinks(folder: string): Promise<void> {
  const missing = (await stat(folder).catch(() => undefined))?.isDirectory() !== true;
  if (missing) return;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    throw new TransferError(`${file} is a link, and an export holds none. Nothing was imported.`);
  }
}

/** @throws TransferError naming the first accounts that cannot sign in with the same address or identity */
async function refuseSharedSignIns(file: string): Promise<void> {
  const known = new Map<string, string>();
  const isOther = (key: string, value: string): boolean => {
    if (!known.has(key)) known.set(key, value);
    return known.get(key) !== value;
  };
  for await (const line of readLines(file, AccountLine)) {
    if ('erased' in line) continue;
    const { id, email } = line.account;
    if (isOther(normaliseEmail(email), id))
      throw new TransferError(
        `In ${file} the accounts ${known.get(normaliseEmail(email))} and ${id} have the same email address. ` +
          'Nothing was imported.',
      );
    for (const { provider, subject, userId } of line.identities) {
      if (
        userId === id &&
        !isOther(`${provider} ${subject}`, id) &&
        !isOther(`${provider} of ${id}`, subject)
      )
        continue;
      throw new TransferError(
        `In ${file} the account ${id} has a sign-in by ${provider} that another account has, or two of them. ` +
          'Nothing was imported.',
      );
    }
  }
}

const changed = (file: string) =>
  new TransferError(`${file} has changed since it was exported. Nothing was imported.`);

async function requireFile(file: string): Promise<void> {
  const info = await stat(file).catch(() => undefined);
  if (info?.isFile() !== true) throw new TransferError(`${file} is missing. Nothing was imported.`);
}

/** Identifies an export. */
const idOf = (manifest: Manifest): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
