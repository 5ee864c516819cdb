import * as z from 'zod/mini';

/** That many bytes as lower-case hex. */
export const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));

/** A signed statement: at that time the log had so many events, and this was the root of the tree over their hashes. */
export const TreeHead = z.object({
  size: z.int().check(z.nonnegative()),
  rootHash: hex(32),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Ed25519. */
  publicKey: hex(32),
  signature: hex(64),
});
export type TreeHead = z.infer<typeof TreeHead>;
