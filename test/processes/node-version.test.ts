import { spawnSync } from 'node:child_process';

import { expect, test } from 'vitest';

const asOldNode =
  'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } })';

test('the build that begins every npm command says which Node is needed, before it loads what an older one cannot', () => {
  const args = ['--import', asOldNode, 'scripts/build.mjs', '--if-stale'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([1, '', 'Node 20.19 or newer is needed; this is 18.20.8.\n']);
});
