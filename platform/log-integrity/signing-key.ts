import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

import * as z from 'zod/mini';

import type { RecordStore } from '#platform/record-store/index';
import { StartError } from './start-error.ts';

/** The Ed25519 key with which an installation signs statements and files about its log. */
export interface SigningKey {
  /** 32 bytes, hex. */
  readonly publicKey: string;
  /** The signature of a text: 64 bytes, hex. */
  readonly sign: (text: string) => string;
}

const settingName = 'signing-key';
const publicKeysName = 'signing-keys-public';
/** The settings that make up an installation's key. */
export const signingSettings = { key: settingName, publicKeys: publicKeysName } as const;

const PrivateKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  d: z.string(),
  x: z.string(),
});
/** The value of the setting `publicKeys`, once parsed as JSON. */
export const PublicKeys = z.array(z.string());

/**
 * The installation's key. A new one is generated if there is none or it cannot be read; the records list the public
 * halves of all keys. Processes that start at once get the same key.
 * @throws StartError if that list is damaged
 */
export async function openSigningKey({ settings }: Pick<RecordStore, 'settings'>): Promise<SigningKey> {
  for (;;) {
    const stored = await settings.get(settingName);
    const key = stored === undefined ? undefined : readKey(stored);
    if (key !== undefined) {
      const signing = signingWith(key);
      await listPublicKey(settings, signing.publicKey);
      return signing;
    }
    await settings.setIf(settingName, stored, JSON.stringify(newKey().export({ format: 'jwk' })));
  }
}

/**
 * The installation's key, for a process that writes to no store. If there is none, a temporary key for that process.
 */
export async function readSigningKey({ settings }: Pick<RecordStore, 'settings'>): Promise<SigningKey> {
  const stored = await settings.get(settingName);
  return signingWith((stored === undefined ? undefined : readKey(stored)) ?? newKey());
}

const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

const signingWith = (key: KeyObject): SigningKey => ({
  publicKey: publicHalf(key),
  sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
});

function readKey(stored: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: PrivateKey.parse(JSON.parse(stored)), format: 'jwk' });
  } catch {
    // A damaged key: its signatures are still checked with its public half.
    return undefined;
  }
}

const publicHalf = (key: KeyObject): string =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');

/** The public halves of this installation's keys, oldest first. @throws StartError if their list is damaged */
export async function publicKeysOf({ settings }: Pick<RecordStore, 'settings'>): Promise<readonly string[]> {
  return readPublicKeys(await settings.get(publicKeysName));
}

function readPublicKeys(stored: string | undefined): readonly string[] {
  if (stored === undefined) return [];
  try {
    return PublicKeys.parse(JSON.parse(stored));
  } catch (error) {
    throw new StartError(
      `The list of this installation's public keys, '${publicKeysName}' in the records, is damaged. Put the ` +
        'records back, from a backup perhaps.',
      { cause: error },
    );
  }
}

async function listPublicKey(settings: RecordStore['settings'], publicKey: string): Promise<void> {
  for (;;) {
    const stored = await settings.get(publicKeysName);
    const known = readPublicKeys(stored);
    if (known.includes(publicKey)) return;
    if (await settings.setIf(publicKeysName, stored, JSON.stringify([...known, publicKey]))) return;
  }
}

/**
 * Whether the owner of the key signed the text. The three arguments have the forms that `SigningKey` gives; false if
 * one is malformed.
 */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
}
