import { open } from 'node:fs/promises';
import { join } from 'node:path';

import type { OwnPage } from '#contracts/views/own-page';

/** Bytes; what is longer is cut off. */
const longest = 100_000;

/**
 * The operator's text of a page: `{name}.md` in their folder, as it is now. Null where there is no folder or file.
 * @throws what reading throws, other than that the file does not exist
 */
export async function ownPage(folder: string | undefined, name: 'privacy' | 'terms'): Promise<OwnPage> {
  if (folder === undefined) return { text: null };
  try {
    await using file = await open(join(folder, `${name}.md`));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longest), 0, longest, 0);
    const text = buffer.toString('utf8', 0, bytesRead).trim();
    return { text: text === '' ? null : text };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { text: null };
    throw error;
  }
}
