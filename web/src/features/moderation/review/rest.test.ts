// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { DecisionItem } from '#contracts/moderation/commands';

import { removeKeptFor } from '../../../lib/leave.ts';
import { restStoreOf, type Rest } from './rest.ts';

const id = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const item = (at: number): DecisionItem => ({
  kind: 'city',
  id: id(at),
  entityType: 'city',
  entityId: id(at),
  revision: at,
  decision: 'reject',
  reason: 'Not here.',
});
const rest: Rest = {
  batchId: id(0),
  begun: 1,
  of: 3,
  verdict: { decision: 'reject', reason: 'Not here.' },
  items: [1, 2, 3].map(item),
};

describe('the rest of a long decision', () => {
  beforeEach(() => localStorage.clear());

  it('consists of the items not sent yet, with the reason and the revisions that were seen', () => {
    restStoreOf('mia').save(rest);
    restStoreOf('mia').sent(1);
    expect(restStoreOf('mia').read()).toEqual({ ...rest, items: [2, 3].map(item) });
  });

  it('is hidden from other people, and deleted when it is sent or dropped or the person signs out', async () => {
    const store = restStoreOf('mia');
    store.save(rest);
    expect(restStoreOf('noa').read()).toBeNull();
    store.sent(3);
    expect(store.read()).toBeNull();
    store.save(rest);
    store.remove();
    expect(store.read()).toBeNull();
    store.save(rest);
    const warned = vi.spyOn(console, 'warn');
    await removeKeptFor('noa');
    expect(store.read()).not.toBeNull();
    await removeKeptFor('mia');
    expect(localStorage.length).toBe(0);
    expect(warned).not.toHaveBeenCalled();
  });

  it('is ignored if the stored text is invalid', () => {
    restStoreOf('mia').save(rest);
    for (const name of Object.keys(localStorage)) localStorage.setItem(name, '{"items": 7');
    expect(restStoreOf('mia').read()).toBeNull();
  });
});
