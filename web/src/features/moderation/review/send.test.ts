// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { DecisionItem } from '#contracts/moderation/commands';

import { connected, lost } from '../../../lib/live-state.ts';
import { createStore } from '../../../lib/store.ts';
import { createBatches, createSender } from './send.ts';

const id = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const item = (at: number): DecisionItem => ({
  ...{ kind: 'city', id: id(at), entityType: 'city', entityId: id(at), revision: 0 },
  decision: 'approve',
});
const items = (count: number) => Array.from({ length: count }, (_, at) => item(at));

interface Sent {
  readonly key: string | null;
  readonly ids: readonly string[];
}
const sent: Sent[] = [];
/** Answers a call; without a response, no response comes. */
let respond: (call: number) => Response | undefined;
const done = () => {
  const results = sent.at(-1)?.ids.map((each) => ({ kind: 'city', id: each, result: 'done' }));
  return Response.json({ batchId: id(999), results, position: '1' });
};
const refused = (status: number, more: object = {}) => Response.json({ message: 'No.', ...more }, { status });

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  respond = done;
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    const { items: all } = JSON.parse(typeof body === 'string' ? body : '{}') as {
      items: readonly DecisionItem[];
    };
    sent.push({ key: new Headers(headers).get('idempotency-key'), ids: all.map((each) => each.id) });
    const response = respond(sent.length);
    if (response === undefined) throw new TypeError('No answer came.');
    return response;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const begin = () => {
  const store = createStore();
  return { store, ...createSender(store.dispatch) };
};
const isAskedBeforeLeaving = () => {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
};

describe('a decision', () => {
  it.each([
    // A refused attempt has changed nothing, so the next one is a new request.
    ['the rate limit', () => refused(429, { code: 'too-many-requests' }), 41],
    ['its own first attempt', () => refused(409, { code: 'request-running' }), 1],
  ])('waits for %s, 41 attempts at most', async (_, refusal, keys) => {
    respond = refusal;
    const { send } = begin();
    const response = send({ items: [item(1)] });
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2999);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(3);
    await vi.runAllTimersAsync();
    expect((await response).error).toMatchObject({ message: 'No.' });
    expect(sent).toHaveLength(41);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(keys);
  });

  it('whose answer was lost is sent once more with the same key, and until the connection is back', async () => {
    respond = () => undefined;
    const { send, store } = begin();
    store.dispatch(connected());
    const failed = send({ items: [item(1)] });
    await vi.runAllTimersAsync();
    expect((await failed).error).toMatchObject({ status: 0 });
    expect(sent).toHaveLength(2);

    store.dispatch(lost());
    const response = send({ items: [item(2)] });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.length).toBeGreaterThan(20);
    respond = done;
    await vi.advanceTimersByTimeAsync(3000);
    expect((await response).data?.results).toMatchObject([{ id: id(2), result: 'done' }]);
    expect(new Set(sent.slice(2).map(({ key }) => key)).size).toBe(1);
  });

  it('that is refused is not sent again', async () => {
    respond = () => refused(403, { code: 'forbidden' });
    const { send } = begin();
    const response = send({ items: [item(1)] });
    await vi.runAllTimersAsync();
    expect((await response).error).toMatchObject({ status: 403 });
    expect(sent).toHaveLength(1);
  });

  it('waits for the one before it, and the browser asks before the page is left meanwhile', async () => {
    respond = (call) => (call % 2 === 1 ? refused(429) : done());
    const { send, ahead } = begin();
    const both = [send({ items: [item(1)] }), send({ items: [item(2)] })];
    await vi.advanceTimersByTimeAsync(0);
    expect([sent.length, ahead(), isAskedBeforeLeaving()]).toEqual([1, 2, true]);
    await vi.advanceTimersByTimeAsync(500);
    await both[0];
    expect([ahead(), isAskedBeforeLeaving()]).toEqual([1, true]);
    await vi.advanceTimersByTimeAsync(500);
    await both[1];
    expect(sent.map(({ ids }) => ids)).toEqual([[id(1)], [id(1)], [id(2)], [id(2)]]);
    expect([ahead(), isAskedBeforeLeaving()]).toEqual([0, false]);
  });
});

describe('a long decision', () => {
  const press = { begun: 1, verdict: { decision: 'approve' }, along: [] } as const;
  const long = (count: number) => ({ ...press, batchId: id(998), of: count, items: items(count) });
  const batches = () => createBatches(begin().send, 'mia');
  beforeEach(() => localStorage.clear());

  it('is sent in calls of a hundred, shows its progress, and leaves no rest', async () => {
    const made = batches();
    const told: unknown[] = [];
    const responses = await made.sendAll(long(230), () => told.push(made.long.get().progress));
    expect(sent.map(({ ids }) => ids.length)).toEqual([100, 100, 30]);
    expect(told).toEqual([100, 200, 230].map((sentSoFar) => ({ done: sentSoFar, of: 230 })));
    expect(responses).toMatchObject({ left: [], failure: null, batchId: id(999) });
    expect(responses.results).toHaveLength(230);
    expect(made.long.get()).toEqual({ progress: null, rest: null });
    expect(localStorage.length).toBe(0);
  });

  it('that is stopped ends after the present call, and its rest can be sent later', async () => {
    const made = batches();
    const responses = await made.sendAll(long(230), () => made.stop());
    expect(sent).toHaveLength(1);
    expect(responses.left).toHaveLength(130);
    expect(made.long.get().rest).toMatchObject({ of: 230, items: items(230).slice(100) });
    const { rest } = made.long.get();
    if (rest === null) throw new Error('There is no rest');
    const told: unknown[] = [];
    const later = await made.sendAll({ ...press, ...rest }, () => told.push(made.long.get()));
    expect(later.left).toEqual([]);
    expect(told).toEqual([200, 230].map((done) => ({ progress: { done, of: 230 }, rest: null })));
    expect(made.long.get().rest).toBeNull();
  });

  it('that a closed page left is offered, unless another page is sending it', async () => {
    const closed = batches();
    await closed.sendAll(long(230), () => closed.stop());
    const held: { readonly name: string }[] = [{ name: 'decisions mia' }];
    const locks = { query: async () => ({ held }) };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
    try {
      const opened = batches();
      await opened.findRest();
      expect(opened.long.get().rest).toBeNull();
      held.length = 0;
      await opened.findRest();
      expect(opened.long.get().rest).toMatchObject({ of: 230, items: items(230).slice(100) });
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
  });

  it('that fails says why, and keeps what was not sent', async () => {
    respond = (call) => (call === 1 ? done() : refused(403, { code: 'forbidden' }));
    const made = batches();
    const responses = await made.sendAll(long(150), () => undefined);
    expect(responses).toMatchObject({ failure: 'No.', left: items(150).slice(100) });
    expect(responses.results).toHaveLength(100);
    expect(made.long.get().rest?.items).toHaveLength(50);
    made.forgetRest();
    expect(made.long.get().rest).toBeNull();
    await made.findRest();
    expect(made.long.get().rest).toBeNull();
  });

  it('of one call has no progress, and sends first what belongs with it', async () => {
    const made = batches();
    const one = { ...press, batchId: null, of: 1, items: [item(1)], along: [item(7)] };
    const responses = await made.sendAll(one, () => expect(made.long.get().progress).toBeNull());
    expect(sent.map(({ ids }) => ids)).toEqual([[id(7), id(1)]]);
    expect(responses.batchId).toBe(id(999));
  });
});
