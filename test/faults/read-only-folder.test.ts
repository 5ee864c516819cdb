import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { expect, test } from 'vitest';

import { createEmbeddedFolder } from '../harness/data-folder.ts';
import { startInProcess } from '../harness/in-process.ts';

/** Runs a command with the folder at $1 read-only, in its own mount namespace. Not every system allows one. */
const readOnly = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 77; shift; exec "$@"';

const dist = path.resolve(process.env['LIGHTFALL_DIST'] ?? 'dist');

test('every command says in a sentence what to do if the data folder cannot be written to', async ({
  skip,
}) => {
  await using folder = await createEmbeddedFolder();
  await (await startInProcess(folder))[Symbol.asyncDispose]();
  for (const [name, ...args] of [
    ['audit'],
    ['replay', '--model', 'all', '--diff'],
    ['replay', '--summary'],
    ['as-of', '1'],
    ['export', '--to', path.join(folder.path, 'export')],
    ['account', 'reset-link', 'admin@example.com'],
  ]) {
    const command = [process.execPath, path.join(dist, `${name}.js`), ...args];
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      ['-rm', 'sh', '-c', readOnly, 'sh', folder.path, ...command],
      { env: { PATH: process.env['PATH'], DATA_DIR: folder.path }, encoding: 'utf8' },
    );
    if (status === 77 || status === null) return skip('no folder can be made read-only here');
    expect([status, stdout, stderr], name).toEqual([
      1,
      '',
      `${folder.path} cannot be written to, and even a command that only reads must lock its files. Set DATA_DIR to a copy of the folder.\n`,
    ]);
  }
});
