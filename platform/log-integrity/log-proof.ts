import type { TreeHead } from '#contracts/shared/tree-head';
import type { EventLog } from '#platform/event-log/index';

import type { LogTree, TreeAt } from './log-tree.ts';
import { isSignedBy, type SigningKey } from './signing-key.ts';

/** The log at one moment, with a signed statement about it. */
export interface ProvedLog extends Pick<TreeAt, 'proofAt'> {
  readonly treeHead: TreeHead;
}

/** Proves to others what the log contains. */
export interface LogProof extends SigningKey, Pick<EventLog, 'readStream' | 'eventAt' | 'contentOf'> {
  /** @throws ChainBroken if the log differs from what the records hold of it */
  now(): Promise<ProvedLog>;
}

/** `clock`: milliseconds since 1970. */
export const createLogProof = (
  log: EventLog,
  { tree, key, clock }: { readonly tree: LogTree; readonly key: SigningKey; readonly clock: () => number },
): LogProof => ({
  ...key,
  readStream: (stream, options) => log.readStream(stream, options),
  eventAt: (position) => log.eventAt(position),
  contentOf: (event) => log.contentOf(event),
  async now() {
    const { size, rootHash, proofAt } = await tree.now();
    return { treeHead: signTreeHead({ size, rootHash, at: new Date(clock()).toISOString() }, key), proofAt };
  },
});

type Statement = Pick<TreeHead, 'size' | 'rootHash' | 'at'>;

/** The first line distinguishes the statement from other texts signed with the same key. */
const textOf = ({ size, rootHash, at }: Statement): string => `tree-head-1\n${size}\n${rootHash}\n${at}\n`;

const signTreeHead = (statement: Statement, { publicKey, sign }: SigningKey): TreeHead => ({
  ...statement,
  publicKey,
  signature: sign(textOf(statement)),
});

export const isTreeHeadSigned = (head: TreeHead): boolean =>
  isSignedBy(head.publicKey, textOf(head), head.signature);

/** The text that is signed for a file: its format, and the SHA-256 (hex) of its text without the signature. */
export const fileText = (format: string, sha256: string): string => `file\n${format}\n${sha256}\n`;
