import { open } from 'node:fs/promises';
import { join } from 'node:path';

import type { OwnPage } from '#contracts/shared/about';

/** Bytes. The rest of a longer file is cut off. */
const longest = 100_000;

/**
 * The operator's text of a page: the current content of `{name}.md` in their folder. Null without a folder or file.
 * @throws any error of reading except that the file does not exist
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
