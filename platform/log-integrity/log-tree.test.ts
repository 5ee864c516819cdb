import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { ChainBroken, chainOf, chainStart, type EventLog } from '#platform/event-log/index';
import { type RecordStore, RecordStoreUnavailable } from '#platform/record-store/index';
import { openSqlite } from '../sqlite/connection.mjs';
import { blockSize, createLogTree } from './log-tree.ts';
import { leafHash, levelsOver, pathIn, rootOf, rootOfPath } from './merkle.ts';
import { folderOfTest } from '../../test/harness/folders.ts';
import { logOfTest, recordsOfTest } from '../../test/harness/stores.ts';

let folder: string;
let log: EventLog;
let records: RecordStore;
beforeEach(async () => {
  folder = folderOfTest();
  log = await logOfTest(folder);
  records = await recordsOfTest(folder);
});

const metadata = { time: '2026-01-01T00:00:00.000Z', actor: 'ann', correlationId: 'a', causationId: 'b' };
async function append(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 500) {
    const events = Array.from({ length: Math.min(left, 500) }, (_, at) => ({
      id: randomUUID(),
      event: { type: 'a', data: { at } },
      metadata,
    }));
    await log.append(randomUUID(), 'none', events);
  }
}

/** A log that stores no hashes and whose positions have gaps, like one on EventStoreDB. */
const withoutHashes = (base: EventLog): EventLog => {
  const far = (position: bigint): bigint => position * 137n;
  async function* links(after: Parameters<EventLog['links']>[0]) {
    const start = { ...after, position: after.position / 137n };
    for await (const link of chainOf(base.readAll({ after: start.position }), start))
      yield { ...link, position: far(link.position) };
  }
  return { ...base, links, hashes: links };
};

async function leavesOf(base: EventLog): Promise<Buffer[]> {
  const leaves: Buffer[] = [];
  for await (const { hash } of base.links(chainStart)) leaves.push(leafHash(Buffer.from(hash, 'hex')));
  return leaves;
}

test.each([
  ['with stored hashes', (base: EventLog) => base, 1n],
  ['without', withoutHashes, 137n],
])('every event of a log %s has its place while the log grows', async (_, kindOf, step) => {
  const tree = createLogTree(kindOf(log), records);
  expect(await tree.now()).toMatchObject({ size: 0 });
  let size = 0;
  for (const more of [1, 6, blockSize - 8, 1, 1, 2 * blockSize + 3]) {
    await append(more);
    size += more;
    const leaves = await leavesOf(log);
    const levels = levelsOver(leaves);
    const now = await tree.now();
    expect(now.size).toBe(size);
    expect(now.rootHash).toBe(rootOf(levels).toString('hex'));
    const some = [0, 5, blockSize - 1, blockSize, 2 * blockSize, size - 2, size - 1].filter(
      (at) => at < size && at >= 0,
    );
    for (const at of some) {
      const found = await now.proofAt(BigInt(at + 1) * step);
      expect(found?.index).toBe(at);
      expect(found?.path).toEqual(pathIn(levels, at).map((node) => node.toString('hex')));
    }
    expect(await now.proofAt(0n)).toBeUndefined();
    expect(await now.proofAt(BigInt(size + 1) * step)).toBeUndefined();
    if (step > 1n) expect(await now.proofAt(step + 1n)).toBeUndefined();
  }
});

test('a tree of one moment stays the same while the log grows', async () => {
  const tree = createLogTree(log, records);
  await append(blockSize - 1);
  const before = await tree.now();
  await append(blockSize);
  await tree.now();
  const found = await before.proofAt(3n);
  const leaf = leafHash(Buffer.from(found?.hash ?? '', 'hex'));
  const path = (found?.path ?? []).map((node) => Buffer.from(node, 'hex'));
  expect(rootOfPath(leaf, path, { index: 2, size: blockSize - 1 })?.toString('hex')).toBe(before.rootHash);
  expect(await before.proofAt(BigInt(blockSize))).toBeUndefined();
});

