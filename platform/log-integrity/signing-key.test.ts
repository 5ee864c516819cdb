import { beforeEach, expect, test } from 'vitest';

import type { RecordStore } from '#platform/record-store/index';
import { isSignedBy, openSigningKey, publicKeysOf, readSigningKey } from './signing-key.ts';
import { StartError } from './start-error.ts';
import { folderOfTest } from '../../test/harness/folders.ts';
import { recordsOfTest } from '../../test/harness/stores.ts';

let records: RecordStore;
let other: RecordStore;
beforeEach(async () => {
  const folder = folderOfTest();
  records = await recordsOfTest(folder);
  other = await recordsOfTest(folder);
});

test('processes that start at once, and later starts, use one key', async () => {
  const keys = await Promise.all([records, other, records, other].map(openSigningKey));
  const again = await openSigningKey(records);
  expect(new Set([...keys, again].map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(await publicKeysOf(records)).toEqual([again.publicKey]);
  expect(again.publicKey).toMatch(/^[0-9a-f]{64}$/);
});

test('a reader gets the same key, and stores none if there is none', async () => {
  const alone = await readSigningKey(records);
  expect(isSignedBy(alone.publicKey, 'a text', alone.sign('a text'))).toBe(true);
  expect(await records.settings.get('signing-key')).toBeUndefined();
  expect(await publicKeysOf(records)).toEqual([]);
  const { publicKey } = await openSigningKey(records);
  expect((await readSigningKey(other)).publicKey).toBe(publicKey);
});

test('a signature is valid only for its text and its key', async () => {
  const { publicKey, sign } = await openSigningKey(records);
  const signature = sign('a text');
  expect(isSignedBy(publicKey, 'a text', signature)).toBe(true);
  expect(isSignedBy(publicKey, 'a test', signature)).toBe(false);
  expect(isSignedBy('0'.repeat(64), 'a text', signature)).toBe(false);
  expect(isSignedBy(publicKey.toUpperCase(), 'a text', signature)).toBe(false);
  expect(isSignedBy(publicKey, 'a text', signature.slice(2))).toBe(false);
  for (let at = 0; at < signature.length; at += 1) {
    const digit = signature[at] === '0' ? '1' : '0';
    expect(isSignedBy(publicKey, 'a text', signature.slice(0, at) + digit + signature.slice(at + 1))).toBe(
      false,
    );
  }
});

test.each(['', '{}', '{"kty":"OKP","crv":"Ed25519","d":"AA","x":"AA"}'])(
  'a damaged key (%j) is replaced; its public half stays known',
  async (damaged) => {
    const before = await openSigningKey(records);
    await records.settings.set('signing-key', damaged);
    const [after, same] = await Promise.all([openSigningKey(records), openSigningKey(other)]);
    expect(after.publicKey).toBe(same.publicKey);
    expect(await publicKeysOf(records)).toEqual([before.publicKey, after.publicKey]);
  },
);

test.each(['', '{}', '[1]'])('a damaged list of public keys (%j) is refused and stays', async (damaged) => {
  await openSigningKey(records);
  await records.settings.set('signing-keys-public', damaged);
  const refusal = /^The list of this installation's public keys, .* is damaged\. Put the records back/;
  for (const read of [openSigningKey, publicKeysOf]) {
    const error: unknown = await read(records).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect(error).toHaveProperty('message', expect.stringMatching(refusal));
  }
  expect(await records.settings.get('signing-keys-public')).toBe(damaged);
});
