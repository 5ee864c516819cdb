import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, onTestFinished } from 'vitest';

const create = (): string => mkdtempSync(path.join(tmpdir(), 'lightfall-'));
const remove = (folder: string) => rm(folder, { recursive: true, force: true });

/** A new folder, which is deleted after all tests of the calling file. */
export function folderOfFile(): string {
  const folder = create();
  afterAll(() => remove(folder));
  return folder;
}

/** A new folder, which is deleted after the running test and its hooks. */
export function folderOfTest(): string {
  const folder = create();
  onTestFinished(() => remove(folder));
  return folder;
}
