import { hash } from 'node:crypto';

/**
 * RFC 9162's Merkle tree with SHA-256. A leaf and a node are hashed with different first bytes, so neither can be taken
 * for the other.
 */

const leafMark = Buffer.of(0);
const nodeMark = Buffer.of(1);

const sha256 = (...parts: readonly Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

/** The node of one entry. */
export const leafHash = (entry: Uint8Array): Buffer => sha256(leafMark, entry);

const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodeMark, left, right);

/** The nodes of each height: the given ones, those above them, and so on up to the root. */
export type Levels = readonly (readonly Buffer[])[];

/**
 * The tree over nodes of one height. They may be leaves, or roots of perfect trees of equal size, of which the last may
 * be smaller: the root is the same.
 */
export function levelsOver(nodes: readonly Buffer[]): Levels {
  const levels = [nodes];
  for (let level = nodes; level.length > 1;) {
    const above: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = level.slice(at, at + 2);
      // A node without a neighbour is passed up unchanged.
      if (left !== undefined) above.push(right === undefined ? left : nodeHash(left, right));
    }
    levels.push(above);
    level = above;
  }
  return levels;
}

/** The root of a tree; without nodes, the hash of an empty input. */
export const rootOf = (levels: Levels): Buffer => levels.at(-1)?.[0] ?? sha256();

/** The inclusion path of the node at an index: its neighbours, from the lowest to the highest. */
export function pathIn(levels: Levels, index: number): Buffer[] {
  return levels.flatMap((level, height) => {
    const at = Math.floor(index / 2 ** height);
    return level[at % 2 === 0 ? at + 1 : at - 1] ?? [];
  });
}

/** The root of the tree of `size` leaves in which this leaf has this path; undefined if the path does not fit. */
export function rootOfPath(
  leaf: Buffer,
  path: readonly Buffer[],
  { index, size }: { readonly index: number; readonly size: number },
): Buffer | undefined {
  let [at, last, node] = [index, size - 1, leaf];
  if (at > last) return undefined;
  for (const neighbour of path) {
    if (last === 0) return undefined;
    // Without a right neighbour, the node is passed up unchanged.
    while (at === last && at % 2 === 0) [at, last] = [at / 2, last / 2];
    node = at % 2 === 0 ? nodeHash(node, neighbour) : nodeHash(neighbour, node);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : undefined;
}
