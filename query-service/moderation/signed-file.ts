import { createHash } from 'node:crypto';

import { fileText, type LogProof } from '#platform/log-integrity/log-proof';

/**
 * The members of a JSON object in pieces, followed by the signature of all of them. `members`: the object's text from
 * its beginning to its last member, without the closing brace.
 */
export async function* signedFile(
  format: string,
  members: AsyncIterable<string> | Iterable<string>,
  proof: LogProof,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  for await (const piece of members) {
    digest.update(piece);
    yield piece;
  }
  const signature = proof.sign(fileText(format, digest.update('}').digest('hex')));
  yield `,"signature":"${signature}"}`;
}
