import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { build, type Rollup } from 'vite';
import { expect, it } from 'vitest';

import { root, serverBuild } from '../../scripts/server-build.mjs';

/** Everything that `npm run build` puts into dist/ for the server, built again and kept in memory. */
async function builtChunks(): Promise<Rollup.OutputChunk[]> {
  const settings = serverBuild();
  const built = await build({ ...settings, build: { ...settings.build, write: false, sourcemap: false } });
  const outputs = Array.isArray(built) ? built : [built];
  return outputs.flatMap((each) =>
    'output' in each ? each.output.filter((file) => file.type === 'chunk') : [],
  );
}

/** The chunks that these entries load, directly or indirectly. */
function loadedBy(entries: readonly Rollup.OutputChunk[], all: readonly Rollup.OutputChunk[]) {
  const loaded = new Set(entries);
  for (const { imports, dynamicImports } of loaded) {
    for (const chunk of all) if ([...imports, ...dynamicImports].includes(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded];
}

it('the product loads neither the fake providers nor their library', async () => {
  const built = await builtChunks();
  // The bench measures writing to the tests' own MongoDB server.
  const entries = built.filter(({ isEntry, name }) => isEntry && name !== 'bench');
  const chunks = loadedBy(entries, built);
  const sources = chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => path.relative(root, id));
  expect(sources).toEqual(
    expect.arrayContaining(['apps/all-in-one/main.ts', 'command-service/account/provider-sign-in.ts']),
  );
  expect(sources.filter((source) => source.startsWith('test/'))).toEqual([]);
  const packages = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  expect(packages).toContain('openid-client');
  expect(packages).not.toContain('oidc-provider');
});

it('the library is not installed for production', async () => {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  expect(Object.keys(devDependencies)).toContain('oidc-provider');
  expect(Object.keys(dependencies)).not.toContain('oidc-provider');
});
