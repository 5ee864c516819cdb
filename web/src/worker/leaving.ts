/** A response that is kept. */
export interface Kept {
  readonly cache: string;
  readonly url: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
}

/** Beyond what has to leave, so that the next ones need not look for room again. */
const spare = 0.1;

/** Returns what leaves, least recently used first, so that `bytes` more fit into `most`; nothing where they fit already. */
export function leaving(kept: readonly Kept[], bytes: number, most: number): readonly Kept[] {
  let total = kept.reduce((sum, each) => sum + each.bytes, bytes);
  if (total <= most) return [];
  const gone: Kept[] = [];
  for (const each of kept.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (total <= most * (1 - spare)) break;
    total -= each.bytes;
    gone.push(each);
  }
  return gone;
}
