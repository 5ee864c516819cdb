import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';

import { ChainBroken, chainStart, type ChainPoint, type EventLog } from '#platform/event-log/index';
import type { RecordStore } from '#platform/record-store/index';

import { leafHash, levelsOver, pathIn, rootOf, type Levels } from './merkle.ts';

/** Leaves of a block. A block is a perfect subtree, of which only the root and the last point are stored. */
export const blockSize = 1024;
/** Blocks in one entry of the records. */
const blocksPerEntry = 64;
/** Blocks whose leaves are in memory at once, at about 400 kB each. */
const mostOpenBlocks = 16;

interface Block {
  /** Hex. */
  readonly root: string;
  readonly end: ChainPoint;
}

/** The events of a block, with the nodes above them. */
interface OpenBlock {
  readonly points: readonly ChainPoint[];
  readonly levels: Levels;
}

const Entry = z.array(
  z.object({ root: z.string(), position: z.string().check(z.regex(/^\d{1,19}$/)), hash: z.string() }),
);

/** An entry of the records. If it cannot be read, it counts as empty, and its roots are computed from the log again. */
function readEntry(stored = '[]'): z.output<typeof Entry> {
  try {
    return Entry.parse(JSON.parse(stored));
  } catch {
    return [];
  }
}

/** The tree over the first events of the log. */
export interface TreeAt {
  /** The number of events; each is a leaf. */
  readonly size: number;
  /** Hex. */
  readonly rootHash: string;
  /** Undefined if no leaf has that position. */
  readonly proofAt: (position: bigint) => Promise<Inclusion | undefined>;
}

interface Inclusion {
  /** The index of the leaf, from 0. */
  readonly index: number;
  /** The hash of the event and of the event before it; hex. */
  readonly hash: string;
  readonly previousHash: string;
  /** Hex, from the leaf's neighbour upwards. */
  readonly path: readonly string[];
}

export interface LogTree {
  /** The tree over all events up to now. @throws ChainBroken if the log differs from what the records hold of it */
  now(): Promise<TreeAt>;
  /** Stores the roots of newly complete blocks in the records. `events`: the number of events in the log. */
  keep(events: number): Promise<void>;
  /** Compares every root in the records with the log. @throws ChainBroken for the first that differs */
  check(): Promise<void>;
}

/**
 * The Merkle tree over the hashes of the log's events, in order. The records hold the roots of its complete blocks, so
 * a path needs the leaves of only one block. Roots that the records do not have yet are computed from the log, once per
 * process.
 */
export function createLogTree(log: EventLog, { settings }: Pick<RecordStore, 'settings'>): LogTree {
  const blocks: Block[] = [];
  /** Points after the last block. */
  let rest: ChainPoint[] = [];
  /** How many blocks the records hold; undefined until they are read. */
  let kept: number | undefined;
  let extending: Promise<void> | undefined;
  let latest: TreeAt | undefined;
  const open = new LRUCache<number, Promise<OpenBlock>>({ max: mostOpenBlocks });
  const entryName = (entry: number): string => `log-tree-${log.id}-${entry}`;

  async function load(): Promise<void> {
    const loaded: Block[] = [];
    for (let entry = 0; ; entry += 1) {
      const found = readEntry(await settings.get(entryName(entry)));
      for (const { root, position, hash } of found) {
        const events = (loaded.length + 1) * blockSize;
        loaded.push({ root, end: { events, position: BigInt(position), hash } });
      }
      if (found.length < blocksPerEntry) break;
    }
    // All blocks at once: if an entry cannot be read, the next call starts again.
    blocks.push(...loaded);
    kept = blocks.length;
  }

  async function readOn(): Promise<void> {
    if (kept === undefined) await load();
    for await (const point of log.hashes(rest.at(-1) ?? blocks.at(-1)?.end ?? chainStart)) {
      rest.push(point);
      if (rest.length < blockSize) continue;
      blocks.push({ root: rootOf(levelsOf(rest)).toString('hex'), end: point });
      rest = [];
    }
  }

  /** Concurrent calls share one read, but each sees all events appended before it. */
  async function extend(): Promise<void> {
    await extending;
    await (extending ??= readOn().finally(() => (extending = undefined)));
  }

  const startOf = (block: number): ChainPoint => blocks[block - 1]?.end ?? chainStart;

  function openBlock(block: number): Promise<OpenBlock> {
    const known = open.get(block);
    if (known !== undefined) return known;
    const reading = readBlock(block);
    open.set(block, reading);
    reading.catch(() => open.delete(block));
    return reading;
  }

  async function readBlock(block: number): Promise<OpenBlock> {
    const points: ChainPoint[] = [];
    for await (const point of log.hashes(startOf(block))) {
      points.push(point);
      if (points.length === blockSize) break;
    }
    const levels = levelsOf(points);
    if (rootOf(levels).toString('hex') !== blocks[block]?.root) {
      throw new ChainBroken(
        `The event log is not as it was: the records keep another root of the events after position ${startOf(block).position}`,
      );
    }
    return { points, levels };
  }

  function treeOfNow(): TreeAt {
    const complete = blocks.length;
    const last = { points: [...rest], levels: levelsOf(rest) };
    const roots = blocks.map(({ root }) => Buffer.from(root, 'hex'));
    const top = levelsOver(last.points.length === 0 ? roots : [...roots, rootOf(last.levels)]);
    return {
      size: complete * blockSize + last.points.length,
      rootHash: rootOf(top).toString('hex'),
      async proofAt(position) {
        const block = firstFrom(blocks, complete, ({ end }) => end.position >= position);
        const { points, levels } = block === complete ? last : await openBlock(block);
        const at = firstFrom(points, points.length, (point) => point.position >= position);
        const point = points[at];
        if (point?.position !== position) return undefined;
        return {
          index: point.events - 1,
          hash: point.hash,
          previousHash: (points[at - 1] ?? startOf(block)).hash,
          path: [...pathIn(levels, at), ...pathIn(top, block)].map((node) => node.toString('hex')),
        };
      },
    };
  }

  return {
    async now() {
      await extend();
      const size = blocks.length * blockSize + rest.length;
      if (latest?.size !== size) latest = treeOfNow();
      return latest;
    },
    async keep(events) {
      if (events < ((kept ?? 0) + 1) * blockSize) return;
      await extend();
      kept ??= 0;
      while (kept < blocks.length) {
        const entry = Math.floor(kept / blocksPerEntry);
        const end = Math.min(blocks.length, (entry + 1) * blocksPerEntry);
        const stored = blocks.slice(entry * blocksPerEntry, end).map(({ root, end: { position, hash } }) => ({
          root,
          position: String(position),
          hash,
        }));
        await settings.set(entryName(entry), JSON.stringify(stored));
        kept = end;
      }
    },
    async check() {
      await extend();
      for (let block = 0; block < (kept ?? 0); block += 1) await readBlock(block);
    },
  };
}

const levelsOf = (points: readonly ChainPoint[]): Levels =>
  levelsOver(points.map(({ hash }) => leafHash(Buffer.from(hash, 'hex'))));

/** The index of the first of `count` sorted items that passes; `count` if none does. */
function firstFrom<T>(items: readonly T[], count: number, passes: (item: T) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const item = items[middle];
    if (item !== undefined && passes(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
