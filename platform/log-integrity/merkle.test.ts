import { createHash } from 'node:crypto';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { leafHash, levelsOver, pathIn, rootOf, rootOfPath } from './merkle.ts';

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 9162, 2.1.1, implemented literally. */
function naiveRoot(entries: readonly Buffer[]): Buffer {
  const [only] = entries;
  if (only === undefined) return sha256();
  if (entries.length === 1) return sha256(Buffer.of(0), only);
  const at = splitOf(entries.length);
  return sha256(Buffer.of(1), naiveRoot(entries.slice(0, at)), naiveRoot(entries.slice(at)));
}
/** RFC 9162, 2.1.3.1. */
function naivePath(entries: readonly Buffer[], index: number): Buffer[] {
  if (entries.length === 1) return [];
  const at = splitOf(entries.length);
  const [left, right] = [entries.slice(0, at), entries.slice(at)];
  return index < at
    ? [...naivePath(left, index), naiveRoot(right)]
    : [...naivePath(right, index - at), naiveRoot(left)];
}
/** The largest power of two below a number. */
const splitOf = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1);

const entriesOf = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, at) => sha256(Buffer.from(String(at))));
const treeOver = (entries: readonly Buffer[]) => levelsOver(entries.map(leafHash));

describe('the tree', () => {
  // The entries and roots of Certificate Transparency's own tests.
  const inputs = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ];
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  test.each(roots.map((root, size) => [size, root] as const))(
    'of %i entries has the published root',
    (size, root) => {
      const entries = inputs.slice(0, size).map((hex) => Buffer.from(hex, 'hex'));
      expect(rootOf(treeOver(entries)).toString('hex')).toBe(root);
    },
  );

  test("equals the standard's definition, with every path, at every size", () => {
    for (let size = 0; size <= 70; size += 1) {
      const entries = entriesOf(size);
      const levels = treeOver(entries);
      expect(rootOf(levels)).toEqual(naiveRoot(entries));
      for (let index = 0; index < size; index += 1)
        expect(pathIn(levels, index)).toEqual(naivePath(entries, index));
    }
  });

  test('over the roots of perfect trees is the same as over their leaves', () => {
    for (const [size, block] of [
      [64, 16],
      [65, 16],
      [79, 16],
      [80, 8],
      [3, 4],
      [16, 16],
    ] as const) {
      const entries = entriesOf(size);
      const blocks: (readonly Buffer[])[] = [];
      for (let at = 0; at < size; at += block) blocks.push(entries.slice(at, at + block));
      const top = levelsOver(blocks.map((each) => rootOf(treeOver(each))));
      expect(rootOf(top)).toEqual(naiveRoot(entries));
      for (let index = 0; index < size; index += 1) {
        const within = treeOver(blocks[Math.floor(index / block)] ?? []);
        const path = [...pathIn(within, index % block), ...pathIn(top, Math.floor(index / block))];
        expect(path).toEqual(naivePath(entries, index));
      }
    }
  });
});

describe('a path', () => {
  test('leads to the root, and to no other root if any part of it is changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), fc.nat(), (size, somewhere, byte) => {
        const index = somewhere % size;
        const entries = entriesOf(size);
        const root = naiveRoot(entries);
        const path = pathIn(treeOver(entries), index);
        const leaf = leafHash(entries[index] ?? Buffer.alloc(0));
        expect(rootOfPath(leaf, path, { index, size })).toEqual(root);
        expect(rootOfPath(leafHash(leaf), path, { index, size })).not.toEqual(root);
        expect(rootOfPath(leaf, [...path, leaf], { index, size })).not.toEqual(root);
        expect(rootOfPath(leaf, path, { index: size, size })).toBeUndefined();
        if (path.length === 0) return;
        expect(rootOfPath(leaf, path.slice(1), { index, size })).not.toEqual(root);
        const changed = path.map((node) => Buffer.from(node));
        const node = changed[byte % path.length];
        if (node !== undefined) node[byte % 32] = (node[byte % 32] ?? 0) ^ 1;
        expect(rootOfPath(leaf, changed, { index, size })).not.toEqual(root);
      }),
    );
  });
});
