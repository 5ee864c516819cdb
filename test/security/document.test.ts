import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('SECURITY.md names only existing tests, and each requirement once', async () => {
  const text = await readFile(path.join(root, 'SECURITY.md'), 'utf8');
  const files = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const rows = [...text.matchAll(/^\| +((?:\d+\.\d+\.\d+(?:, )?)+) +\|/gm)];
  const numbers = rows.flatMap(([, list = '']) => list.split(', '));
  // The number of requirements of levels 1 and 2 in OWASP ASVS 5.0.
  expect(new Set(numbers).size).toBe(253);
  expect(numbers).toHaveLength(253);
});