/** The log, with a count of the hashes read. */
function counting() {
  let read = 0;
  async function* hashes(after: Parameters<EventLog['hashes']>[0]) {
    for await (const point of log.hashes(after)) {
      read += 1;
      yield point;
    }
  }
  return { log: { ...log, hashes } satisfies EventLog, read: () => read };
}

test('a path reads the hashes of one block, once; the roots of the other blocks are stored', async () => {
  await append(5 * blockSize + 10);
  await createLogTree(log, records).keep(5 * blockSize + 10);
  const counted = counting();
  const tree = createLogTree(counted.log, records);
  const now = await tree.now();
  expect(counted.read()).toBe(10);
  await Promise.all([now.proofAt(2000n), now.proofAt(2001n)]);
  expect(counted.read()).toBe(10 + blockSize);
  await (await tree.now()).proofAt(1999n);
  expect(counted.read()).toBe(10 + blockSize);
});

test('a process continues with the roots that another one has stored', async () => {
  await append(2 * blockSize);
  const tree = createLogTree(log, records);
  await tree.keep(2 * blockSize);
  await append(2 * blockSize + 1);
  await tree.keep(4 * blockSize + 1);
  const counted = counting();
  const another = await createLogTree(counted.log, records).now();
  expect(counted.read()).toBe(1);
  expect(another.rootHash).toBe((await tree.now()).rootHash);
  const [one, other] = await Promise.all([createLogTree(log, records).now(), tree.now()]);
  expect(one.rootHash).toBe(other.rootHash);
});

test('records that fail for a moment are read again from the beginning', async () => {
  await append(blockSize + 1);
  await createLogTree(log, records).keep(blockSize + 1);
  const name = `log-tree-${log.id}-0`;
  const [kept] = JSON.parse((await records.settings.get(name)) ?? '[]') as unknown[];
  // A full entry, so that the tree requests the next one.
  await records.settings.set(name, JSON.stringify(Array.from({ length: 64 }, () => kept)));
  let asked = 0;
  const get = async (key: string) => {
    asked += 1;
    if (asked === 2) throw new RecordStoreUnavailable('away');
    return records.settings.get(key);
  };
  const none: EventLog['hashes'] = async function* () {};
  const tree = createLogTree({ ...log, hashes: none }, { settings: { ...records.settings, get } });
  await expect(tree.now()).rejects.toThrow('away');
  expect((await tree.now()).size).toBe(64 * blockSize);
});

test('a log shorter than one block has no stored roots', async () => {
  await append(blockSize - 1);
  const counted = counting();
  await createLogTree(counted.log, records).keep(blockSize - 1);
  expect(counted.read()).toBe(0);
});

test('a log that differs from its stored roots gets no path and no root', async () => {
  await append(2 * blockSize + 2);
  await createLogTree(log, records).keep(2 * blockSize + 2);
  const file = openSqlite(join(folder, 'events.db'));
  file.exec("UPDATE event SET hash = replace(hash, substr(hash, 1, 1), 'x') WHERE position = 7");
  const now = await createLogTree(log, records).now();
  await expect(now.proofAt(8n)).rejects.toThrow(ChainBroken);
  await expect(createLogTree(log, records).check()).rejects.toThrow(ChainBroken);
  file.exec('UPDATE event SET hash = NULL WHERE position = 2050');
  await expect(createLogTree(log, records).now()).rejects.toThrow(ChainBroken);
  file.exec(`UPDATE event SET hash = '' WHERE position = ${2 * blockSize}`);
  await expect(createLogTree(log, records).now()).rejects.toThrow(ChainBroken);
  file.close();
});

test.each(['no JSON', '[{"root":1}]', '{}', ''])(
  'an entry that says %j is made again from the log',
  async (text) => {
    await append(2 * blockSize + 2);
    const tree = createLogTree(log, records);
    await tree.keep(2 * blockSize + 2);
    const { rootHash } = await tree.now();
    const name = `log-tree-${log.id}-0`;
    const kept = await records.settings.get(name);
    await records.settings.set(name, text);
    const again = createLogTree(log, records);
    expect((await again.now()).rootHash).toBe(rootHash);
    await again.keep(2 * blockSize + 2);
    expect(await records.settings.get(name)).toBe(kept);
  },
);
