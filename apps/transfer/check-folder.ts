import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';

import { normaliseEmail } from '#contracts/shared/normalise';

import { AccountLine, files, listed, PhotoLine, TransferError, type Manifest } from './format.ts';
import { readLines, sumOf } from './lines.ts';
import type { OnProgress } from './transfer-stores.ts';

/**
 * Compares every file of an export with its manifest.
 * @throws TransferError naming the first file that is missing or differs
 */
export async function checkFolder(folder: string, manifest: Manifest, onProgress: OnProgress): Promise<void> {
  for (const name of listed) {
    const file = path.join(folder, name);
    await requireFile(file);
    const { bytes, sha256 } = await sumOf(createReadStream(file));
    const expected = manifest.files[name];
    if (bytes !== expected.bytes || sha256 !== expected.sha256) throw changed(file);
  }
  await refuseSameEmails(path.join(folder, files.accounts));
  let count = 0;
  for await (const photo of readLines(path.join(folder, files.photos), PhotoLine)) {
    const file = path.join(folder, files.photoFolder, photo.name);
    await requireFile(file);
    const { bytes, sha256 } = await sumOf(createReadStream(file));
    if (bytes !== photo.bytes || sha256 !== photo.sha256) throw changed(file);
    count += 1;
    if (count % 100 === 0) onProgress('files checked', count);
  }
  onProgress('files checked', count + listed.length, true);
}

/**
 * An export holds no links; one could lead to any file of this machine. The folder that the operator names may be one.
 * @throws TransferError naming the first link
 */
export async function refuseLinks(folder: string): Promise<void> {
  const missing = (await stat(folder).catch(() => undefined))?.isDirectory() !== true;
  if (missing) return;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    throw new TransferError(`${file} is a link, and an export holds none. Nothing was imported.`);
  }
}

/** @throws TransferError naming the first two accounts that have the same address */
async function refuseSameEmails(file: string): Promise<void> {
  const owners = new Map<string, string>();
  for await (const line of readLines(file, AccountLine)) {
    if ('erased' in line) continue;
    const { id, email } = line.account;
    const owner = owners.get(normaliseEmail(email));
    if (owner !== undefined && owner !== id)
      throw new TransferError(
        `In ${file} the accounts ${owner} and ${id} have the same email address. Nothing was imported.`,
      );
    owners.set(normaliseEmail(email), id);
  }
}

const changed = (file: string) =>
  new TransferError(`${file} has changed since it was exported. Nothing was imported.`);

async function requireFile(file: string): Promise<void> {
  const info = await stat(file).catch(() => undefined);
  if (info?.isFile() !== true) throw new TransferError(`${file} is missing. Nothing was imported.`);
}

/** Identifies an export. */
export const idOf = (manifest: Manifest): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
