import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startService, type TestService } from '../testing/service.ts';
import { folderOfFile } from '../../test/harness/folders.ts';

const folder = folderOfFile();
let service: TestService;
beforeAll(async () => {
  service = await startService({ ownPages: join(folder, 'pages') });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

describe('the operator’s own pages', () => {
  test('are missing without a folder or file, or if the file is empty', async () => {
    expect(await service.json('/api/pages/privacy')).toEqual({ text: null });
    await mkdir(join(folder, 'pages'));
    await writeFile(join(folder, 'pages', 'terms.md'), ' \n');
    expect(await service.json('/api/pages/terms')).toEqual({ text: null });
    await using other = await startService();
    expect(await other.json('/api/pages/terms')).toEqual({ text: null });
  });

  test('have the current contents of their files, up to a maximum length', async () => {
    const file = join(folder, 'pages', 'privacy.md');
    for (const text of ['# Ours', 'Another text <b>']) {
      await writeFile(file, `${text}\n`);
      expect(await service.json('/api/pages/privacy')).toEqual({ text });
    }
    await writeFile(file, 'x'.repeat(200_000));
    expect(((await service.json('/api/pages/privacy')) as { text: string }).text).toHaveLength(100_000);
  });

  test.each(['imprint', '..%2fevents', 'privacy.md'])(
    'do not exist under any other name: %s',
    async (name) => {
      expect((await service.get(`/api/pages/${name}`)).status).toBe(404);
    },
  );
});
