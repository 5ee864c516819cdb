import { afterEach, describe, expect, it, vi } from 'vitest';

import { errorStatus, type ErrorCode } from '#contracts/shared/errors';

import { responseRead, positionSeen, sessionFound } from './session.ts';
import { createStore } from './store.ts';
import { wireQuery, type WireRequest } from './wire.ts';

afterEach(() => vi.unstubAllGlobals());

const refusal = (code: ErrorCode) => () => Response.json({ code }, { status: errorStatus[code] });
const fine =
  (headers: Record<string, string> = {}) =>
  () =>
    Response.json({}, { headers });
const lost = () => {
  throw new TypeError('No connection');
};

/** Sends requests to a server with these responses, the last one for all that follow; a person is signed in. */
function given(...responses: ReadonlyArray<() => Response>) {
  const asked: Headers[] = [];
  const respond = async (_: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers));
    return (responses[asked.length - 1] ?? responses.at(-1) ?? fine())();
  };
  vi.stubGlobal('fetch', respond);
  const store = createStore();
  store.dispatch(sessionFound({ token: 'token', expiresAt: null, user: null }));
  const { signal } = new AbortController();
  return {
    asked,
    store,
    session: () => store.getState().session,
    ask: (request: WireRequest) => wireQuery(request, { ...store, signal }),
    upload: { key: 'key', fetch: respond },
  };
}

describe('a request', () => {
  it('is repeated once if the server has not caught up', async () => {
    const { ask, asked } = given(refusal('not-caught-up'), fine());
    expect(await ask({ url: '/api/cities' })).toMatchObject({ data: {} });
    expect(asked).toHaveLength(2);
    const late = given(refusal('not-caught-up'));
    expect((await late.ask({ url: '/api/cities' })).error?.code).toBe('not-caught-up');
    expect(late.asked).toHaveLength(2);
  });

  it('is repeated without the position that the server does not know', async () => {
    const { ask, asked, store, session } = given(refusal('position-unknown'), fine());
    store.dispatch(positionSeen('700'));
    await ask({ url: '/api/cities' });
    expect(asked.map((headers) => headers.get('x-min-position'))).toEqual(['700', null]);
    expect(session().position).toBeNull();
  });

  it('that reads is repeated without the session that has ended; one that writes is not', async () => {
    const { ask, asked, session } = given(refusal('unauthorized'), fine());
    expect(await ask({ url: '/api/cities' })).toMatchObject({ data: {} });
    expect(asked.map((headers) => headers.get('authorization'))).toEqual(['Bearer token', null]);
    expect(session().status).toBe('out');
    const writing = given(refusal('unauthorized'), fine());
    expect((await writing.ask({ url: '/api/cities', method: 'POST' })).error?.status).toBe(401);
    expect(writing.asked).toHaveLength(1);
    expect(writing.session().status).toBe('out');
  });

  it('that is refused ends the session only if it needed one', async () => {
    const { ask, asked, session, upload } = given(refusal('unauthorized'));
    await ask({ url: '/auth/login', method: 'POST' });
    await ask({ url: '/api/locations/1/photos', method: 'POST', upload });
    await ask({ url: '/api/auth/user', byCookie: true });
    expect(session().status).toBe('in');
    expect(asked.at(-1)?.has('authorization')).toBe(false);
    await ask({ url: '/auth/account/password', method: 'POST' });
    expect(session().status).toBe('out');
  });

  it.each([
    { what: 'no answer', first: lost, isSame: true },
    { what: 'a failure of the server', first: refusal('unavailable'), isSame: true },
    { what: 'the answer that the first is still running', first: refusal('request-running'), isSame: true },
    { what: 'a refusal', first: refusal('invalid'), isSame: false },
    { what: 'success', first: fine(), isSame: false },
  ])('sent again after $what has the same key: $isSame', async ({ what, first, isSame }) => {
    const { ask, asked } = given(first, fine());
    for (let time = 0; time < 2; time += 1)
      await ask({ url: '/api/cities', method: 'POST', body: { name: what } });
    const [one, other] = asked.map((headers) => headers.get('idempotency-key'));
    expect(one === other).toBe(isSame);
  });
});

it('what the page shows is as old as its oldest read; writes show nothing', async () => {
  const { ask, store, session } = given(fine({ 'x-read-position': '90' }));
  store.dispatch(responseRead('100'));
  await ask({ url: '/api/cities', method: 'POST' });
  expect(session().readTo).toBe('100');
  await ask({ url: '/api/cities' });
  expect(session().readTo).toBe('90');
});
