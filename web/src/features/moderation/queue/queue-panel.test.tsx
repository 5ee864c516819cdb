// @vitest-environment jsdom

import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Decisions } from '#contracts/moderation/commands';
import type { QueueItem } from '#contracts/moderation/views';
import { queueItem } from '#contracts/testing/queue-item';

import { connected, lost as connectionLost } from '../../../lib/live-state.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { toastStore } from '../../../lib/toast.ts';
import { everything } from '../review/filter.ts';
import { QueuePanel } from './queue-panel.tsx';

/** The server's side: what waits, and the batches of decisions that it knows. */
let waiting: QueueItem[] = [];
let batches: Map<string, readonly QueueItem[]>;
/** The responses to decisions by idempotency key, and how many of the next answers are lost on the way. */
let responses: Map<string, object>;
let lost = 0;
/** Whether the queue cannot be read. */
let isUnreadable = false;

const nameOf = (at: number): string => `Item ${String(at).padStart(4, '0')}`;
const waitingItems = (count: number): QueueItem[] =>
  Array.from({ length: count }, (_, at) =>
    queueItem({ id: nameOf(at), submittedAt: new Date(Date.UTC(2026, 0, 1) + at).toISOString() }),
  );

function queuePage(url: URL): Response {
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const to = from + Number(url.searchParams.get('limit'));
  const headers = new Headers({ 'x-total-count': String(waiting.length) });
  if (to < waiting.length)
    headers.set('link', `</api/admin/queue?limit=${to - from}&cursor=${to}>; rel="next"`);
  return Response.json(waiting.slice(from, to), { headers });
}

function decided(key: string, { batchId = key, items }: Decisions): object {
  const ids = new Set(items.map(({ id }) => id));
  const leaving = waiting.filter(({ id }) => ids.has(id));
  waiting = waiting.filter(({ id }) => !ids.has(id));
  batches.set(batchId, [...(batches.get(batchId) ?? []), ...leaving]);
  const left = new Set(leaving.map(({ id }) => id));
  const results = items.map(({ kind, id }) => ({ kind, id, result: left.has(id) ? 'done' : 'unchanged' }));
  return { batchId, results, position: '1' };
}

function undone(batchId: string): Response {
  const items = batches.get(batchId) ?? [];
  batches.delete(batchId);
  waiting = [...waiting, ...items].sort((one, other) => one.id.localeCompare(other.id));
  return Response.json({ batchId, results: items.map(({ kind, id }) => ({ kind, id, result: 'done' })) });
}

async function decidedOnce(request: Request): Promise<Response> {
  const key = request.headers.get('idempotency-key') ?? '';
  const response = responses.get(key) ?? decided(key, (await request.json()) as Decisions);
  responses.set(key, response);
  if (lost === 0) return Response.json(response);
  lost -= 1;
  throw new TypeError('The connection was lost.');
}

async function responded(address: string, init?: RequestInit): Promise<Response> {
  const url = new URL(address, 'http://localhost');
  const [, , undo] = /\/batches\/([^/]+)\/(undo)/.exec(url.pathname) ?? [];
  if (undo !== undefined) return undone(url.pathname.split('/')[4] ?? '');
  if (url.pathname === '/api/admin/decisions') return decidedOnce(new Request(url, init));
  if (url.pathname === '/api/admin/queue' && !isUnreadable) return queuePage(url);
  if (url.pathname === '/api/admin/reasons') return Response.json({ reasons: [] });
  return new Response(null, { status: 404 });
}

beforeEach(() => {
  batches = new Map();
  responses = new Map();
  lost = 0;
  isUnreadable = false;
  vi.stubGlobal('fetch', responded);
  // The simulated browser has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  document.documentElement.style.fontSize = '16px';
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function shown(count: number): Promise<Store> {
  const store = createStore();
  waiting = waitingItems(count);
  const words = { region: 'Review', list: 'Queue', none: 'Nothing to look at' };
  render(
    <Provider store={store}>
      <MemoryRouter>
        <QueuePanel filter={everything} words={words} />
      </MemoryRouter>
    </Provider>,
  );
  await screen.findByRole('list', { name: 'Queue' });
  return store;
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }, { timeout: 5000 }));
const toastSays = (title: string) => waitFor(() => expect(toastStore.get()?.title).toBe(title));

