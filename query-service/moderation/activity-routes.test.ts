import { once } from 'node:events';
import { connect } from 'node:net';

import { describe, expect, test } from 'vitest';

import { limits } from '#contracts/shared/limits';
import type { HistoryDocument, ItemDocument } from '#contracts/moderation/read-models-history';
import type { ReadStore } from '#platform/read-store/index';
import { historyDocument, id, submitterId, time } from '../testing/documents.ts';
import { startService } from '../testing/service.ts';

const day = 24 * 60 * 60 * 1000;
const path = '/api/admin/activity';
const approval = (number: number, values: Partial<HistoryDocument> = {}) =>
  historyDocument(number, undefined, {
    type: 'city-approved.v1',
    decides: { kind: 'city', id: id(number) },
    ...values,
  });
const itemOf = (position: number, last: number | null, owner: string): ItemDocument => ({
  id: `city:${id(position)}`,
  owner,
  command: 'a command',
  last,
  revert: null,
});

describe('a decision that can be undone', () => {
  test('is the latest one on an item, for 30 days', async () => {
    let now = Date.parse(time(1));
    await using service = await startService({ clock: () => now });
    await service.commit({
      history: {
        events: [approval(1), approval(2), approval(3, { decides: null })],
        items: [itemOf(1, 1, submitterId), itemOf(2, 7, submitterId)],
      },
    });
    const { token } = await service.signIn({ isAdmin: true });
    const undoable = async () => {
      const entries: { undoable: boolean }[] = await service.json(path, { token });
      return entries.map((entry) => entry.undoable);
    };
    expect(await undoable()).toEqual([false, false, true]);
    now += 30 * day;
    expect(await undoable()).toEqual([false, false, true]);
    now += 1;
    expect(await undoable()).toEqual([false, false, false]);
  });
});

describe('the export', () => {
  const count = 6000;
  /** The number of pages that hold all events. */
  const all = count / limits.pageMost;
  const ndjson = 'application/x-ndjson';

  /** The service with many events, and a count of the pages that were read. */
  async function start() {
    let pages = 0;
    const wrap = (store: ReadStore): ReadStore => ({
      ...store,
      async reader(model) {
        const reader = await store.reader(model);
        if (model.name !== 'history') return reader;
        return {
          ...reader,
          find: (collection, options) => {
            pages += 1;
            return reader.find(collection, options);
          },
        };
      },
    });
    const service = await startService({ wrap });
    await service.commit({
      // The reasons are long, so that no socket's buffers can hold the whole export.
      history: {
        events: Array.from({ length: count }, (_, at) =>
          approval(at + 1, { reason: 'x'.repeat(2000), decides: null }),
        ),
      },
    });
    const admin = await service.signIn({ isAdmin: true });
    return { service, token: admin.token, pages: () => pages };
  }

  test('contains every event once, newest first', async () => {
    const { service, token } = await start();
    await using _ = service;
    const response = await service.get(path, { token, headers: { Accept: ndjson } });
    const lines = (await response.text()).trimEnd().split('\n');
    const positions = lines.map((line) => (JSON.parse(line) as { position: string }).position);
    expect(positions).toEqual(Array.from({ length: count }, (_, at) => String(count - at)));
  });

  test('is read only as fast as the client reads, and stops when the client disconnects', async () => {
    const { service, token, pages } = await start();
    await using _ = service;
    const { hostname, port } = new URL(service.origin);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nAccept: ${ndjson}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.pause();
    /** Other requests; the export would continue during these if nothing held it back. */
    const meanwhile = async () => {
      for (let request = 0; request < 2 * all; request += 1) await service.json('/api/stats');
    };
    await meanwhile();
    const before = pages();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(all);
    socket.destroy();
    await meanwhile();
    expect(pages()).toBeLessThan(all);
    expect(service.errors).toEqual([]);
  });
});
