import { join, relative, sep } from 'node:path';

import type { FileName } from '../port.ts';

/** Names cannot contain `~`, so no stored file can be mistaken for an unfinished one. */
export const workFolder = '~writing';

const segment = /^[A-Za-z0-9._-]{1,200}$/;

/** The segments of a name. @throws TypeError when it is not a name */
export function segmentsOf(name: FileName, least: number): readonly string[] {
  const segments = name.split('/');
  const good = segments.length >= least && segments.length <= 8 && segments.every(isSegment);
  if (!good) throw new TypeError(`Not the name of a stored file: ${JSON.stringify(name.slice(0, 100))}`);
  return segments;
}

const isSegment = (text: string): boolean => segment.test(text) && text !== '.' && text !== '..';

/**
 * Where a file is. A folder between the first and the second segment has the second one's first two characters, since
 * a folder with a million entries is slow to list: `originals/4f2a…` is stored at `originals/4f/4f2a…`.
 */
export function pathOf(folder: string, segments: readonly string[]): string {
  const [first = '', second, ...rest] = segments;
  if (second === undefined) return join(folder, first);
  return join(folder, first, second.slice(0, 2), second, ...rest);
}

/** The name of the file at a path, the reverse of `pathOf`; undefined for a file that the store did not put there. */
export function nameOf(folder: string, path: string): FileName | undefined {
  const [first, , ...rest] = relative(folder, path).split(sep);
  if (first === undefined || rest.length === 0) return undefined;
  const segments = [first, ...rest];
  return segments.every(isSegment) && pathOf(folder, segments) === path ? segments.join('/') : undefined;
}