async function loadAll(count: number): Promise<void> {
  await userEvent.click(screen.getByRole('checkbox', { name: /Select all/ }));
  await press(`Select all ${count}`);
  await screen.findByText(`${count} selected`, { selector: '[aria-live]' });
}

it('moves the focus to the panel when the list is empty, and to the returned row after an undo', async () => {
  await shown(1);
  await press(nameOf(0));
  await press(/^Approve ?Item 0000$/);
  await waitFor(() => expect(document.activeElement?.id).toBe('queue-panel'));
  await userEvent.keyboard('u');
  await waitFor(() => expect(document.activeElement?.textContent).toBe(nameOf(0)));
});

describe('an undo in a list of more than 500 rows', () => {
  it('keeps the list as it is, chooses the returned row and focuses it', async () => {
    await shown(520);
    await loadAll(520);
    await press('Clear');
    const list = screen.getByRole('list', { name: 'Queue' });
    const { height } = list.style;
    await press(nameOf(3));
    await press(/^Approve ?Item 0003$/);
    await toastSays(`Approved: ${nameOf(3)}`);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(nameOf(4)));
    await userEvent.keyboard('u');
    await toastSays(`Waiting again: ${nameOf(3)}`);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(nameOf(3)));
    expect(screen.getByRole('list', { name: 'Queue' })).toBe(list);
    expect(list.style.height).toBe(height);
  });

  it('reads all returned rows again, so that they can be decided', async () => {
    await shown(520);
    await loadAll(520);
    await press(/^Approve 520/);
    await press('Approve all 520');
    await toastSays('Approved: 520 cities');
    await screen.findByText('Nothing to look at');
    await userEvent.keyboard('u');
    await toastSays('Waiting again: 520 cities');
    await userEvent.click(await screen.findByRole('checkbox', { name: /Select all/ }));
    // Until their revisions are known, they cannot be decided.
    await waitFor(
      async () => {
        await press(/^Approve 520/);
        screen.getByRole('dialog', { name: 'Approve 520 cities?' });
      },
      { timeout: 5000 },
    );
  });
});

describe('a decision whose answer is lost', () => {
  const approve = (name: string) => press(new RegExp(`^Approve ?${name}$`));
  const undo = async (name: string) => {
    await userEvent.keyboard('u');
    await toastSays(`Waiting again: ${name}`);
  };

  it('is sent again with the same key, and counts as the person’s own', async () => {
    await shown(3);
    lost = 1;
    await approve(nameOf(1));
    await toastSays(`Approved: ${nameOf(1)}`);
    expect(responses.size).toBe(1);
    await undo(nameOf(1));
  });

  it('waits for the connection, also if that takes long', async () => {
    const store = await shown(3);
    store.dispatch(connected());
    lost = 3;
    store.dispatch(connectionLost());
    await approve(nameOf(1));
    await waitFor(() => expect(lost).toBe(0), { timeout: 10_000 });
    store.dispatch(connected());
    await waitFor(() => expect(toastStore.get()?.title).toBe(`Approved: ${nameOf(1)}`), { timeout: 5000 });
    expect(responses.size).toBe(1);
    await undo(nameOf(1));
  });

  it('can be made again after it has failed, and still counts as the person’s own', async () => {
    await shown(3);
    lost = 2;
    isUnreadable = true;
    await approve(nameOf(1));
    await toastSays(`Not decided: ${nameOf(1)}`);
    await approve(nameOf(1));
    await toastSays(`Approved: ${nameOf(1)}`);
    isUnreadable = false;
    expect(responses.size).toBe(1);
    await undo(nameOf(1));
  });
});
