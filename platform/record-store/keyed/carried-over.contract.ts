import { expect } from 'vitest';

import { token } from '../mail.contract.ts';
import type { RecordStore } from '../port.ts';

const minute = 60_000;
const now = 4_070_908_800_000;

/** Expects the records that the release before the keyed store wrote (`before-keyed.test-data` of each adapter). */
export async function expectCarriedOver(store: RecordStore): Promise<void> {
  expect(await store.settings.get('sample')).toBe('done');
  expect(await store.tokens.get('one', 'reset', now)).toEqual(token('one', 'ada'));
  expect(await store.tokens.take('two', 'confirm', now)).toEqual(
    token('two', 'ada', { kind: 'confirm', version: 3, isMailed: false }),
  );
  expect(await store.tokens.get('two', 'confirm', now)).toBeUndefined();
  expect(await store.signIns.take('a', now)).toEqual({
    id: 'a',
    provider: 'google',
    codeVerifier: 'v',
    nonce: 'n',
    expire: now + minute,
  });

  const claim = (key: string, print = 'print') => store.idempotency.claim(key, print, now + 1, minute);
  expect(await claim('ada:claimed')).toEqual({ state: 'running' });
  expect(await claim('ada:claimed', 'another')).toEqual({ state: 'other-request' });
  expect(await claim('ada:answered')).toEqual({
    state: 'answered',
    response: { status: 201, headers: { location: '/api/cities/1' }, body: '{"ö":1}' },
  });

  expect((await store.limits.peek('login:1.2.3.4', minute, now)).count).toBe(2);
  expect((await store.limits.hit('login:1.2.3.4', minute, now)).count).toBe(3);
  expect(await store.quotas.amount('bytes-of:ada')).toBe(3_000_000_000);
  expect(await store.quotas.reserve([{ key: 'photos-of:ada', amount: 4, most: 10 }])).toEqual({
    granted: false,
    key: 'photos-of:ada',
  });
  expect(await store.waiting.of('ada')).toEqual([
    { item: 'city-1', since: now },
    { item: 'location-2', since: now + 1 },
  ]);

  await store.sweep(now + 24 * 60 * minute);
  expect(await store.settings.get('sample')).toBe('done');
  expect((await claim('ada:answered')).state).toBe('answered');
  await store.tokens.put(token('three', 'ada'));
  await store.accounts.erase('ada');
  expect(await store.tokens.get('three', 'reset', now)).toBeUndefined();
  expect((await claim('ada:answered', 'another')).state).toBe('mine');
}
